import { test } from 'node:test'
import { same } from '#t/same.js'
import { add } from '../src/add.js'

test('adds', () => same(add(1, 2), 3))
test('adds zero', () => same(add(0, 0), 0))
