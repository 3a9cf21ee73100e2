const assert = require('node:assert')
const { add } = require('..')
it('adds', () => assert.equal(add(1, 2), 3))
