import { expect, test } from 'vitest'
import { add } from '../src/add.js'

test('adds', () => expect(add(1, 2)).toBe(3))
test('adds zero', () => expect(add(1, 0)).toBe(2))
