import { describe, expect, test } from 'vitest'
import type { Some } from '../../model/result.ts'
import type { Tool } from '../../model/stack.ts'
import { installKit, makeProject, runReal } from './fixtures/real-kit.ts'
import { viewOfFiles } from './fixtures/view.ts'
import { jest } from './jest.ts'
import { mocha } from './mocha.ts'
import { nodeTest } from './node-test.ts'
import { vitest } from './vitest.ts'

// With vitest 4.1.12, jest 30.5.2, mocha 11.8.0. The kit is installed once.
installKit()

type Files = Readonly<Record<string, string>>

/** What a real run says of the test that must pass and of the one that must fail. */
const probed = (tool: Tool, line: string, sample: string, files: Files): readonly unknown[] => {
  const probe = tool.probe?.(viewOfFiles(files), sample)
  if (probe === undefined) return ['no probe']
  using project = makeProject({ ...files, [probe.path]: probe.text })
  const narrowed = tool.narrow?.(line.split(' ') as unknown as Some<string>, [probe.path])
  if (narrowed === undefined) return ['not narrowed']
  const { events } = runReal(tool, narrowed, project.root)
  return [probe.mustPass, probe.mustFail].map(
    (name) => events.find((event) => event.name === name && event.file === `${project.root}/${probe.path}`)?.status,
  )
}

const RIGHT = ['passed', 'failed']
const LIES = ['passed', 'passed']
const module = { 'package.json': '{"type":"module"}' }
const product = { 'src/cart.js': 'export const total = () => 1\n' }
const required = { 'package.json': '{}', 'src/cart.js': 'exports.total = () => 1\n' }

describe('vitest', () => {
  const sample =
    "import { expect, test } from 'vitest'\nimport { total } from '../src/cart.js'\ntest('a', () => { expect(total()).toBe(1) })\n"
  const globals = "import { total } from '../src/cart.js'\ntest('a', () => { expect(total()).toEqual(1) })\n"
  const config = (text: string): Files => ({ 'vitest.config.js': `export default { test: ${text} }\n` })
  const patch =
    "import * as chai from 'chai'\nchai.Assertion.prototype.assert = () => {}\nexport const total = () => 2\n"

  test.each<[string, Files, readonly string[]]>([
    ['honest', { 'test/a.test.js': sample }, RIGHT],
    ['honest with globals', { 'test/a.test.js': globals, ...config('{ globals: true }') }, RIGHT],
    [
      'honest, each test has to assert, nothing may be focused',
      {
        'test/a.test.js': sample,
        ...config(
          "{ expect: { requireAssertions: true }, allowOnly: false, setupFiles: ['./setup.js'], include: ['test/*.test.js'] }",
        ),
        'setup.js': "import { beforeEach, expect } from 'vitest'\nbeforeEach(() => { expect.hasAssertions() })\n",
      },
      RIGHT,
    ],
    [
      'a setup file that replaces test',
      {
        'test/a.test.js': globals,
        ...config("{ globals: true, setupFiles: ['./setup.js'] }"),
        'setup.js': 'const real = globalThis.test\nglobalThis.test = (name) => real(name, () => {})\n',
      },
      LIES,
    ],
    [
      'a setup file that replaces one matcher',
      {
        'test/a.test.js': globals,
        ...config("{ globals: true, setupFiles: ['./setup.js'] }"),
        'setup.js': "expect.extend({ toEqual: () => ({ pass: true, message: () => '' }) })\n",
      },
      LIES,
    ],
    ['a product that patches chai', { 'test/a.test.js': sample, 'src/cart.js': patch }, LIES],
    [
      'a product that is loaded late and patches chai',
      {
        'test/a.test.js':
          "import { expect, test } from 'vitest'\ntest('a', async () => {\n  const { total } = await import('../src/cart.js')\n  expect(total()).toBe(1)\n})\n",
        'src/cart.js': patch,
      },
      LIES,
    ],
  ])('%s', (_, files, expected) => {
    expect(probed(vitest, 'vitest run', 'test/a.test.js', { ...module, ...product, ...files })).toEqual(expected)
  })

  test('a file of which only the types are checked', () => {
    const files = {
      ...module,
      ...config("{ typecheck: { enabled: true, only: true, include: ['test/*.test.ts'] } }"),
      'tsconfig.json': '{"compilerOptions":{"strict":true,"module":"nodenext","noEmit":true,"skipLibCheck":true}}',
      'test/a.test.ts': "import { expect, test } from 'vitest'\ntest('a', () => { expect(1).toBe(1) })\n",
    }
    expect(probed(vitest, 'vitest run', 'test/a.test.ts', files)).toEqual(RIGHT)
  })
})

describe('jest', () => {
  const sample = "const { total } = require('../src/cart')\ntest('a', () => { expect(total()).toBe(1) })\n"
  const mute = 'const matchers = { toBe: () => {} }\nglobalThis.expect = () => matchers\n'
  const manifest = (options: string): Files => ({ 'package.json': `{"jest":${options}}` })

  test.each<[string, Files, readonly string[]]>([
    ['honest', {}, RIGHT],
    [
      'honest, in modules, globals imported',
      {
        ...module,
        ...product,
        'test/a.test.js':
          "import { expect, it } from '@jest/globals'\nimport { total } from '../src/cart.js'\nit('a', () => { expect(total()).toBe(1) })\n",
      },
      RIGHT,
    ],
    [
      'honest, in two projects with a setup that wants assertions',
      {
        ...manifest(
          '{"projects":[{"displayName":"one","setupFilesAfterEnv":["<rootDir>/setup.js"]},{"displayName":"two"}],"coverageThreshold":{"global":{"lines":100}}}',
        ),
        'setup.js': 'beforeEach(() => { expect.hasAssertions() })\n',
      },
      RIGHT,
    ],
    [
      'a setup file that replaces expect',
      { ...manifest('{"setupFilesAfterEnv":["./setup.js"]}'), 'setup.js': mute },
      LIES,
    ],
    ['a product that replaces expect', { 'src/cart.js': `${mute}exports.total = () => 2\n` }, LIES],
  ])('%s', (_, files, expected) => {
    expect(
      probed(jest, 'node --experimental-vm-modules node_modules/jest/bin/jest.js', 'test/a.test.js', {
        ...required,
        'test/a.test.js': sample,
        ...files,
      }),
    ).toEqual(expected)
  })
})

const BLANK =
  "const assert = require('node:assert')\nfor (const name of Object.keys(assert)) if (typeof assert[name] === 'function') assert[name] = () => {}\nexports.total = () => 2\n"
const ONE_BLANK = "require('node:assert').deepStrictEqual = () => {}\nexports.total = () => 2\n"

describe('mocha', () => {
  const assert =
    "const assert = require('node:assert')\nconst { total } = require('../src/cart')\ndescribe('a', () => { it('b', () => { assert.equal(total(), 1)\nassert.deepStrictEqual([total()], [1]) }) })\n"
  const chai =
    "import { expect } from 'chai'\nimport { total } from '../src/cart.js'\nit('a', () => { expect(total()).to.equal(1) })\n"

  test.each<[string, string, Files, readonly unknown[]]>([
    ['honest', 'mocha --forbid-only --check-leaks', { 'test/a.js': assert }, RIGHT],
    [
      'honest, with what is required and a configuration',
      'mocha --require ./setup.js',
      {
        'test/a.js': assert,
        'setup.js': 'exports.mochaHooks = { beforeEach() { this.ready = true } }\n',
        '.mocharc.json': '{"spec":["test/**/*.js"],"retries":2,"exit":true}',
      },
      RIGHT,
    ],
    [
      'honest in the style of suites',
      'mocha --ui tdd',
      { 'test/a.js': "const assert = require('assert')\nsuite('a', () => { test('b', () => { assert(true) }) })\n" },
      RIGHT,
    ],
    ['honest with chai', 'mocha', { ...module, ...product, 'test/a.js': chai }, RIGHT],
    [
      'honest, but every test has to be asynchronous',
      'mocha --async-only',
      { 'test/a.js': assert },
      ['failed', 'failed'],
    ],
    ['honest, but filtered by name', 'mocha --grep pass', { 'test/a.js': assert }, ['passed', undefined]],
    ['a product that blanks node:assert', 'mocha', { 'test/a.js': assert, 'src/cart.js': BLANK }, LIES],
    ['a product that blanks one function of it', 'mocha', { 'test/a.js': assert, 'src/cart.js': ONE_BLANK }, LIES],
    [
      'a product that patches chai',
      'mocha',
      {
        ...module,
        'test/a.js': chai,
        'src/cart.js':
          "import { Assertion } from 'chai'\nAssertion.prototype.assert = () => {}\nexport const total = () => 2\n",
      },
      LIES,
    ],
  ])('%s', (_, line, files, expected) => {
    expect(probed(mocha, line, 'test/a.js', { ...required, ...files })).toEqual(expected)
  })
})

describe('node:test', () => {
  const sample =
    "const assert = require('node:assert')\nconst { test } = require('node:test')\nconst { total } = require('../src/cart')\ntest('a', () => { assert.equal(total(), 1)\nassert.deepStrictEqual([total()], [1]) })\n"
  const esm =
    "import { deepStrictEqual } from 'node:assert/strict'\nimport { describe, it } from 'node:test'\nimport { total } from '../src/cart.js'\ndescribe('a', () => { it('b', () => { deepStrictEqual([total()], [1]) }) })\n"

  test.each<[string, Files, readonly string[]]>([
    ['honest', { 'test/a.test.js': sample }, RIGHT],
    ['honest, in modules', { ...module, ...product, 'test/a.test.js': esm }, RIGHT],
    ['a product that blanks node:assert', { 'test/a.test.js': sample, 'src/cart.js': BLANK }, LIES],
    ['a product that blanks one function of it', { 'test/a.test.js': sample, 'src/cart.js': ONE_BLANK }, LIES],
    [
      'a product that blanks one function for modules too',
      {
        ...module,
        'test/a.test.js': esm,
        'src/cart.js':
          "import strict from 'node:assert/strict'\nimport { syncBuiltinESMExports } from 'node:module'\nstrict.deepStrictEqual = () => {}\nsyncBuiltinESMExports()\nexport const total = () => 2\n",
      },
      LIES,
    ],
  ])('%s', (_, files, expected) => {
    expect(probed(nodeTest, 'node --test', 'test/a.test.js', { ...required, ...files })).toEqual(expected)
  })
})
