// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of GitLab look like that
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { truthOf } from './expression.ts'

const variables = new Map<string, string | null>([
  ['A', 'main'],
  ['EMPTY', ''],
  ['NONE', null],
  ['PATTERN', '/^ma/'],
])

describe('conditions of GitLab', () => {
  test.each<[string, boolean | undefined]>([
    ['$A == "main"', true],
    ["$A != 'main'", false],
    ['$A', true],
    ['$EMPTY', false],
    ['$NONE', false],
    ['$NONE == null', true],
    ['$EMPTY == null', false],
    ['$A =~ /^MA/i', true],
    ['$A =~ /^MA/', false],
    ['$A !~ /x/', true],
    ['$NONE =~ /x/', false],
    ['$NONE !~ /x/', true],
    ['$A =~ $PATTERN', true],
    ['$UNKNOWN', undefined],
    ['$UNKNOWN == "x"', undefined],
    ['$UNKNOWN && $NONE', false],
    ['$UNKNOWN || $A', true],
    ['$UNKNOWN || $NONE', undefined],
    // `&&` binds more tightly than `||`.
    ['$A == "main" || $A == "x" && $NONE', true],
    ['($A == "main" || $A == "x") && $NONE', false],
    ['${A} == "main"', true],
    ['$A =~ /feature\\/x/', false],
    ['"main" == $A', true],
    ['$A ==', undefined],
    ['$A == "main" garbage', undefined],
    ['', undefined],
    ['(((', undefined],
    ['$A =~ /(/', undefined],
  ])('%s', (text, expected) => expect(truthOf(text, variables)).toBe(expected))
  test('never throws', () => {
    const word = fc.constantFrom('$A', '$X', '==', '=~', '!~', '&&', '||', '(', ')', '/a/', '"b"', 'null', ' ', '/')
    fc.assert(fc.property(fc.array(word), (words) => void truthOf(words.join(' '), variables)))
  })
})
