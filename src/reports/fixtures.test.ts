import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { recorded } from './fixtures/recorded.ts'
import { readers } from './index.ts'

describe('recorded reports', () => {
  for (const { format, name, text, read, folder } of recorded()) {
    test(`${format} ${name}`, () => {
      expect(read(text)).toEqual(JSON.parse(readFileSync(`${folder}/expected.json`, 'utf8')))
    })
  }

  test('there are some of every format but our own', () => {
    const formats = new Set(recorded().map(({ format }) => format))
    expect(Object.keys(readers).filter((format) => format !== 'events' && !formats.has(format as never))).toEqual([])
  })

  test('every reader is registered under its own format', () => {
    for (const [format, reader] of Object.entries(readers)) expect(reader.format).toBe(format)
  })
})
