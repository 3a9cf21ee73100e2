import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recorded } from './fixtures/recorded.ts'
import { ownRecord, saxesRecord, type XmlRecord } from './fixtures/xml-record.ts'

const ROOTS = ['testsuites', 'testsuite', 'coverage']

/** Small documents with every construct: a random change hits markup more often than in a recorded report. */
const SMALL = [
  '<testsuites><testsuite name="s"><testcase name="n" classname="c"/></testsuite></testsuites>',
  '<?xml version="1.0" encoding="utf-8"?>\n<!-- fail 1 -->\n<testsuite name=\'s\' ><testcase\n name = "a &amp; b"\tclassname="&#65;&lt;"></testcase ></testsuite>\r\n',
  '<!DOCTYPE testsuites SYSTEM "x.dtd"><testsuites><a>x ]] y<![CDATA[ <b> ]] & ]]>z&gt;</a><?run it?></testsuites>\n<!-- tests 1 -->',
  '<?xml version=\'1.0\' encoding="UTF-8" standalone="yes" ?><testsuite><!-- a - b --><a b="1" a="2"><b a=""/><b a=""/></a></testsuite>',
  '<testsuites xmlns:a="u"><a:b é="ü"/>\r\ntext\rmore &#x41;&quot;&apos;<é>\ud83d\ude00</é></testsuites>',
  '<testsuites><testcase name="f"><failure message="m">a]]&gt;b &lt;c></failure></testcase><testcase name="g"><skipped/></testcase></testsuites>',
]
const documents = [
  ...SMALL,
  ...recorded()
    .filter(({ format }) => format === 'junit' || format === 'cobertura')
    .map(({ text }) => text),
]

const NOISE = [
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '/',
    '=',
    ' ',
    '\n',
    '\r',
    '\r\n',
    '\t',
    ']',
    ']]',
    ']]>',
    '<![CDATA[',
    '<!--',
    '-->',
    '--',
    '-',
  ],
  ...[
    '<?',
    '?>',
    '<?xml version="1.0"?>',
    '<?xml version="1.1"?>',
    '<?xmlx y?>',
    '<?XML?>',
    '&amp;',
    '&amp',
    '&#65;',
    '&#0;',
  ],
  ...[
    '&#x1b;',
    '&#X41;',
    '&#x;',
    '&#',
    '&#foo;',
    '&#99999999;',
    '&foo;',
    '&;',
    '&lt',
    '</testcase>',
    '</testsuite>',
    '</testsuites>',
  ],
  ...[
    '<testcase name="x"/>',
    '<testcase name="x">',
    '<failure/>',
    '<a>',
    '</a>',
    '</>',
    '<>',
    '< a>',
    '<a b/>',
    '<a b=c>',
    '<a b="1"b="2">',
  ],
  ...[
    '<!DOCTYPE a>',
    '<!DOCTYPE a [<!ENTITY e "v">]>',
    '<!ELEMENT a>',
    ' a="1"',
    ' name="n"',
    " b = '2' ",
    'name',
    ':',
    '1',
    '.',
    '-',
  ],
  ...[
    '\u0000',
    '\u001b[31m',
    '\ud800',
    '\udc00',
    'é',
    '\u00d7',
    '\u00b7',
    '\ud83d\ude00',
    '\ufeff',
    '\ufffe',
    '\u0085',
    '\u2028',
    '[',
    ';',
    '#',
  ],
]

interface Change {
  readonly kind: 'remove' | 'insert' | 'replace' | 'double' | 'move' | 'cut'
  readonly from: number
  readonly length: number
  readonly to: number
  readonly noise: string
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('remove', 'insert', 'replace', 'replace', 'insert', 'double', 'move', 'cut'),
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.nat(3), fc.nat(40)),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  noise: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...NOISE) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
  ),
})

const changed = (text: string, { kind, from, length, to, noise }: Change): string => {
  const at = Math.floor(from * text.length)
  const piece = text.slice(at, at + length)
  const without = text.slice(0, at) + text.slice(at + length)
  const place = Math.floor(to * without.length)
  switch (kind) {
    case 'remove':
      return without
    case 'insert':
      return text.slice(0, at) + noise + text.slice(at)
    case 'replace':
      return text.slice(0, at) + noise + text.slice(at + noise.length)
    case 'double':
      return text.slice(0, at) + piece + text.slice(at)
    case 'move':
      return without.slice(0, place) + piece + without.slice(place)
    case 'cut':
      return text.slice(0, at)
  }
}

const damaged = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...texts), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([text, changes]) => changes.reduce(changed, text))

interface Stricter {
  /** What our own reader says. */
  readonly says: RegExp
  /** What there must be in the text. */
  readonly has: RegExp
  /** Whether saxes must have said something too, of the kind that is passed over elsewhere. */
  readonly mildly: boolean
  readonly why: string
}

/** The only places where our own reader refuses what saxes takes. */
const STRICTER: readonly Stricter[] = [
  {
    says: /internal subset/,
    has: /<!DOCTYPE[\s\S]*\[/,
    mildly: false,
    why: 'saxes passes over declarations that would change the document',
  },
  {
    says: /document type declaration is malformed/,
    has: /<!DOCTYPE/,
    mildly: false,
    why: 'saxes takes anything up to the next ">"',
  },
  {
    says: /processing instruction has no proper name/,
    has: /<\?[^?]+\?[^>]/,
    mildly: false,
    why: 'saxes takes a "?" right behind the name, and then goes on',
  },
  {
    says: /has a "<" inside/,
    has: /="[^"]*<|='[^']*<|=\s+["'][^"']*</,
    mildly: true,
    why: 'saxes drops a "<" from a value: an open quote would swallow the next tags',
  },
  {
    says: /./,
    has: /&#(?!(?:[0-9]{1,28}|[xX][0-9a-fA-F]{1,28});)/,
    mildly: true,
    why: 'saxes takes anything between "&#" and ";" for a reference, quotes, tags and whole test cases too',
  },
  {
    says: /text outside the root/,
    has: /^(?:\u001b\[[0-9;]*m)+\ufeff/,
    mildly: false,
    why: 'a byte-order mark behind a colour is not at the beginning',
  },
]

const isStricter = (text: string, own: XmlRecord, saxes: XmlRecord): boolean =>
  STRICTER.some(
    ({ says, has, mildly }) => says.test(own.refused ?? '') && has.test(text) && (!mildly || saxes.harmless.length > 0),
  )

const rootOf = (record: XmlRecord): string => record.findings.find(([kind]) => kind === 'open')?.[1] ?? ''

const agree = (text: string): void => {
  const saxes = saxesRecord(text)
  const own = ownRecord([text], [...ROOTS, rootOf(saxes)])
  if (own.refused !== undefined) {
    if (saxes.refused === undefined && !/^report-empty/.test(own.refused))
      expect([text, own.refused, isStricter(text, own, saxes)]).toEqual([text, own.refused, true])
    return
  }
  expect([text, saxes.refused]).toEqual([text, undefined])
  // A reference to a forbidden character is U+FFFD here and stays as it is written there.
  const kinds = ({ findings }: XmlRecord) =>
    saxes.harmless.length === 0
      ? findings
      : findings.filter(([kind]) => kind !== 'text').map(([kind, name]) => [kind, name])
  expect([text, kinds(own)]).toEqual([text, kinds(saxes)])
}

describe('saxes and our own reader of XML', () => {
  test('a byte-order mark behind a colour', () => agree('\u001b[31m\ufeff<testsuites></testsuites>'))

  test.each(documents.map((text) => [text.slice(0, 60), text]))('accept and find the same: %j', (_beginning, text) => {
    expect(ownRecord([text], ROOTS).refused).toBeUndefined()
    agree(text)
  })

  test('agree on every damaged small document', () => {
    fc.assert(fc.property(damaged(SMALL), agree), { numRuns: 4_000 })
  })

  test('agree on every damaged report', () => {
    fc.assert(fc.property(damaged(documents), agree), { numRuns: 600 })
  })

  test('agree on every document of pieces of markup', () => {
    const pieces = fc
      .array(fc.constantFrom(...NOISE), { maxLength: 8 })
      .map((parts) => `<testsuites>${parts.join('')}</testsuites>`)
    fc.assert(fc.property(pieces, agree), { numRuns: 2_000 })
  })

  test('agree on every single change of one character', () => {
    for (const text of SMALL) {
      for (let at = 0; at < text.length; at += 1) {
        for (const noise of ['', '<', '>', '&', '"', "'", '/', '=', ' ', ']', '-', '?', '!', 'x', ';', '\u00d7']) {
          agree(text.slice(0, at) + noise + text.slice(at + 1))
          agree(text.slice(0, at) + noise + text.slice(at))
        }
      }
    }
  })
})

test('where the pieces are cut does not matter, in damaged documents either', () => {
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })
  fc.assert(
    fc.property(damaged(SMALL), cuts, fc.boolean(), (text, places, single) => {
      const at = [...new Set(places.map((place) => Math.floor(place * text.length)))].sort(
        (left, right) => left - right,
      )
      const pieces = single
        ? text.split('')
        : [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end))
      expect(ownRecord(pieces, ROOTS)).toEqual(ownRecord([text], ROOTS))
    }),
    { numRuns: 2_000 },
  )
})
