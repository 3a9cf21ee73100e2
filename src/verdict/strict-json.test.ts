import { describe, expect, it } from 'vitest'
import { parseStrictJson } from './strict-json.ts'

const trouble = (text: string): string => {
  const result = parseStrictJson(text)
  return result.ok ? `read as ${JSON.stringify(result.value)}` : `${result.trouble.kind}: ${result.trouble.message}`
}

describe('parseStrictJson', () => {
  it.each([
    ['{"a":1,"a":1}', 'the key "a" is given twice'],
    ['{"a":1,"\\u0061":2}', 'the key "a" is given twice'],
    ['[{"x":{"b":[],"c":1,"b":{}}}]', 'the key "b" is given twice'],
    ['{"a":{"a":[{"a":1}]},"b":"a","b":0}', 'the key "b" is given twice'],
    ['{"a,\\"{":1,"a,\\"{":2}', 'is given twice'],
    ['{"a":["x"],"a":1}', 'the key "a" is given twice'],
    ['{"__proto__":1}', 'the key "__proto__" is not allowed'],
    ['1e999', 'the number 1e999 is too large'],
    ['{"a":[-1e999]}', 'the number -1e999 is too large'],
    ['{} {}', 'there is text after the value'],
    ['{"a":1}x', 'there is text after the value'],
    ['NaN', 'NaN and Infinity are not JSON'],
    ['{"a":Infinity}', 'NaN and Infinity are not JSON'],
    ['{"a": -Infinity}', 'NaN and Infinity are not JSON'],
    ['[NaN]', 'NaN and Infinity are not JSON'],
    ['{"a":', 'json-unreadable: '],
    ["{'a':1}", 'json-unreadable: '],
    ['{"a":1,}', 'json-unreadable: '],
    ['\uFEFF\uFEFF{}', 'json-unreadable: '],
    ['', 'json-empty: it is empty'],
    ['\uFEFF \n', 'json-empty: it is empty'],
  ])('%j is not read', (text, sentence) => {
    expect(trouble(text)).toContain(sentence)
  })
  it.each([
    '{"a":{"b":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":["b","b"]}',
    '{"b":"x\\\\","c":"\\"c","d":1}',
    '{"NaN":"Infinity"}',
  ])('%s is read', (text) => {
    expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
  })
  it('reads words and numbers as they are', () => {
    expect(parseStrictJson('[true,false,null,-1.5e3,0]')).toEqual({ ok: true, value: [true, false, null, -1500, 0] })
    expect(trouble(`[${'9'.repeat(400)}]`)).toContain('is too large')
  })
  it('does not call every broken text with the letters NaN in it a NaN', () => {
    expect(trouble('{"aNaN" 1}')).not.toContain('NaN and Infinity')
  })
  it('reads 200 levels and no more, and does not break on very many', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(parseStrictJson(nested(200)).ok).toBe(true)
    expect(trouble(nested(201))).toContain('nested deeper than 200 levels')
    expect(parseStrictJson(nested(100_000)).ok).toBe(false)
    expect(parseStrictJson(`[${nested(199)},${nested(199)}]`).ok).toBe(true)
  })
})
