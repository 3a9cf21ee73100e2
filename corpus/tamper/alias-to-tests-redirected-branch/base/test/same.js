import assert from 'node:assert/strict'

export const same = (a, b) => assert.equal(a, b)
