import { describe, expect, test } from 'vitest'
import { ownRecord, saxesRecord } from './fixtures/xml-record.ts'

const read = (text: string) => ownRecord([text], ['r'])

/** Documents that are not well-formed, and what is said about them; in the second list saxes takes them or says less. */
const BROKEN = [
  ['<r><a></r></a>', 'report-unreadable: <a> is not closed by its own tag'],
  ['<r><a></a ></r >x', 'report-unreadable: there is text outside the root'],
  ['<r></rr>', 'report-unreadable: <r> is not closed by its own tag'],
  ['<r></ r>', 'report-unreadable: <r> is not closed by its own tag'],
  ['</r>', 'report-unreadable: a closing tag closes nothing'],
  ['<r/></r>', 'report-unreadable: a closing tag closes nothing'],
  ['<r/><r/>', 'report-unreadable: there is a second root'],
  ['<r/><![CDATA[]]>', 'report-unreadable: there is text outside the root'],
  ['<r/>&amp;', 'report-unreadable: there is text outside the root'],
  ['<r>a ]]> b</r>', 'report-unreadable: "]]>" stands in the text'],
  ['<r>a & b</r>', 'report-unreadable: a "&" begins no reference that is known'],
  ['<r>&nbsp;</r>', 'report-unreadable: a "&" begins no reference that is known'],
  ['<r>&amp</r>', 'report-unreadable: a "&" begins no reference that is known'],
  ['<r a="&lt"/>', 'report-unreadable: a "&" begins no reference that is known'],
  ['<r>< a/></r>', 'report-unreadable: a "<" begins no tag'],
  ['<r><></></r>', 'report-unreadable: a "<" begins no tag'],
  ['<r><-a/></r>', 'report-unreadable: a "<" begins no tag'],
  ['<r><a\u00d7/></r>', 'report-unreadable: a "<" begins no tag'],
  ['<r a="1" a="1"/>', 'report-unreadable: the attribute a stands twice in one tag'],
  ['<r a="1"b="1"/>', 'report-unreadable: there is no space before an attribute'],
  ['<r a/>', 'report-unreadable: an attribute has no value'],
  ['<r a=1/>', 'report-unreadable: the value of an attribute has no quotes'],
  ['<r 1="1"/>', 'report-unreadable: an attribute has no proper name'],
  ['<r / >', 'report-unreadable: a "/" stands inside a tag'],
  ['<r><!-- a -- b --></r>', 'report-unreadable: "--" stands inside a comment'],
  ['<r><!-- a ---></r>', 'report-unreadable: "--" stands inside a comment'],
  ['<r><![cdata[]]></r>', 'report-unreadable: "<!" begins nothing that is known'],
  ['<r><!DOCTYPE r></r>', 'report-unreadable: a document type stands in the wrong place'],
  ['<!DOCTYPE r><!DOCTYPE r><r/>', 'report-unreadable: a document type stands in the wrong place'],
  ['<r/><?xml version="1.0"?>', 'report-unreadable: an XML declaration stands inside the document'],
  [' <?xml version="1.0"?><r/>', 'report-unreadable: an XML declaration stands inside the document'],
  ['<?xml version="2.0"?><r/>', 'report-unreadable: the XML declaration is malformed'],
  ['<?xml encoding="utf-8"?><r/>', 'report-unreadable: the XML declaration is malformed'],
  ['<?xml version="1.0" standalone="maybe"?><r/>', 'report-unreadable: the XML declaration is malformed'],
  ['<? x?><r/>', 'report-unreadable: a processing instruction has no proper name'],
  ['<r><!-- </r>', 'report-unreadable: a piece of markup is not finished'],
  ['<r><![CDATA[ </r>', 'report-unreadable: a CDATA section is not closed'],
  ['<r><a></a>', 'report-truncated: <r> is not closed'],
  ['<r><a b="', 'report-truncated: a piece of markup is not finished'],
  ['<r>&am', 'report-truncated: a piece of markup is not finished'],
  ['<r></r', 'report-truncated: a piece of markup is not finished'],
  ['<!-- only -->', 'report-truncated: there is no root element'],
] as const

const STRICTER = [
  [
    '<!DOCTYPE r [<!ENTITY e "v">]><r/>',
    'report-unreadable: the document type has an internal subset, which is not read',
  ],
  ['<!DOCTYPEr><r/>', 'report-unreadable: the document type declaration is malformed'],
  ['<r a="1 < 2"/>', 'report-unreadable: a tag has a "<" inside, or is not closed'],
  ['<r a="><b/><b c=" d=""/>', 'report-unreadable: a tag has a "<" inside, or is not closed'],
  ['<r>&# <a/> ;</r>', 'report-unreadable: a "&" begins no reference that is known'],
  ['<r>&#foo;</r>', 'report-unreadable: a "&" begins no reference that is known'],
  [`<r>&#${'0'.repeat(40)}65;</r>`, 'report-unreadable: a "&" begins no reference that is known'],
  ['<?x?y?><r/>', 'report-unreadable: a processing instruction has no proper name'],
  [`<r>${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}</r>`, 'report-unreadable: elements are nested deeper than 4096'],
] as const

describe('what is not well-formed', () => {
  test.each(BROKEN)('%j', (text, refused) => {
    expect(read(text).refused).toBe(refused)
    expect(saxesRecord(text).refused).toBeDefined()
  })

  test.each(STRICTER)('saxes is milder: %j', (text, refused) => {
    expect(read(text).refused).toBe(refused)
    expect(saxesRecord(text).refused).toBeUndefined()
  })

  test('an attribute that stands twice, whatever tags came before it', () => {
    const twice = (before: string) => read(`<r>${before}<a b="1" b="2"/></r>`).refused
    for (const before of ['', '<a b="1"/>', '<a c="1" b="2"/>', '<a c="1" b="2"/><a b="1"/>', '<a b="1" c="1"/>']) {
      expect(twice(before)).toBe('report-unreadable: the attribute b stands twice in one tag')
    }
    const many = Array.from({ length: 60 }, (_, index) => `a${index}="v"`).join(' ')
    expect(read(`<r><a ${many}/><a ${many}/></r>`).refused).toBeUndefined()
    for (const again of ['a0', 'a23', 'a24', 'a59']) {
      for (const before of ['', `<a ${many}/>`]) {
        const refused = `report-unreadable: the attribute ${again} stands twice in one tag`
        expect(read(`<r>${before}<a ${many} ${again}=""/></r>`).refused).toBe(refused)
      }
    }
  })
})

describe('what is found', () => {
  test('values and text are as they are meant', () => {
    const text = '\ufeff<r a="&lt;&#65;\r\n\t&quot;" b=\'"\'>x\r\ny\rz<![CDATA[&lt;\r\n]]]>&gt;<!-- c\r --></r>'
    expect(read(text).findings).toEqual([
      ['open', 'r', { a: '<A  "', b: '"' }],
      ['text', 'x\ny\nz&lt;\n]>'],
      ['comment', ' c\n '],
      ['close', 'r'],
    ])
  })

  test('forbidden characters are replaced, and that is told', () => {
    const raw = read('<r a="\u0000\ud800">\u001b[1mx\ufffe</r>')
    expect([raw.findings, raw.harmless]).toEqual([
      [
        ['open', 'r', { a: '\ufffd\ufffd' }],
        ['text', 'x\ufffd'],
        ['close', 'r'],
      ],
      ['repaired'],
    ])
    const referenced = read('<r a="&#27;">&#xd800;&#x110000;</r>')
    expect([referenced.findings, referenced.harmless]).toEqual([
      [
        ['open', 'r', { a: '\ufffd' }],
        ['text', '\ufffd\ufffd'],
        ['close', 'r'],
      ],
      ['repaired'],
    ])
    expect(read('<r>\ud83d\ude00\u0085\ufffd&#xfffd;</r>').harmless).toEqual([])
  })

  test('a value with one kind of white space', () => {
    for (const space of ['\r\n', '\r', '\n', '\t']) {
      expect(read(`<r a="1${space}2"/>`).findings[0]).toEqual(['open', 'r', { a: '1 2' }])
    }
  })

  test('wherever one cut goes through it', () => {
    const text = `<?xml version="1.0"?><!DOCTYPE r SYSTEM "a>b"><!-- c\r\n --><r a="\r\n&#65;">\r\n\u001b[31mx\ud83d\ude00]]&gt;\r
      <![CDATA[\r\n]]\r]]]><b a='1' b=">"></b ><?p q?>&#27;[1m</r>\r\n`
    const whole = read(text)
    expect(whole.refused).toBeUndefined()
    for (let at = 0; at <= text.length; at += 1) {
      expect(ownRecord([text.slice(0, at), text.slice(at)], ['r'])).toEqual(whole)
    }
  })
})

// Tried again with each chunk, this would read 200 gigabytes.
test('one long value in many chunks takes no time', { timeout: 15_000 }, () => {
  const chunks = Array.from({ length: 20_000 }, () => 'x>'.repeat(512))
  const record = ownRecord(['<r a="', ...chunks, '"/>'], ['r'])
  expect(record.refused).toBeUndefined()
  expect(record.findings[0]?.[2]).toHaveProperty('a.length', 20_000 * 1024)
})
