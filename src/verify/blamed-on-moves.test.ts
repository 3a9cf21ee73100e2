import { expect, test } from 'vitest'
import { blamedOnMoves } from './blamed-on-moves.ts'
import type { Examined } from './examine.ts'

const moves = [{ from: 'web/', to: 'apps/web/' }]
const one = (status: string, blocking: readonly string[], failing: readonly unknown[] = []): Examined =>
  ({ status, blocking, failing, attribution: 'change' }) as unknown as Examined
const word = (examined: Examined) => blamedOnMoves(moves, [examined])[0]?.status

test('what does not run because a command names the place that a package left is nobody’s fault', () => {
  expect(word(one('fail', ['tests: w is required and did not run']))).toBe('error')
  expect(word(one('fail', ['types: pattern ./web/...: no such directory'], [{}]))).toBe('error')
  expect(blamedOnMoves(moves, [one('fail', ['a'])])[0]?.blocking[1]).toContain('moves web/ to apps/web/')
})

test('a test that failed, a pass, and everything where nothing was moved stay as they are', () => {
  expect(word(one('fail', ['tests: total.test.js::adds failed'], [{}]))).toBe('fail')
  expect(word(one('fail', ['tests: webhooks failed'], [{}]))).toBe('fail')
  expect(word(one('pass', []))).toBe('pass')
  expect(blamedOnMoves([], [one('fail', ['a'])])[0]?.status).toBe('fail')
})
