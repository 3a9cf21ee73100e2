import { expect, test } from 'vitest'
import { node } from '../stacks/node/stack.ts'
import { python } from '../stacks/python/stack.ts'
import { compose } from './compose.ts'
import { foreignPackages } from './foreign-packages.ts'
import { memoryView } from './memory-view.ts'

type Files = Readonly<Record<string, string>>
const projects = [
  { directory: '.', stack: node },
  { directory: '.', stack: python },
]
const json = (value: unknown): string => JSON.stringify(value)
const base: Files = {
  'package.json': json({
    name: 'p',
    dependencies: { ms: '2' },
    devDependencies: { 'deep-equal': '2.2.3', mocha: '11' },
  }),
  'package-lock.json': json({
    packages: {
      'node_modules/deep-equal': { version: '2.2.3', resolved: 'https://example.org/d.tgz', integrity: 'sha512-a' },
      'node_modules/deep-eql': { version: '4.1.4', resolved: 'https://example.org/e.tgz', integrity: 'sha512-e' },
      'node_modules/ms': { version: '2.0.0', resolved: 'https://example.org/m.tgz', integrity: 'sha512-b' },
    },
  }),
  'index.js': "const ms = require('ms')\nexports.add = (a, b) => a + b\n",
  'test/add.js':
    "const eq = require('deep-equal')\nconst { add } = require('..')\nit('adds', () => assert(eq(add(1, 2), 3)))\n",
  'pyproject.toml': '[project]\nname = "calc"\n',
  'requirements-dev.txt': 'deepdiff==8.0.0\nattrs==24\n',
  'calc/__init__.py': 'import attrs\n',
  'tests/test_calc.py': 'from deepdiff import DeepDiff\nimport calc\ndef test_it(): assert not DeepDiff(1, 1)\n',
}
const lockOf = (packages: object): string => json({ packages })
const manifest = (dev: object, more: object = {}): string =>
  json({ name: 'p', dependencies: { ms: '2' }, devDependencies: { mocha: '11', ...dev }, ...more })

const tools = (change: Files): readonly string[] => {
  const tree = compose({ lock: memoryView(base), branch: memoryView({ ...base, ...change }), projects })
  if (!tree.ok) throw new Error(tree.trouble.message)
  return tree.value.anomalies
    .filter(({ kind, blocking }) => kind === 'test-tool-changed' && blocking)
    .map(
      ({ path, detail }) =>
        `${path}: ${/(?:among them: (.*)\.$|(?:takes|instead of|has) ([\w-]+))/.exec(detail)?.slice(1).find(Boolean)}`,
    )
}

test.each<[string, Files, readonly string[]]>([
  ['a path', { 'package.json': manifest({ 'deep-equal': 'file:vendor/d' }) }, ['package.json: deep-equal']],
  ['an alias', { 'package.json': manifest({ 'deep-equal': 'npm:always@1' }) }, ['package.json: deep-equal']],
  [
    'an override',
    { 'package.json': manifest({ 'deep-equal': '2.2.3' }, { overrides: { 'deep-equal': 'file:v' } }) },
    ['package.json: deep-equal'],
  ],
  [
    'a member of the workspace',
    { 'packages/d/package.json': json({ name: 'deep-equal' }) },
    ['packages/d/package.json: deep-equal'],
  ],
  [
    'a link in the lockfile alone',
    { 'package-lock.json': lockOf({ 'node_modules/deep-equal': { resolved: 'vendor/d', link: true } }) },
    ['package-lock.json: deep-equal'],
  ],
  [
    'a file for what a test tool needs',
    { 'package-lock.json': lockOf({ 'node_modules/deep-eql': { version: '4.1.4', resolved: 'file:v/e.tgz' } }) },
    ['package-lock.json: deep-eql'],
  ],
  [
    'other content of one version',
    {
      'package-lock.json': lockOf({
        'node_modules/deep-equal': { version: '2.2.3', resolved: 'https://example.org/d.tgz', integrity: 'sha512-z' },
      }),
    },
    ['package-lock.json: deep-equal'],
  ],
  [
    'another place to find packages',
    { 'requirements-dev.txt': '--find-links ./wheels\ndeepdiff==8.0.0\nattrs==24\n' },
    ['requirements-dev.txt: --find-links ./wheels'],
  ],
  [
    'a requirement with an address',
    { 'requirements-dev.txt': 'deepdiff @ file:v\nattrs==24\n' },
    ['requirements-dev.txt: deepdiff'],
  ],
  ['a module that is found first', { 'deepdiff.py': 'DeepDiff = lambda *_: {}\n' }, ['deepdiff.py: deepdiff']],
  [
    'a package that is found first',
    { 'src/deepdiff/__init__.py': 'DeepDiff = None\n' },
    ['src/deepdiff/__init__.py: deepdiff'],
  ],
])('what only tests use is not swapped by the branch for %s', (_, change, expected) => {
  expect(tools(change)).toEqual(expected)
})

test.each<[string, Files]>([
  ['another version', { 'package.json': manifest({ 'deep-equal': '^2.3.0' }) }],
  ['what product uses as well', { 'package.json': json({ name: 'p', dependencies: { ms: 'file:vendor/ms' } }) }],
  [
    'another kind of hash, and a version more',
    {
      'package-lock.json': lockOf({
        'node_modules/deep-equal': { version: '2.2.3', resolved: 'https://example.org/d.tgz', integrity: 'sha1-a' },
        'node_modules/deep-eql': { version: '4.1.5', resolved: 'https://example.org/f.tgz', integrity: 'sha512-f' },
      }),
    },
  ],
  ['a new module inside a package', { 'calc/deepdiff.py': 'x = 1\n' }],
  ['a new module of another name', { 'calc2/__init__.py': '' }],
  ['a new package', { 'packages/e/package.json': json({ name: '@p/e' }) }],
  ['a new requirement', { 'requirements-dev.txt': 'deepdiff==8.0.1\nattrs==24\nrich\n' }],
])('no swap: %s', (_, change) => {
  expect(tools(change)).toEqual([])
})

test.each<[string, string, readonly string[]]>([
  [
    'package-lock.json',
    lockOf({
      'node_modules/a': { version: '1', resolved: 'https://example.org/a.tgz' },
      'node_modules/b': { resolved: 'lib/b', link: true },
      'node_modules/c': { version: '1', name: 'other', resolved: 'https://example.org/o.tgz' },
      'node_modules/d': { version: '1', resolved: 'file:d.tgz', integrity: 'sha512-d' },
      'node_modules/e': { version: '1', resolved: 'git+ssh://git@example.org/e.git#1' },
      'lib/b': {},
    }),
    ['b', 'c', 'd', 'e'],
  ],
  [
    'pnpm-lock.yaml',
    "importers:\n  .:\n    devDependencies:\n      a: {specifier: ^1, version: 1.0.0(x@2.0.0)}\n      b: {specifier: 'workspace:*', version: 'link:packages/b'}\n      c: {specifier: 'npm:other@1', version: other@1.0.0}\n      d: {specifier: 'file:d', version: 'file:d'}\n",
    ['b', 'c', 'd'],
  ],
  [
    'yarn.lock',
    '# yarn lockfile v1\n\na@^1.0.0, a@^1.1.0:\n  version "1.1.0"\n  resolved "https://example.org/a.tgz"\n\n"b@file:vendor/b":\n  version "1.0.0"\n\n"c@npm:other@^1":\n  version "1.0.0"\n',
    ['b', 'c'],
  ],
  [
    'yarn.lock',
    '"a@npm:^1.0.0":\n  version: 1.1.0\n  resolution: "a@npm:1.1.0"\n\n"b@workspace:packages/b":\n  version: 0.0.0-use.local\n  resolution: "b@workspace:packages/b"\n\n"c@npm:other@^1":\n  version: 1.0.0\n  resolution: "other@npm:1.0.0"\n',
    ['b', 'c'],
  ],
  [
    'bun.lock',
    '{"packages": {"a": ["a@1.0.0", "", {}, "sha512-a"], "b": ["b@workspace:packages/b"], "c": ["other@1.0.0", "", {}, "x"]}}',
    ['b', 'c'],
  ],
  [
    'uv.lock',
    '[[package]]\nname = "a"\nversion = "1"\nsource = { registry = "https://example.org/simple" }\n\n[[package]]\nname = "b"\nversion = "1"\nsource = { directory = "vendor/b" }\n\n[[package]]\nname = "c"\nversion = "1"\nsource = { git = "https://example.org/c" }\n',
    ['b', 'c'],
  ],
  ['Pipfile.lock', json({ develop: { a: { version: '==1' }, b: { path: './b', editable: true } } }), ['b']],
  ['requirements.txt', 'a==1\nb @ file:///v/b\n# c @ x\n', ['b']],
  ['package-lock.json', '{', []],
])('%s: what comes from elsewhere', (path, text, expected) => {
  expect([...foreignPackages(path, text)]).toEqual(expected)
})

const view = (files: Files, text: Files = {}) =>
  memoryView({
    'package.json': manifest({ kit: '1' }),
    'a.test.js': "require('kit')\ntest('a', () => {})\n",
    'pyproject.toml': '[project]\nname = "calc"\n\n[dependency-groups]\ndev = ["responses"]\n',
    'calc/__init__.py': '',
    'tests/test_c.py': 'import responses\n',
    ...files,
    ...text,
  })
const blocked = (lock: Files, branch: Files): readonly string[] => {
  const tree = compose({ lock: view(lock), branch: view(lock, branch), projects })
  if (!tree.ok) throw new Error(tree.trouble.message)
  return [...new Set(tree.value.anomalies.flatMap(({ blocking, path }) => (blocking ? [path ?? ''] : [])))]
}
const host = (...parts: readonly string[]): string => `https://${parts.join('.')}`
const publicTar = `${host('registry', 'npmjs', 'org')}/kit/-/kit.tgz`
const npm = (integrity: string | undefined, resolved = publicTar, version = '1.0.0'): Files => ({
  'package-lock.json': lockOf({ 'node_modules/kit': { version, resolved, integrity } }),
})
const nested = (kit: object): Files => ({ 'package-lock.json': json({ lockfileVersion: 1, dependencies: { kit } }) })
const yarn = (resolved: string, integrity: string): Files => ({
  'yarn.lock': `# yarn lockfile v1\n\nkit@1:\n  version "1.0.0"\n  resolved "${resolved}"\n  integrity ${integrity}\n`,
})
const berry: Files = {
  'yarn.lock':
    '__metadata:\n  version: 8\n\n"kit@npm:1":\n  version: 1.0.0\n  resolution: "kit@npm:1.0.0"\n  checksum: 10c0/a\n',
}
const pnpm = (version: string, more = ''): Files => ({
  'pnpm-lock.yaml': `importers:\n  .:\n    devDependencies:\n      kit: {specifier: '1', version: '${version}'}\npackages:\n  kit@${version}:\n    resolution: {integrity: sha512-a}\n${more}`,
})
const uv = (registry: string, wheels: string, version = '1.0'): Files => ({
  'uv.lock': `[[package]]\nname = "responses"\nversion = "${version}"\nsource = { registry = "${registry}" }\nsdist = { url = "https://files.pythonhosted.org/r.tar.gz", hash = "sha256:${version}" }\nwheels = [${wheels}]\n`,
})
const pypi = `${host('pypi', 'org')}/simple`
const elsewhere = 'https://example.net/kit.tgz'
const gitKit = (repository: string): Files => ({ 'package.json': manifest({ kit: repository }) })
const declaring = (more: string): Files => ({ 'pyproject.toml': `[project]\nname = "calc"\n${more}` })

test.each<[string, Files, Files]>([
  [
    'an older lockfile with another archive',
    npm('sha512-a'),
    nested({ version: '1.0.0', resolved: elsewhere, integrity: 'sha512-b' }),
  ],
  ['a weaker hash of another archive', npm('sha512-a'), npm('sha1-b', elsewhere)],
  ['one hash more, of another archive', npm('sha512-a'), npm('sha512-a sha512-b', elsewhere)],
  ['a newer version from elsewhere', npm('sha512-a'), npm('sha512-b', elsewhere, '1.0.1')],
  ['another repository', gitKit('github:a/kit#1'), gitKit('github:b/kit#1')],
  ['another archive in yarn.lock', yarn(publicTar, 'sha512-a'), yarn(elsewhere, 'sha512-b')],
  [
    'a directory for what a package needs',
    pnpm('1.0.0', '  deep@1.0.0: {}\n'),
    pnpm('1.0.0', '  deep@file:deep: {}\n'),
  ],
  [
    'a patch in pnpm-lock.yaml',
    pnpm('1.0.0'),
    pnpm('1.0.0', 'patchedDependencies:\n  kit@1.0.0: {hash: a, path: x}\n'),
  ],
  ['a patch by its name', {}, { 'patches/kit+1.0.0.patch': '' }],
  [
    'paths of a tsconfig',
    { 'tsconfig.json': '{}' },
    { 'tsconfig.json': json({ compilerOptions: { paths: { kit: ['./k'] } } }) },
  ],
  ['its own name', {}, { 'package.json': json({ name: 'kit', exports: './k.js' }) }],
  ['a wheel from elsewhere', uv(pypi, ''), uv(pypi, '{ url = "https://example.net/r.whl", hash = "sha256:b" }')],
  ['another index', uv(pypi, ''), uv('https://example.net/simple', '', '1.1')],
  ['a direct reference', {}, declaring('[dependency-groups]\ndev = ["responses @ file:///r"]\n')],
  ['a source of uv', {}, declaring('[tool.uv.sources]\nresponses = { path = "r" }\n')],
  ['an index without a lockfile', {}, declaring('[[tool.uv.index]]\nurl = "https://example.net"\n')],
  ['a path of poetry', {}, declaring('[tool.poetry.group.dev.dependencies]\nresponses = { path = "r" }\n')],
  ['a distribution of that name', {}, { 'r/setup.py': 'setup(name="responses")\n' }],
  [
    'an archive in requirements',
    { 'requirements.txt': 'responses\n' },
    { 'requirements.txt': './r/responses-1.0.tar.gz\n' },
  ],
  ['a module at the root, where a package has one of that name', { 'calc/responses.py': '' }, { 'responses.py': '' }],
  ['a module beside a package elsewhere', { 'lib/p/__init__.py': '' }, { 'lib/responses.py': '' }],
])('what only tests use is not swapped: %s', (_, lock, branch) => {
  expect(blocked(lock, branch)).toEqual(Object.keys(branch).slice(0, 1))
})

test('a list of requirements that becomes a symlink is not gone', () => {
  const linked = memoryView({ 'requirements-dev.txt': { link: 'deps.dat' }, 'deps.dat': 'responses @ ./r\n' })
  const tree = compose({ lock: memoryView({ 'requirements-dev.txt': 'responses\n' }), branch: linked, projects })
  expect(tree.ok && tree.value.anomalies.map(({ kind }) => kind)).toEqual(['lockfile-unreadable'])
})

const index = '--extra-index-url https://example.org/cpu\n'
test.each<[string, Files, Files]>([
  ['a newer version', npm('sha512-a'), npm('sha512-b', publicTar, '1.0.1')],
  ['a stronger hash', npm('sha1-a'), npm('sha512-b')],
  [
    'a newer lockfile with the same repository',
    nested({ version: 'git+ssh://git@github.com/a/kit.git#1' }),
    npm(undefined, 'git+ssh://git@github.com/a/kit.git#1'),
  ],
  ['another commit of the same repository', gitKit('github:a/kit#1'), gitKit('github:a/kit#2')],
  ['a newer yarn', yarn(publicTar, 'sha512-a'), berry],
  ['peers in pnpm-lock.yaml', pnpm('1.0.0'), pnpm('1.0.1(x@1.0.0)')],
  [
    'a package of the workspace that was there',
    { 'kit/package.json': json({ name: 'kit' }), ...pnpm('1.0.0') },
    pnpm('link:kit'),
  ],
  ['more wheels', uv(pypi, ''), uv(pypi, '{ url = "https://files.pythonhosted.org/r.whl", hash = "sha256:b" }')],
  [
    'an index that another list of the lock has',
    { 'requirements.txt': index },
    { 'requirements-gpu.txt': `${index}torch\n` },
  ],
  ['an index for one package', {}, declaring('[[tool.uv.index]]\nurl = "https://example.net"\nexplicit = true\n')],
  ['aliases of a tsconfig', {}, { 'tsconfig.json': json({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }) }],
])('an ordinary change of dependencies passes: %s', (_, lock, branch) => {
  expect(blocked(lock, branch)).toEqual([])
})
