import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { currencies, toEuro } from '../src/rates.js'

test('euro', () => assert.equal(toEuro(2, 'EUR'), 2))
test('all', () => assert.deepEqual(currencies(), Object.keys(JSON.parse(readFileSync('data/rates.json', 'utf8')))))
