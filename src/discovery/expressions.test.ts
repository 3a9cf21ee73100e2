// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows look like that
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Contexts, condition, secretsIn, substitute, valueOfExpression } from './expressions.ts'
import { UNKNOWN_EXPRESSION } from './shell-words.ts'

const contexts: Contexts = {
  known: {
    github: { event_name: 'push', ref: 'refs/heads/main' },
    matrix: { os: 'ubuntu-latest', node: 20 },
    secrets: {},
    env: { A: 'a' },
  },
  partial: new Set(['github', 'env']),
}

describe('conditions', () => {
  test.each([
    ["github.event_name == 'push'", true],
    ["github['event_name'] == 'push'", true],
    ["startsWith(github.ref, 'refs/tags/')", false],
    ["github.event.pull_request.head.ref == 'a'", undefined],
    ["github.event.x == 'a' && matrix.os == 'windows-latest'", false],
    ["github.event.x == 'a' || matrix.node == 20", true],
    ["github.event.x == 'a' && matrix.node == 20", undefined],
    ['!github.event.x', undefined],
    ['always()', true],
    ['!cancelled() && !failure()', true],
    ['failure() && steps.x.outputs.y', false],
    ["needs.changes.outputs.src == 'true'", undefined],
    ['matrix.absent', false],
    ["secrets.TOKEN != ''", false],
    ["env.A == 'a'", true],
    ["env.B == 'a'", undefined],
    ['${{ matrix.node == 20 }}', true],
    ['contains(fromJSON(\'["ubuntu-latest"]\'), matrix.os)', true],
    ["hashFiles('x') != ''", undefined],
    ['(', undefined],
    ['true', true],
    ['false', false],
  ])('%s', (text, expected) => expect(condition(text, contexts)).toBe(expected))
  test('never throws', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'ab.()[]!&|=<>\'"1 ,{}$', 'matrix.', 'github.', 'format(', "'{0}'"),
    })
    fc.assert(
      fc.property(text, (source) => [true, false, undefined].includes(condition(source, contexts))),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(text, (source) => typeof substitute(`\${{${source}}}`, contexts).text === 'string'),
      { numRuns: 500 },
    )
  })
})

describe('values', () => {
  test('are put into texts, unknown ones as a mark', () => {
    const found = substitute(
      "a ${{ matrix.node }} ${{secrets.T}}| ${{ steps.a.outputs.b }} ${{ format('x}}{0}', matrix.os) }}",
      contexts,
    )
    expect(found).toEqual({
      text: `a 20 | ${UNKNOWN_EXPRESSION} x}ubuntu-latest`,
      unknown: ['${{ steps.a.outputs.b }}'],
    })
  })
  test('an alternative to an unknown value is unknown', () => {
    expect(substitute("${{ steps.a.outputs.b || 'c' }}", contexts).unknown).toHaveLength(1)
    expect(substitute("${{ matrix.absent || 'c' }}", contexts).text).toBe('c')
    expect(substitute("${{ matrix.node == 20 && 'yes' || 'no' }}", contexts).text).toBe('yes')
  })
  test('keep their type alone', () => {
    expect(valueOfExpression('${{ fromJSON(\'{"a":[1,true,null]}\') }}', contexts)).toEqual({ a: [1, true, null] })
    expect(valueOfExpression('${{ needs.x }}', contexts)).toBeUndefined()
    expect(valueOfExpression('x', contexts)).toBeUndefined()
  })
  test('secrets are named', () =>
    expect(secretsIn('${{ secrets.A }}${{ secrets.GITHUB_TOKEN }}${{ secrets.A }}')).toEqual(['A']))
})
