import assert from 'node:assert/strict'
import { test } from 'node:test'
import { size } from '../src/größe tabelle.js'

test('größe ✓', () => {
  assert.equal(size.groß, 'l')
})
