import { expect, test } from 'vitest'
import { isRunnable } from './runnable.ts'

test.each([
  ['src/a.test.ts', ''],
  ['src/a.spec.tsx', 'export const x = 1'],
  ['test/cart.js', "import { test } from 'node:test'\nfor (const x of [1]) test(`a` + x, () => {})\n"],
  ['__tests__/cart.ts', "describe.each([1])('x', () => {})\n"],
  ['tests/test_cart.py', 'def test_a():\n    pass\n'],
  ['tests/test_cart.py', 'class TestCart:\n    async def test_a(self):\n        pass\n'],
  ['cart/cart_test.go', 'package cart\n\nfunc TestTotal(t *testing.T) {}\n'],
  ['crates/a/tests/it.rs', '#[test]\nfn a() {}\n'],
  ['cart_test.py', 'import unittest\nclass Cart(unittest.TestCase):\n    pass\n'],
])('%s is a test file', (path, text) => {
  expect(isRunnable(path, text)).toBe(true)
})

test.each([
  ['cart/helpers_test.go', 'package cart\n\nfunc same(a, b int) bool { return a == b }\n'],
  ['tests/common/mod.rs', 'pub fn same() {}\n'],
  ['tests/helpers.js', 'export const same = (a, b) => a === b\n'],
  ['test/behaviour.js', "export const behaves = () => { it('works', () => {}) }\n"],
  ['test/behaviour.js', "const { it } = require('mocha')\nmodule.exports = () => { it('works', () => {}) }\n"],
  ['__tests__/setup.ts', 'globalThis.x = 1\n'],
  ['test/server.js', "const emit = (x) => x.test('y')\n"],
  ['test/types.d.ts', 'declare const test: (x: string) => void\n'],
  ['tests/conftest.py', 'import pytest\n\n@pytest.fixture\ndef test_data():\n    return 1\n'],
  ['tests/helpers.py', 'def test_user():\n    return 1\n'],
  ['tests/test_helpers.py', 'def user():\n    return 1\n'],
  ['test/fixtures/a.test.js', ''],
  ['tests/__snapshots__/a.test.ts.snap', ''],
  ['tests/data.json', '{"test": 1}'],
])('%s %j is none', (path, text) => {
  expect(isRunnable(path, text)).toBe(false)
})
