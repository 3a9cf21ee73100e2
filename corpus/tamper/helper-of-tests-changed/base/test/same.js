import assert from 'node:assert/strict'

export const same = (left, right) => assert.equal(left, right)
