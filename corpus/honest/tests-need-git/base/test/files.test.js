import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

test('the product is tracked', () => {
  assert.match(execFileSync('git', ['ls-files'], { encoding: 'utf8' }), /src\/cart\.js/)
})

test('there is a commit', () => {
  assert.match(execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }), /^[0-9a-f]{40}/)
})
