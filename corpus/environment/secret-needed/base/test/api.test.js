import assert from 'node:assert/strict'
import { test } from 'node:test'

test('has a token', () => {
  assert.ok(process.env.API_TOKEN, 'API_TOKEN is empty')
})
