import picomatch from 'picomatch'
import { describe, expect, test } from 'vitest'
import type { Some } from '../../model/result.ts'
import type { Place } from '../../model/stack.ts'
import { viewOfFiles } from './fixtures/view.ts'
import { lockedIn } from './locked.ts'
import { node } from './stack.ts'

const words = (line: string) => line.split(' ') as unknown as Some<string>
const recogniser = (line: string) => node.tools.find((tool) => tool.recognises(words(line)))
const place: Place = {
  reportDirectory: '/r',
  reporters: '/own',
  tree: '/t',
  project: viewOfFiles({ 'package.json': '{}' }),
  directory: '.',
}
const instrumented = (line: string, project = place.project) =>
  recogniser(line)?.instrument(words(line), { ...place, project })

test.each([
  ['vitest', 'vitest'],
  ['vitest --run src', 'vitest'],
  ['./node_modules/.bin/vitest run', 'vitest'],
  ['cross-env A=1 vitest', 'vitest'],
  ['jest --ci', 'jest'],
  ['node --experimental-vm-modules node_modules/.bin/jest', 'jest'],
  ['mocha', 'mocha'],
  ['_mocha -R spec', 'mocha'],
  ['nyc --all mocha', 'mocha'],
  ['node --import tsx --test', 'node-test'],
  ['c8 node --test', 'node-test'],
  ['tsc', 'tsc'],
  ['tsc -b', 'tsc'],
  ['tsc -p tsconfig.build.json --noEmit', 'tsc'],
  ['eslint .', 'eslint'],
  ['biome ci', 'biome'],
])('%s is %s', (line, id) => {
  expect(recogniser(line)?.id).toBe(id)
})

test.each([
  'vitest bench',
  'vitest list',
  'jest --listTests',
  'tsc --version',
  'tsc -b --clean',
  'eslint --print-config a.js',
  'biome migrate',
  'playwright test',
  'tap',
  'react-scripts test',
  'node test.js',
  'node -e 1',
])('%s is none of them', (line) => {
  expect(recogniser(line)).toBeUndefined()
})

describe('instrument', () => {
  test.each([
    'vitest --watch --retry 3 --bail=1 -u --reporter=dot --passWithNoTests --changed main --outputFile x',
    'jest --watchAll -u --bail --reporters x --onlyChanged --passWithNoTests --outputFile x --coverageThreshold {}',
    'mocha -w --retries 2 -b -R dot --dry-run -O a=b',
    'node --test --watch --test-reporter=tap --test-reporter-destination=x --test-coverage-lines 90',
    'tsc -w --pretty --listFiles --incremental false',
    'eslint --fix --cache --cache-location x -f stylish -o y',
    'biome check --write --changed --since=main --max-diagnostics 5',
  ])('what the command says about reports, retries, watching and writing is gone: %s', (line) => {
    const argv = instrumented(line)?.argv ?? []
    const bare = recogniser(line)?.instrument(
      words(
        line
          .split(' ')
          .slice(0, line.startsWith('biome') || line.startsWith('node') ? 2 : 1)
          .join(' '),
      ),
      place,
    ).argv
    expect([...argv].toSorted()).toEqual([...(bare ?? [])].toSorted())
  })

  test.each([
    ['vitest run src/a --coverage.provider=v8 -t name', ['src/a', '-t', 'name']],
    ['jest --testPathPattern src -t name', ['--testPathPattern', 'src', '-t', 'name']],
    ['mocha -r ts-node/register test/**/*.ts --exit', ['-r', 'ts-node/register', 'test/**/*.ts', '--exit']],
    ['node --import tsx --test test/*.ts', ['--import', 'tsx', '--test', 'test/*.ts']],
    ['tsc -p a.json --noEmit', ['-p', 'a.json', '--noEmit']],
    ['eslint --max-warnings 0 src', ['--max-warnings', '0', 'src']],
    ['biome lint --error-on-warnings src', ['--error-on-warnings', 'src']],
  ])('the rest is kept: %s', (line, kept) => {
    expect(instrumented(line)?.argv).toEqual(expect.arrayContaining(kept))
  })

  test('the environment names the stream, and nothing is ever a question', () => {
    for (const line of ['vitest', 'jest', 'mocha', 'node --test'])
      expect(instrumented(line)?.env).toEqual({ CI: '1', TRIVERDICT_EVENTS: '/r/events.jsonl' })
  })

  test('wrappers and flags of node stay in front', () => {
    expect(instrumented('cross-env A=1 c8 --all mocha --exit')?.argv.slice(0, 4)).toEqual([
      'cross-env',
      'A=1',
      'c8',
      '--all',
    ])
    expect(instrumented('node --experimental-vm-modules node_modules/.bin/jest')?.argv.slice(0, 3)).toEqual([
      'node',
      '--experimental-vm-modules',
      'node_modules/.bin/jest',
    ])
  })

  test.each([
    ['vitest run --coverage', {}, true],
    ['vitest run', { 'vitest.config.ts': 'test: { coverage: { provider: "v8", enabled: true } }' }, true],
    ['vitest run --coverage=false', { 'vitest.config.ts': 'test: { coverage: { enabled: true } }' }, false],
    ['vitest run', { 'vitest.config.ts': 'test: { coverage: { provider: "v8" } }' }, false],
    ['jest', { 'package.json': '{"jest":{"collectCoverage": true}}' }, true],
    ['jest --coverage', {}, true],
    ['jest', {}, false],
    ['c8 mocha', {}, true],
    ['mocha', {}, false],
    ['node --test --experimental-test-coverage', {}, true],
  ])('coverage only where the project asks for it: %s %j', (line, files, measured) => {
    const channels = instrumented(line, viewOfFiles({ 'package.json': '{}', ...files }))?.channels ?? []
    expect(channels.some(({ role, required }) => role === 'coverage' && !required)).toBe(measured)
    expect(channels[0]).toMatchObject({ role: 'events', required: true })
  })

  test('a bare --coverage of vitest never stands behind the options below it, which it would drop', () => {
    const argv = instrumented('vitest run --coverage src')?.argv ?? []
    expect(argv).not.toContain('--coverage')
    expect(argv).toEqual(expect.arrayContaining(['--coverage.enabled=true', 'src']))
    expect(instrumented('vitest run --coverage=false')?.argv).toContain('--coverage.enabled=false')
  })

  test.each([
    [{}, ['-b', 'tsconfig.json', '--noEmit']],
    [{ 'package.json': '{"devDependencies":{"typescript":"~5.4.2"}}' }, ['-b', 'tsconfig.json', '--declaration']],
    [{ 'package-lock.json': '{"node_modules/typescript": {"version": "5.6.3"}}' }, ['-b', 'tsconfig.json', '--noEmit']],
    [{ 'a/tsconfig.json': '{"references":[{"path":"../b"}]}' }, ['-b', 'tsconfig.json', '--declaration']],
  ])('a solution is built, silently where the compiler can: %j', (files, argv) => {
    const solution = { 'package.json': '{}', 'tsconfig.json': '{"files":[],"references":[{"path":"./a"}]}', ...files }
    const call = instrumented('tsc --noEmit', viewOfFiles(solution))
    expect(call?.argv.slice(1, 4)).toEqual(argv)
    expect(call?.argv).toContain('--force')
    expect(call?.notes?.[0]).toMatchObject({ kind: 'solution-built', severity: 'info', path: 'tsconfig.json' })
  })

  test.each([
    ['tsc --noEmit', '{"include":["src"],"files":[],"references":[{"path":"./a"}]}'],
    ['tsc --noEmit', '{"references":[{"path":"./a"}]}'],
    ['tsc --noEmit', '{"files":[]}'],
    ['tsc -p src --noEmit', '{"files":[],"references":[{"path":"./a"}]}'],
    ['tsc --noEmit a.ts', '{"files":[],"references":[{"path":"./a"}]}'],
  ])('everything else is left as it is: %s %s', (line, text) => {
    const call = instrumented(line, viewOfFiles({ 'package.json': '{}', 'tsconfig.json': text }))
    expect(call?.argv).not.toContain('-b')
    expect(call?.notes).toBeUndefined()
  })

  test('build-info is never read from the tree', () => {
    const composite = viewOfFiles({ 'tsconfig.json': '{"compilerOptions":{"composite":true}}' })
    expect(instrumented('tsc -b')?.argv).toContain('--force')
    expect(instrumented('tsc --noEmit', composite)?.argv).toContain('/r/tsc.tsbuildinfo')
    expect(instrumented('tsc --noEmit')?.argv).not.toContain('--incremental')
  })
})

test.each([
  ['vitest run --coverage src', 'vitest run --coverage test/a.ts'],
  ['jest --ci old.js', 'jest --ci --runTestsByPath test/a.ts'],
  ['mocha --exit -r x test/*.js', 'mocha --exit -r x test/a.ts'],
  ['c8 node --import tsx --test test/*.ts', 'c8 node --import tsx --test test/a.ts'],
])('narrow: %s', (line, expected) => {
  expect(recogniser(line)?.narrow?.(words(line), ['test/a.ts'])?.join(' ')).toBe(expected)
})

test.each([
  ['vitest', { 'package.json': '{\n  "devDependencies": {\n    "vitest": "4"\n  }\n}' }, 'package.json', 3],
  ['vitest', { 'vitest.config.ts': '' }, 'vitest.config.ts', null],
  ['jest', { 'package.json': '{\n  "jest": {}\n}' }, 'package.json', 2],
  ['mocha', { '.mocharc.yml': '' }, '.mocharc.yml', null],
  ['node-test', { 'package.json': '{\n"scripts": {\n"test": "node --import tsx --test"}}' }, 'package.json', 3],
  ['tsc', { 'package.json': '{"devDependencies":{"typescript":"5"}}', 'tsconfig.json': '{}' }, 'tsconfig.json', null],
  ['eslint', { 'eslint.config.mjs': '' }, 'eslint.config.mjs', null],
  ['biome', { 'biome.jsonc': '' }, 'biome.jsonc', null],
])('%s is adopted by %j', (id, files, file, line) => {
  const tool = node.tools.find((candidate) => candidate.id === id)
  expect(tool?.adopted(viewOfFiles(files as Record<string, string>))).toMatchObject({ file, line })
})

test('tsc is not adopted by a tsconfig alone, nor by the compiler alone; eslint not without a configuration', () => {
  const adopted = (files: Record<string, string>) =>
    node.tools.filter((tool) => tool.adopted(viewOfFiles(files)) !== undefined).map((tool) => tool.id)
  expect(adopted({ 'package.json': '{}', 'tsconfig.json': '{}' })).toEqual([])
  expect(adopted({ 'package.json': '{"devDependencies":{"typescript":"5","eslint":"9"}}' })).toEqual([])
})

test('a solution is built, everything else is only checked', () => {
  const tsc = node.tools.find((tool) => tool.id === 'tsc')
  expect(tsc?.defaultArgv(viewOfFiles({ 'tsconfig.json': '{"files":[],"references":[{"path":"a"}]}' }))).toEqual([
    'tsc',
    '-b',
  ])
  expect(tsc?.defaultArgv(viewOfFiles({ 'tsconfig.json': '{}' }))).toEqual(['tsc', '--noEmit'])
  expect(tsc?.emits?.(['tsc', '-b'])).toBe(true)
  expect(tsc?.emits?.(['tsc', '--noEmit', 'false'])).toBe(true)
  expect(tsc?.emits?.(['tsc', '--noEmit'])).toBe(false)
})

describe('path classes', () => {
  const classOf = (path: string, locked = node.locked) =>
    (['tests', 'activating', 'judge', 'build', 'manifests'] as const).filter((part) =>
      picomatch([...locked[part]], { dot: true })(path),
    )

  test.each([
    ['src/a.test.ts', ['tests']],
    ['src/a.spec.jsx', ['tests']],
    ['src/__tests__/a.js', ['tests']],
    ['packages/a/test/fixtures/x.json', ['tests']],
    ['src/__snapshots__/a.snap', ['tests']],
    ['vitest.config.ts', ['activating', 'judge']],
    ['packages/a/.mocharc.json', ['activating', 'judge']],
    ['tsconfig.build.json', ['judge']],
    ['.npmrc', ['activating', 'judge']],
    ['__mocks__/fs.js', ['activating']],
    ['webpack.config.js', ['build']],
    ['babel.config.js', ['build']],
    ['package.json', ['manifests']],
    ['pnpm-lock.yaml', ['manifests']],
    ['src/index.ts', []],
    ['src/testing/driver.ts', []],
    ['src/latest.ts', []],
  ])('%s', (path, classes) => {
    expect(classOf(path)).toEqual(classes)
  })

  test('vite.config judges where vitest reads it, and builds beside a configuration of vitest', () => {
    expect(classOf('vite.config.ts')).toEqual(['judge'])
    expect(classOf('vite.config.ts', lockedIn(viewOfFiles({ 'vitest.config.ts': '' })))).toEqual(['build'])
  })
})

test('tests are there when a runner would find them by its defaults', () => {
  const has = (path: string) => node.hasTests(viewOfFiles({ [path]: '' }))
  expect(['a.test.ts', 'test/a.js', 'src/__tests__/a.tsx'].map(has)).toEqual([true, true, true])
  expect(['src/a.ts', 'test/fixtures/a.js', 'test/a.json', 'types/a.test.d.ts'].map(has)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
