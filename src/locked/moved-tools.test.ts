import { describe, expect, test } from 'vitest'
import { node } from '../stacks/node/stack.ts'
import { compose } from './compose.ts'
import { memoryView } from './memory-view.ts'
import { differingTools, movedTools } from './moved-tools.ts'

/** No host of a registry is spelled out in this project. */
const host = (...parts: readonly string[]): string => `https://${parts.join('.')}`

type Files = Readonly<Record<string, string>>
const moved = (tool: string, path: string, before: string, branch: Files, lock: Files = {}) =>
  movedTools(memoryView({ ...lock, [path]: before }), memoryView(branch), path)(tool)

describe('from package-lock.json', () => {
  const npm = (more: object = {}) =>
    JSON.stringify({
      lockfileVersion: 3,
      packages: { '': {}, 'node_modules/mocha': { version: '10.8.2', integrity: 'sha512-a', ...more } },
    })
  const pnpm = (key = 'mocha@10.8.2', resolution = '{integrity: sha512-a}', version = '10.8.2') =>
    `lockfileVersion: '9.0'\nimporters:\n  .:\n    devDependencies:\n      mocha: {specifier: 10.8.2, version: ${version}}\npackages:\n  '${key}':\n    resolution: ${resolution}\n`
  const yarn = (
    head = 'mocha@10.8.2',
    resolved = `${host('registry', 'yarnpkg', 'com')}/mocha/-/mocha-10.8.2.tgz#1`,
    more = '',
  ) => `# yarn lockfile v1\n\n\n"${head}":\n  version "10.8.2"\n  resolved "${resolved}"\n${more}`
  const berry = (resolution: string) =>
    `__metadata:\n  version: 8\n\n"mocha@npm:10.8.2":\n  version: 10.8.2\n  resolution: "${resolution}"\n  checksum: 10/abc\n`
  const bun = (spec: string) => `{"packages": {"mocha": ["${spec}", "", {}, "sha512-a"],}}`
  const own = '{"devDependencies":{"mocha":"10.8.2"}}'
  test.each<[string, Files, boolean]>([
    ['pnpm', { 'pnpm-lock.yaml': pnpm(), 'package.json': own }, true],
    ['pnpm, another version', { 'pnpm-lock.yaml': pnpm('mocha@10.8.3') }, false],
    ['pnpm, another hash', { 'pnpm-lock.yaml': pnpm('mocha@10.8.2', '{integrity: sha512-b}') }, false],
    ['pnpm, a path', { 'pnpm-lock.yaml': pnpm('mocha@file:vendor', '{directory: vendor, type: directory}') }, false],
    ['pnpm, a tarball', { 'pnpm-lock.yaml': pnpm('mocha@10.8.2', '{tarball: "file:m.tgz"}') }, false],
    ['pnpm, an alias', { 'pnpm-lock.yaml': pnpm('mocha@10.8.2', '{integrity: sha512-a}', 'evil@1.0.0') }, false],
    ['pnpm in another directory', { 'docs/pnpm-lock.yaml': pnpm() }, false],
    [
      'pnpm, with package.json saying a path',
      { 'pnpm-lock.yaml': pnpm(), 'package.json': '{"devDependencies":{"mocha":"file:m"}}' },
      false,
    ],
    ['pnpm, with a new override', { 'pnpm-lock.yaml': pnpm(), 'package.json': '{"overrides":{"mocha":"9"}}' }, false],
    ['pnpm, with a second lockfile that differs', { 'pnpm-lock.yaml': pnpm(), 'bun.lock': bun('mocha@10.8.3') }, false],
    ['pnpm, with a second lockfile that nobody can read', { 'pnpm-lock.yaml': pnpm(), 'bun.lockb': 'x' }, false],
    ['pnpm that cannot be read', { 'pnpm-lock.yaml': 'a: [' }, false],
    ['pnpm, the old one still there', { 'pnpm-lock.yaml': pnpm(), 'package-lock.json': '{"packages":{}}' }, false],
    ['pnpm, with lockfiles of Python beside it', { 'pnpm-lock.yaml': pnpm(), 'uv.lock': 'x' }, true],
    ['yarn, without a hash in common', { 'yarn.lock': yarn() }, true],
    [
      'yarn, from another registry',
      { 'yarn.lock': yarn('mocha@10.8.2', 'https://example.org/mocha-10.8.2.tgz') },
      false,
    ],
    [
      'yarn, from another registry with the same hash',
      { 'yarn.lock': yarn('mocha@10.8.2', 'https://example.org/mocha-10.8.2.tgz', '  integrity sha512-a\n') },
      true,
    ],
    ['yarn, an alias', { 'yarn.lock': yarn('mocha@npm:evil@10.8.2') }, false],
    ['yarn of today', { 'yarn.lock': berry('mocha@npm:10.8.2') }, true],
    [
      'yarn of today, with a registry of its own',
      { 'yarn.lock': berry('mocha@npm:10.8.2'), '.yarnrc.yml': 'npmRegistryServer: "https://example.org"\n' },
      false,
    ],
    ['yarn of today, an alias', { 'yarn.lock': berry('evil@npm:10.8.2') }, false],
    ['bun', { 'bun.lock': bun('mocha@10.8.2') }, true],
    ['bun, an alias', { 'bun.lock': bun('evil@10.8.2') }, false],
    ['nothing', { 'package.json': own }, false],
  ])('to %s: %s', (_, branch, expected) => {
    expect(moved('mocha', 'package-lock.json', npm(), branch)).toBe(expected)
  })
  test('a link, an alias and a registry of its own at the lock are no pins that another manager has', () => {
    for (const more of [{ link: true }, { name: 'evil' }, { version: 'file:mocha' }])
      expect(moved('mocha', 'package-lock.json', npm(more), { 'pnpm-lock.yaml': pnpm() })).toBe(false)
    const private_ = npm({ resolved: 'https://example.org/mocha.tgz', integrity: undefined })
    expect(moved('mocha', 'package-lock.json', private_, { 'pnpm-lock.yaml': pnpm() })).toBe(false)
  })
  test('every version that the old one has', () => {
    const two = npm().replace('"packages":{', '"packages":{"node_modules/x/node_modules/mocha":{"version":"9.0.0"},')
    expect(moved('mocha', 'package-lock.json', two, { 'pnpm-lock.yaml': pnpm() })).toBe(false)
    const both = `${pnpm()}  mocha@9.0.0:\n    resolution: {integrity: sha512-c}\n`
    expect(moved('mocha', 'package-lock.json', two, { 'pnpm-lock.yaml': both })).toBe(true)
    expect(moved('mocha', 'package-lock.json', npm(), { 'pnpm-lock.yaml': both })).toBe(false)
  })
})

describe('from requirements.txt', () => {
  const uv = (source = `{ registry = "${host('pypi', 'org')}/simple" }`, version = '8.3.4') =>
    `version = 1\n\n[[package]]\nname = "pytest"\nversion = "${version}"\nsource = ${source}\nwheels = [{ url = "u", hash = "sha256:a" }]\n`
  const group = (requirement: string, more = '') => `[dependency-groups]\ndev = ["${requirement}"]\n${more}`
  test.each<[string, string, Files, boolean]>([
    ['uv.lock', 'Pytest==8.3.4\n', { 'uv.lock': uv() }, true],
    ['uv.lock, another version', 'pytest==8.3.4\n', { 'uv.lock': uv(undefined, '8.3.5') }, false],
    ['uv.lock, a path', 'pytest==8.3.4\n', { 'uv.lock': uv('{ directory = "vendor" }') }, false],
    ['uv.lock, another index', 'pytest==8.3.4\n', { 'uv.lock': uv('{ registry = "https://example.org" }') }, false],
    [
      'uv.lock, another index and the same hash',
      'pytest==8.3.4 --hash=sha256:a\n',
      { 'uv.lock': uv('{ registry = "https://example.org" }') },
      true,
    ],
    ['uv.lock, another hash', 'pytest==8.3.4 --hash=sha256:b\n', { 'uv.lock': uv() }, false],
    ['uv.lock, from a range', 'pytest>=8\n', { 'uv.lock': uv() }, false],
    ['uv.lock, from an index of its own', '-i https://example.org\npytest==8.3.4\n', { 'uv.lock': uv() }, false],
    [
      'uv.lock, with a source in pyproject.toml',
      'pytest==8.3.4\n',
      { 'uv.lock': uv(), 'pyproject.toml': group('pytest', '[tool.uv.sources]\npytest = { path = "v" }\n') },
      false,
    ],
    [
      'uv.lock, with a list that differs',
      'pytest==8.3.4\n',
      { 'uv.lock': uv(), 'requirements-dev.txt': 'pytest==8.3.5\n' },
      false,
    ],
    [
      'uv.lock, with a list that has a path',
      'pytest==8.3.4\n',
      { 'uv.lock': uv(), 'requirements-dev.txt': './wheels/x.whl\n' },
      false,
    ],
    [
      'uv.lock, with a list that has a path of the lock',
      '-e .\npytest==8.3.4\n',
      { 'uv.lock': uv(), 'requirements-dev.txt': '-e .\n' },
      true,
    ],
    [
      'poetry.lock',
      'pytest==8.3.4\n',
      { 'poetry.lock': '[[package]]\nname = "pytest"\nversion = "8.3.4"\nfiles = [{file = "f", hash = "sha256:a"}]\n' },
      true,
    ],
    [
      'Pipfile.lock',
      'pytest==8.3.4\n',
      { 'Pipfile.lock': '{"develop":{"pytest":{"version":"==8.3.4","index":"pypi"}}}' },
      true,
    ],
    [
      'Pipfile.lock, another index',
      'pytest==8.3.4\n',
      { 'Pipfile.lock': '{"develop":{"pytest":{"version":"==8.3.4","index":"x"}}}' },
      false,
    ],
    ['another list', 'pytest==8.3.4\n', { 'requirements-dev.txt': 'pytest==8.3.4\n' }, true],
    [
      'another list, for some only',
      'pytest==8.3.4\n',
      { 'requirements-dev.txt': 'pytest==8.3.4; python_version < "3"\n' },
      false,
    ],
    [
      'another list with wheels of its own',
      'pytest==8.3.4\n',
      { 'requirements-dev.txt': '--find-links ./wheels\npytest==8.3.4\n' },
      false,
    ],
    ['a dependency group', 'pytest==8.3.4\n', { 'pyproject.toml': group('pytest==8.3.4') }, true],
    ['a dependency group with a range', 'pytest==8.3.4\n', { 'pyproject.toml': group('pytest>=8') }, false],
    ['a dependency group with an address', 'pytest==8.3.4\n', { 'pyproject.toml': group('pytest @ file:///v') }, false],
    [
      'a dependency group with a source',
      'pytest==8.3.4\n',
      { 'pyproject.toml': group('pytest==8.3.4', '[tool.uv.sources]\npytest = { path = "v" }\n') },
      false,
    ],
    ['a pyproject.toml that cannot be read', 'pytest==8.3.4\n', { 'uv.lock': uv(), 'pyproject.toml': '[' }, false],
    ['nothing', 'pytest==8.3.4\n', {}, false],
  ])('to %s', (_, before, branch, expected) => {
    expect(moved('pytest', 'requirements.txt', before, branch)).toBe(expected)
  })
  test('fewer files of uv.lock are the same, more are only from the public index', () => {
    const list = { 'requirements.txt': 'pytest==8.3.4 --hash=sha256:a\n' }
    const two = uv('{ registry = "https://example.org" }').replace('wheels = [', 'wheels = [{ hash = "sha256:c" }, ')
    expect(moved('pytest', 'uv.lock', two, list)).toBe(true)
    expect(moved('pytest', 'requirements.txt', list['requirements.txt'], { 'uv.lock': two })).toBe(false)
    expect(
      moved('pytest', 'requirements.txt', list['requirements.txt'], {
        'uv.lock': two.replace('https://example.org', `${host('pypi', 'org')}/simple`),
      }),
    ).toBe(true)
  })
})

describe('a lockfile that is new beside those of the lock', () => {
  const list = 'pytest==8.3.4\n'
  const uv = (version: string, source = '{ registry = "https://example.org" }') =>
    `[[package]]\nname = "pytest"\nversion = "${version}"\nsource = ${source}\nsdist = { hash = "sha256:a" }\n`
  const npm = '{"packages":{"node_modules/mocha":{"version":"10.8.2","integrity":"sha512-a"}}}'
  const pnpm = (version: string, hash = 'a') =>
    `packages:\n  mocha@${version}:\n    resolution: {integrity: sha512-${hash}}\n`
  test.each<[string, Files, Files, readonly string[]]>([
    ['pnpm-lock.yaml', { 'package-lock.json': npm }, { 'pnpm-lock.yaml': pnpm('10.8.2') }, []],
    ['pnpm-lock.yaml', { 'package-lock.json': npm }, { 'pnpm-lock.yaml': pnpm('10.8.3') }, ['mocha']],
    ['pnpm-lock.yaml', { 'package-lock.json': npm }, { 'pnpm-lock.yaml': pnpm('10.8.2', 'b') }, ['mocha']],
    ['pnpm-lock.yaml', { 'pnpm-lock.yaml': pnpm('10.8.2') }, { 'pnpm-lock.yaml': pnpm('10.8.3') }, []],
    ['web/pnpm-lock.yaml', { 'package-lock.json': npm }, { 'web/pnpm-lock.yaml': pnpm('10.8.3') }, []],
    ['pnpm-lock.yaml', {}, { 'pnpm-lock.yaml': pnpm('10.8.3') }, []],
    ['uv.lock', { 'requirements.txt': 'pytest==8.3.4 --hash=sha256:a\n' }, { 'uv.lock': uv('8.3.4') }, []],
    ['uv.lock', { 'requirements.txt': list }, { 'uv.lock': uv('8.3.5') }, ['pytest']],
    ['uv.lock', { 'requirements.txt': 'pytest>=8\n' }, { 'uv.lock': uv('8.3.5') }, []],
    ['uv.lock', { 'requirements.txt': 'pytest>=8\n' }, { 'uv.lock': uv('8.3.5', '{ path = "v" }') }, ['pytest']],
    ['requirements-x.txt', { 'requirements.txt': list }, { 'requirements-x.txt': 'pytest==1\n' }, []],
  ])('%s beside %j: %j', (path, lock, added, expected) => {
    expect(differingTools(memoryView(lock), memoryView({ ...lock, ...added }), path)).toEqual(expected)
  })
  test('is no concern where the old one is gone, which says so itself', () => {
    const branch = memoryView({ 'pnpm-lock.yaml': pnpm('10.8.3') })
    expect(differingTools(memoryView({ 'package-lock.json': npm }), branch, 'pnpm-lock.yaml')).toEqual([])
  })
  test('is told of in the composed tree', () => {
    const lock = { 'package-lock.json': npm, 'package.json': '{}' }
    const told = (branch: Files) => {
      const tree = compose({
        lock: memoryView(lock),
        branch: memoryView(branch),
        projects: [{ directory: '.', stack: node }],
      })
      return tree.ok ? tree.value.anomalies.map(({ kind, path }) => `${kind} ${path}`) : []
    }
    expect(told({ ...lock, 'pnpm-lock.yaml': pnpm('10.8.3') })).toEqual([
      'test-tool-changed pnpm-lock.yaml',
      'lockfile-changed pnpm-lock.yaml',
    ])
    expect(told({ 'package.json': '{}', 'pnpm-lock.yaml': pnpm('10.8.2') })).toEqual([
      'lockfile-changed package-lock.json',
      'lockfile-changed pnpm-lock.yaml',
    ])
  })
})

test('lockfiles of other languages are compared by themselves alone', () => {
  expect(moved('insta', 'Cargo.lock', '', { 'Cargo.lock': '' })).toBe(false)
})
