import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStrictJson } from './strict-json.ts'

describe('parseStrictJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        if (text.includes('__proto__')) return
        expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
        expect(parseStrictJson(`\uFEFF${text}`)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })
})
