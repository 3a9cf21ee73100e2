import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { lockfileFlags, patchFlags } from './lockfile-flags.ts'
import { mergeSetupCfg, mergeTsconfig } from './merge-config.ts'
import { mergePackageJson } from './merge-package-json.ts'
import { mergePyproject } from './merge-pyproject.ts'
import { isTestTool } from './test-tools.ts'

const kinds = (merged: { readonly anomalies: readonly { readonly kind: string }[] }) =>
  merged.anomalies.map((each) => each.kind)
const json = (value: unknown, indent = 2) => `${JSON.stringify(value, null, indent)}\n`

describe('package.json', () => {
  const lock = {
    name: 'p',
    version: '1.0.0',
    scripts: { test: 'npm run unit', unit: 'vitest run', dev: 'vite' },
    dependencies: { a: '1' },
    devDependencies: { vitest: '4.0.0', b: '1' },
    jest: { bail: 1 },
  }
  const merge = (branch: object, pinned = true, indent = 2) =>
    mergePackageJson('package.json', json(lock), json(branch, indent), pinned)

  test('what does not judge is the branch’s, byte for byte', () => {
    const merged = merge({ ...lock, version: '2.0.0', type: 'module', exports: './x.js', dependencies: { a: '2' } })
    expect(merged.text).toBeNull()
    expect(kinds(merged)).toEqual(['dependency-changed'])
  })
  test('an alias that pointed at tests comes from the lock, other aliases are flagged', () => {
    const aliased = { ...lock, imports: { '#t/*': './test/*', '#src/*': './src/*' } }
    const redirected = { ...lock, imports: { '#t/*': './f/*', '#src/*': './g/*' } }
    const merged = mergePackageJson('package.json', json(aliased), json(redirected), true)
    expect(JSON.parse(merged.text ?? '{}').imports).toEqual({ '#t/*': './test/*', '#src/*': './g/*' })
    expect(kinds(merged)).toEqual(['alias-restored', 'build-config-modified'])
  })
  test('scripts and test configuration come from the lock, in the branch’s form', () => {
    const merged = merge(
      {
        jest: { bail: 0 },
        version: '2.0.0',
        scripts: { test: 'true', unit: 'vitest run', dev: 'vite --host', postinstall: 'x' },
        name: 'p',
        dependencies: { a: '2' },
        devDependencies: lock.devDependencies,
      },
      true,
      4,
    )
    expect(merged.text).toBe(
      json(
        {
          jest: { bail: 1 },
          version: '2.0.0',
          scripts: lock.scripts,
          name: 'p',
          dependencies: { a: '2' },
          devDependencies: lock.devDependencies,
        },
        4,
      ),
    )
    expect(merged.anomalies.map((each) => `${each.kind} ${each.severity} ${each.evidence}`)).toEqual([
      'test-command-modified critical scripts.test: "npm run unit" → "true"',
      'script-modified medium scripts.dev: "vite" → "vite --host"',
      'build-hook-modified high scripts.postinstall: absent → "x"',
      'runner-config-modified critical jest: {"bail":1} → {"bail":0}',
      'dependency-changed high null',
    ])
  })
  test('a script that a judging script calls judges; a hook before it as well', () => {
    const merged = merge({ ...lock, scripts: { ...lock.scripts, unit: 'true', preunit: 'x' } })
    expect(kinds(merged)).toEqual(['test-command-modified', 'test-command-modified'])
  })
  test('ranges of test tools: the lockfile decides, without one the lock', () => {
    const branch = { ...lock, devDependencies: { vitest: '4.1.0', b: '2' }, overrides: { 'vitest>chai': 'npm:evil@1' } }
    expect(merge(branch).text).toBeNull()
    expect(JSON.parse(merge(branch, false).text ?? '')).toEqual({
      ...lock,
      devDependencies: { vitest: '4.0.0', b: '2' },
      overrides: {},
    })
  })
  test('a new package keeps its scripts and loses its configuration of tools', () => {
    expect(
      JSON.parse(
        mergePackageJson(
          'src/package.json',
          undefined,
          json({ scripts: { test: 'x' }, eslintConfig: { root: true } }),
          true,
        ).text ?? '',
      ),
    ).toEqual({ scripts: { test: 'x' } })
  })
  test('`__proto__` and other odd keys do no harm', () => {
    const merged = mergePackageJson(
      'package.json',
      json(lock),
      `{"__proto__": {"scripts": {"test": "true"}}, "constructor": 1}`,
      true,
    )
    expect(JSON.parse(merged.text ?? '').scripts).toEqual(lock.scripts)
  })
})

describe('pyproject.toml', () => {
  const lock =
    '# a comment\n[project]\nname = "p"\ndependencies = ["a==1"]\n\n[dependency-groups]\ndev = ["pytest==8.0", "b"]\n\n[tool.pytest.ini_options]\naddopts = "-q"\n\n[tool.mypy]\nstrict = true\n'
  const merge = (branch: string, pinned = true) => mergePyproject('pyproject.toml', lock, branch, pinned)

  test('what does not judge is the branch’s, byte for byte', () => {
    const merged = merge(lock.replace('a==1', 'a==2').replace('# a', '# another'))
    expect([merged.text, kinds(merged)]).toEqual([null, ['dependency-changed']])
  })
  test('tables of tools come from the lock', () => {
    const merged = merge(
      `${lock.replace('"-q"', '"--collect-only"').replace('strict = true', 'strict = false').replace('a==1', 'a==2')}\n[tool.coverage.run]\nomit = ["*"]\n\n[project.entry-points.pytest11]\nx = "p"\n\n[build-system]\nrequires = []\n`,
    )
    expect(merged.anomalies.map((each) => `${each.kind} ${each.evidence}`)).toEqual([
      'runner-config-modified tool.pytest.ini_options.addopts: "-q" → "--collect-only"',
      'type-config-loosened tool.mypy.strict: true → false',
      'coverage-config-modified tool.coverage: absent → {"run":{"omit":["*"]}}',
      'auto-activated-file-added project.entry-points.pytest11: absent → {"x":"p"}',
      'dependency-changed null',
      'build-hook-modified build-system: absent → {"requires":[]}',
    ])
    expect(parse(merged.text ?? '')).toEqual({
      ...parse(lock),
      project: { name: 'p', dependencies: ['a==2'], 'entry-points': {} },
      'build-system': { requires: [] },
    })
  })
  test('test tools without a lockfile come from the lock, also in poetry’s tables', () => {
    const merged = merge(
      `${lock.replace('pytest==8.0', 'pytest==7.0').replace('"b"', '"b2"')}\n[tool.poetry.group.dev.dependencies]\nmypy = "0.1"\nc = "1"\n`,
      false,
    )
    expect(parse(merged.text ?? '')).toMatchObject({
      'dependency-groups': { dev: ['b2', 'pytest==8.0'] },
      tool: { poetry: { group: { dev: { dependencies: { c: '1' } } } } },
    })
    expect(merge(lock.replace('pytest==8.0', 'pytest==7.0')).text).toBeNull()
  })
  test('one that is new configures no test tool', () => {
    expect(parse(mergePyproject('pyproject.toml', undefined, lock, true).text ?? '')).toEqual({
      project: { name: 'p', dependencies: ['a==1'] },
      'dependency-groups': { dev: ['pytest==8.0', 'b'] },
      tool: {},
    })
  })
})

describe('tsconfig.json and setup.cfg', () => {
  test('strictness from the lock, aliases from the branch, nothing is left out', () => {
    const lock = '{ // why\n "compilerOptions": { "strict": true, "paths": {}, }, "include": ["src"] }'
    expect(
      mergeTsconfig('tsconfig.json', lock, lock.replace('"paths": {}', '"paths": {"@/*": ["./src/*"]}')),
    ).toMatchObject({ text: null, anomalies: [{ kind: 'build-config-modified', severity: 'high' }] })
    const merged = mergeTsconfig(
      'tsconfig.json',
      lock,
      json({
        compilerOptions: { strict: false, skipLibCheck: true, paths: { x: ['y'] } },
        include: ['lib'],
        exclude: ['src/bad.ts'],
      }),
    )
    expect(JSON.parse(merged.text ?? '')).toEqual({
      compilerOptions: { strict: true, paths: { x: ['y'] } },
      include: ['src', 'lib'],
    })
    expect(kinds(merged)).toEqual(['type-config-loosened', 'build-config-modified'])
  })
  test('sections of test tools from the lock', () => {
    const merged = mergeSetupCfg(
      'setup.cfg',
      '[metadata]\nname = p\n[tool:pytest]\naddopts = -q\n',
      '[metadata]\nname = q\n[tool:pytest]\naddopts = --co\n[flake8]\nignore = E\n',
    )
    expect(merged.text).toBe('[metadata]\nname = q\n[tool:pytest]\naddopts = -q\n')
  })
})

describe('lockfiles', () => {
  const npm = (version: string, integrity: string, other = '1') =>
    json({
      lockfileVersion: 3,
      packages: { '': {}, 'node_modules/vitest': { version, integrity }, 'node_modules/other': { version: other } },
    })
  const pnpm = (version: string) =>
    `lockfileVersion: '9.0'\npackages:\n  vitest@${version}:\n    resolution: {integrity: sha512-a}\n  '@vitest/expect@1.0.0':\n    resolution: {integrity: sha512-b}\n`
  const yarn = (version: string) =>
    `# yarn lockfile v1\n\n\n"@vitest/expect@^1":\n  version "1.0.0"\n  integrity sha512-b\n\nvitest@^4.0.0, vitest@^4.1.0:\n  version "${version}"\n  resolved "https://example.org/vitest.tgz#abc"\n`
  const berry = (version: string) =>
    `__metadata:\n  version: 8\n\n"vitest@npm:^4.0.0":\n  version: ${version}\n  resolution: "vitest@npm:${version}"\n  checksum: 10/abc\n`
  const uv = (version: string, more = '') =>
    `version = 1\n\n[[package]]\nname = "pytest"\nversion = "${version}"\nsource = { registry = "https://example.org" }\nwheels = [{ url = "u", hash = "sha256:a" }]\n${more}`
  const poetry = (version: string) =>
    `[[package]]\nname = "Pytest"\nversion = "${version}"\nfiles = [{file = "f", hash = "sha256:a"}]\n`
  const rows: readonly (readonly [string, string, string, boolean])[] = [
    ['package-lock.json', npm('4.0.0', 'a'), npm('4.0.0', 'a', '2'), false],
    ['package-lock.json', npm('4.0.0', 'a'), npm('4.0.1', 'b'), true],
    ['package-lock.json', npm('4.0.0', 'a'), npm('4.0.0', 'forged'), true],
    [
      'web/package-lock.json',
      json({ dependencies: { x: { version: '1', dependencies: { mocha: { version: '1' } } } } }),
      json({ dependencies: { x: { version: '1', dependencies: { mocha: { version: '2' } } } } }),
      true,
    ],
    ['pnpm-lock.yaml', pnpm('4.0.0'), `${pnpm('4.0.0')}  left-pad@1.0.0:\n    resolution: {integrity: x}\n`, false],
    ['pnpm-lock.yaml', pnpm('4.0.0'), pnpm('4.0.1'), true],
    [
      'pnpm-lock.yaml',
      pnpm('4.0.0'),
      `patchedDependencies:\n  vitest@4.0.0:\n    hash: h\n    path: p\n${pnpm('4.0.0')}`,
      true,
    ],
    ['yarn.lock', yarn('4.1.0'), `${yarn('4.1.0')}\nleft-pad@^1:\n  version "1.0.0"\n`, false],
    ['yarn.lock', yarn('4.1.0'), yarn('4.1.1'), true],
    ['yarn.lock', berry('4.1.0'), berry('4.1.1'), true],
    [
      'bun.lock',
      '{"packages": {"vitest": ["vitest@4.0.0", "", {}, "sha512-a"],}}',
      '{"packages": {"vitest": ["vitest@4.0.1", "", {}, "sha512-b"]}}',
      true,
    ],
    ['uv.lock', uv('8.0.0'), uv('8.0.0', '\n[[package]]\nname = "requests"\nversion = "2"\n'), false],
    ['uv.lock', uv('8.0.0'), uv('8.0.1'), true],
    [
      'uv.lock',
      uv('8.0.0'),
      uv('8.0.0').replace('{ registry = "https://example.org" }', '{ directory = "fake" }'),
      true,
    ],
    ['uv.lock', uv('8.0.0'), '[[package]]\nname = "requests"\nversion = "2"\n', true],
    ['poetry.lock', poetry('8.0.0'), poetry('8.0.1'), true],
    ['requirements-dev.txt', 'pytest==8.0\nrequests==1\n', 'pytest==8.0 # same\nrequests==2\n', false],
    ['requirements/dev.txt', 'pytest==8.0 \\\n  --hash=sha256:a\n', 'pytest==8.0 \\\n  --hash=sha256:b\n', true],
    [
      'Pipfile.lock',
      json({ develop: { pytest: { version: '==8' } } }),
      json({ develop: { pytest: { version: '==9' } } }),
      true,
    ],
    ['package-lock.json', npm('4.0.0', 'a'), '<<<<<<< not JSON', true],
    ['pnpm-lock.yaml', pnpm('4.0.0'), 'a: [', true],
  ]
  for (const [index, [path, before, after, blocks]] of rows.entries())
    test(`${index} ${path}`, () => {
      expect(lockfileFlags(path, before, after).some((each) => each.blocking)).toBe(blocks)
      expect(lockfileFlags(path, before, before).some((each) => each.blocking)).toBe(false)
    })
  test('a deleted lockfile unpins the tools; a binary one cannot be compared; a new one is fine', () => {
    expect(lockfileFlags('uv.lock', uv('1'), undefined).some((each) => each.blocking)).toBe(true)
    expect(lockfileFlags('bun.lockb', undefined, undefined).some((each) => each.blocking)).toBe(true)
    expect(lockfileFlags('uv.lock', undefined, uv('1')).some((each) => each.blocking)).toBe(false)
  })
  test('a tool that is not there any more is said to be so, unless another file pins the same', () => {
    const [first] = lockfileFlags('uv.lock', uv('1'), undefined)
    expect(first?.detail).toBe('The test tool pytest is no longer locked in uv.lock.')
    expect(lockfileFlags('uv.lock', uv('1'), uv('2'))[0]?.detail).toMatch(/differs from the locked one/)
    const kindsOf = (after: string | undefined) =>
      lockfileFlags('uv.lock', uv('1'), after, () => true).map(({ kind }) => kind)
    expect(kindsOf(undefined)).toEqual(['lockfile-changed'])
    expect(kindsOf(uv('2'))).toEqual(['test-tool-changed', 'lockfile-changed'])
  })
  test('patches of test tools', () => {
    const blocks = (path: string) => patchFlags(path, (name) => isTestTool(name, 'javascript')).length > 0
    expect(
      [
        'patches/vitest+4.0.0.patch',
        'patches/@vitest+expect+4.0.0.patch',
        'patches/@vitest__expect@4.0.0.patch',
        'patches/vitest.patch',
        '.yarn/patches/vitest-npm-4.0.0-abc.patch',
      ].map(blocks),
    ).toEqual([true, true, true, true, true])
    expect(['patches/react+19.0.0.patch', 'patches/README.md'].map(blocks)).toEqual([false, false])
  })
})
