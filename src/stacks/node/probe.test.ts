import { describe, expect, test } from 'vitest'
import type { Probe } from '../../model/stack.ts'
import { viewOfFiles } from './fixtures/view.ts'
import { jest } from './jest.ts'
import { mocha } from './mocha.ts'
import { nodeTest } from './node-test.ts'
import { probePath } from './probe-path.ts'
import { vitest } from './vitest.ts'

// In one piece it would choose the environment of this very file.
const ENVIRONMENT = ['@vitest', 'environment'].join('-')

type Make = (typeof vitest)['probe']
const of = (make: Make, path: string, text: string, more: Record<string, string> = {}): Probe | undefined =>
  make?.(viewOfFiles({ [path]: text, ...more }), path)
const headOf = (probe: Probe | undefined): readonly string[] => (probe?.text.split('\n\n')[0] ?? '').split('\n')

describe('the path', () => {
  test.each([
    ['limiter.test.ts', 'triverdict-probe.test.ts'],
    ['test/foo.js', 'test/triverdict-probe.js'],
    ['src/__tests__/a.tsx', 'src/__tests__/triverdict-probe.tsx'],
    ['a/user.service.spec.ts', 'a/triverdict-probe.service.spec.ts'],
    ['limiter-test.js', 'triverdict-probe-test.js'],
    ['limiter_test.mjs', 'triverdict-probe_test.mjs'],
    ['test-limiter.cjs', 'test-triverdict-probe.cjs'],
    ['test/LimiterSpec.js', 'test/triverdict-probeSpec.js'],
    ['test.js', 'triverdict-probe.test.js'],
    ['Makefile', undefined],
  ])('%s → %s', (sample, expected) => {
    expect(probePath(viewOfFiles({ [sample]: '' }), sample)).toBe(expected)
  })

  test('never one that exists', () => {
    const view = viewOfFiles({ 'a.test.ts': '', 'triverdict-probe.test.ts': '', 'triverdict-probe-2.test.ts': '' })
    expect(probePath(view, 'a.test.ts')).toBe('triverdict-probe-3.test.ts')
  })
})

test('a whole probe, in the form of its sample', () => {
  const probe = of(
    vitest.probe,
    'test/cart.test.ts',
    `// ${ENVIRONMENT} jsdom
import { readFile } from 'node:fs/promises'
import axios from 'axios'
import { describe, it as check, expect, vi } from 'vitest'
import type { Cart } from '../src/types.js'
import { total } from '../src/cart.js'
import rates from '../src/rates.json'
import { send } from '../src/mail.js'
// import '../src/commented.js'
vi.mock('../src/mail.js', () => ({ send: vi.fn() }))
describe('cart', () => {
  check('sums', async () => {
    const { late } = await import('../src/late.js')
    expect(total([1])).toBe(1)
    expect(late).toEqual([])
  })
})
`,
  )
  expect(probe).toEqual({
    path: 'test/triverdict-probe.test.ts',
    mustPass: 'triverdict probe must pass',
    mustFail: 'triverdict probe must fail',
    text: `/**
 * ${ENVIRONMENT} jsdom
 */
import { it as check, expect } from 'vitest'
import '../src/cart.js'

check('triverdict probe must pass', () => {
  expect(1).toBe(1)
})

check('triverdict probe must fail', async () => {
  await import('../src/late.js').catch(() => {})
  const typed: number = 'not a number'
  void typed
  const wrongs = [
    () => expect(1).toBe(2),
    () => expect([1]).toEqual([2]),
  ]
  for (const wrong of wrongs) {
    let told = false
    try {
      wrong()
    } catch {
      told = true
    }
    if (!told) return
  }
  expect(1).toBe(2)
})
`,
  })
})

describe('how a probe begins', () => {
  test.each<[string, Make, string, string, readonly string[]]>([
    [
      'vitest globals',
      vitest.probe,
      'a.test.js',
      "import './x.js'\nit('a', () => expect(1).toBe(1))",
      ["import './x.js'"],
    ],
    [
      'vitest, a test of its own making',
      vitest.probe,
      'a.test.js',
      "import { test as base, expect } from 'vitest'\nconst test = base.extend({})\ntest('a', () => {})",
      ["import { test as base, expect } from 'vitest'"],
    ],
    [
      'a test from a module of the project',
      vitest.probe,
      'a.test.js',
      "import { expect, test } from './with-database'\ntest('a', () => expect(1).toBe(1))",
      ["import { test, expect } from './with-database'"],
    ],
    [
      'jest, required',
      jest.probe,
      'a.test.js',
      "const { total } = require('./cart')\njest.mock('./mail')\nconst mail = require('./mail')\ntest('a', () => expect(total).toBe(1))",
      ["require('./cart')"],
    ],
    [
      'jest, its globals imported',
      jest.probe,
      'a.test.ts',
      "import { expect, it } from '@jest/globals'\nimport { total } from './cart'\nit('a', () => expect(total).toBe(1))",
      ["import { it, expect } from '@jest/globals'", "import './cart'"],
    ],
    [
      'mocha with node:assert',
      mocha.probe,
      'test/a.js',
      "const assert = require('node:assert/strict')\nconst cart = require('../src/cart')\nit('a', () => { assert.equal(cart.total, 1) })",
      ["const assert = require('node:assert/strict')", "require('../src/cart')"],
    ],
    [
      'mocha with functions of assert',
      mocha.probe,
      'test/a.mjs',
      "import { strictEqual as same } from 'assert'\nimport '../src/cart.mjs'\nit('a', () => { same(1, 1) })",
      ["import { strictEqual as same } from 'assert'", "import '../src/cart.mjs'"],
    ],
    [
      'mocha with chai by its name',
      mocha.probe,
      'test/a.js',
      "const chai = require('chai')\nconst { expect } = chai\ntest('a', () => { expect(1).to.equal(1) })",
      ["const chai = require('chai')"],
    ],
    [
      'mocha with chai.expect',
      mocha.probe,
      'test/a.js',
      "const expect = require('chai').expect\nit('a', () => { expect(1).to.deep.equal(1) })",
      ["const expect = require('chai').expect"],
    ],
    [
      'mocha with something unknown',
      mocha.probe,
      'test/a.js',
      "require('should')\nit('a', () => { (1).should.equal(1) })",
      ["const assert = require('node:assert')"],
    ],
    [
      'node:test',
      nodeTest.probe,
      'test/a.test.js',
      "import assert from 'node:assert'\nimport test from 'node:test'\nimport { a } from '../a.js'\ntest('a', () => assert.ok(a))",
      ["import assert from 'node:assert'", "import test from 'node:test'", "import '../a.js'"],
    ],
    [
      'TypeScript without imports of its own',
      jest.probe,
      'a.test.ts',
      "test('a', () => { expect(1).toBe(1) })\nexport {}\n",
      ['export {}'],
    ],
    [
      'require in a module',
      nodeTest.probe,
      'a.test.mjs',
      "import { createRequire } from 'node:module'\nimport { it } from 'node:test'\nconst require = createRequire(import.meta.url)\nconst x = require('./x.cjs')\nit('a', () => {})",
      [
        "import { createRequire } from 'node:module'",
        'const require = createRequire(import.meta.url)',
        "import { it } from 'node:test'",
        "require('./x.cjs')",
        "import assert from 'node:assert'",
      ],
    ],
  ])('%s', (_, make, path, text, expected) => {
    expect(headOf(of(make, path, text))).toEqual(expected)
  })

  test('modules of the project under other names are loaded, packages and mere types are not', () => {
    const text = `import { test } from 'vitest'
import '@/cart'
import '#internal'
import 'shop/cart'
import 'shop'
import '@org/neighbour'
import 'lodash/fp'
import { Types } from './types'
test('a', () => {})`
    const probe = of(vitest.probe, 'a.test.ts', text, {
      'package.json': '{"name":"shop","dependencies":{"@org/neighbour":"workspace:*","lodash":"4"}}',
      'types.d.ts': '',
    })
    expect(headOf(probe)).toEqual([
      "import { test, expect } from 'vitest'",
      "import '@/cart'",
      "import '#internal'",
      "import 'shop/cart'",
      "import 'shop'",
      "import '@org/neighbour'",
    ])
  })
})

test.each<[string, Make, string, string]>([
  ['no function of the runner is used', mocha.probe, 'test/a.js', 'exports.suite = { a() {} }'],
  ['node:test is not loaded', nodeTest.probe, 'a.test.js', "import assert from 'node:assert'\nassert.ok(1)"],
  [
    'tests inside of the product',
    vitest.probe,
    'src/a.ts',
    'if (import.meta.vitest) { const { test } = import.meta.vitest }',
  ],
])('no probe: %s', (_, make, path, text) => {
  expect(of(make, path, text)).toBeUndefined()
})

test('no probe without the sample', () => {
  expect(vitest.probe?.(viewOfFiles({}), 'a.test.js')).toBeUndefined()
})
