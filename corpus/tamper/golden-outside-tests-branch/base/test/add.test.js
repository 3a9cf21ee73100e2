import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { add } from '../src/add.js'

test('adds as recorded', () => assert.equal(String(add(1, 2)), readFileSync(new URL('../golden/sum.txt', import.meta.url), 'utf8').trim()))
test('adds zero', () => assert.equal(add(0, 0), 0))
