import { mkdtempSync, writeFileSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { label } from '../src/cart.js'

const folder = mkdtempSync(join(tmpdir(), 'cart-'))

test(`writes to ${folder}`, () => {
  writeFileSync(join(folder, 'a'), label(5))
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('0.05')
})
