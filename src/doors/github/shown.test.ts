import { expect, test, vi } from 'vitest'
import { harmless, inGithubActions, shownJson, shownText } from './shown.ts'

test.each([
  ['::error::x', ':\u200b:error::x'],
  ['a\n  ::stop-commands::x', 'a\n  :\u200b:stop-commands::x'],
  ['a\r\u0085::add-mask::x', 'a\r\u0085:\u200b:add-mask::x'],
  ['x ##[error] y', 'x ##\u200b[error] y'],
  ['limits::burst', 'limits::burst'],
  ['a: b', 'a: b'],
])('no line of %o is a command', (text, expected) => {
  expect(harmless(text)).toBe(expected)
})

test('outside of a job nothing is changed; in one, JSON stays the same object', () => {
  const json = JSON.stringify({ detail: '##[error]x' })
  vi.stubEnv('GITHUB_ACTIONS', '')
  expect([shownText('::x'), shownJson(json), inGithubActions({ GITHUB_ACTIONS: 'false' })]).toEqual([
    '::x',
    json,
    false,
  ])
  vi.stubEnv('GITHUB_ACTIONS', 'true')
  expect([shownText('::x'), shownJson(json).includes('##[')]).toEqual([':\u200b:x', false])
  expect(JSON.parse(shownJson(json))).toEqual(JSON.parse(json))
  vi.unstubAllEnvs()
})
