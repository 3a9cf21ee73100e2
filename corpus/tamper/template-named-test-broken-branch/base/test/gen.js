import assert from 'node:assert'
import { test } from 'node:test'
import { gen } from '../src/gen.js'
test('names it', () => assert.match(gen('Box'), /Box renders/))
test('is text', () => assert.equal(typeof gen('Box'), 'string'))
