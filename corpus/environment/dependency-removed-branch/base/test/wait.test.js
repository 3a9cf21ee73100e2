import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wait } from '../src/wait.js'

test('one minute', () => {
  assert.equal(wait('1m'), 60000)
})
