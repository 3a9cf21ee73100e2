import { describe, expect, it, test } from 'vitest'
import { decide } from './attribution.ts'
import { evidence, findings, inventory, item, run } from './fixtures/facts.ts'
import { baseRedNote, redReason, redSentence } from './hearing.ts'

const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `t${String(at).padStart(2, '0')}`)

describe('the note on what is red at the base', () => {
  it.each([
    ['tests', 1, 'tests: 1 test is red'],
    ['tests', 2, 'tests: 2 tests are red'],
    ['lint', 1, 'lint: 1 finding is red'],
    ['types', 3, 'types: 3 findings are red'],
  ])('of %s counts %i by their own word', (kind, count, start) => {
    const note = baseRedNote(kind, many(count))
    expect(note).toMatchObject({ kind: 'base-red', severity: 'high', evidence: many(count).join('\n') })
    expect(note.detail).toBe(`${start} at the base too, so nothing can be said of the change`)
  })
  it('names each id once', () => {
    expect(baseRedNote('tests', ['b', 'a', 'b'])).toMatchObject({ evidence: 'a\nb' })
    expect(baseRedNote('tests', ['b', 'a', 'b']).detail).toMatch(/^tests: 2 tests/)
  })
  it('names twenty, and counts the rest', () => {
    expect(baseRedNote('tests', many(20)).evidence).toBe(many(20).join('\n'))
    expect(baseRedNote('tests', many(22)).evidence).toBe(`${many(20).join('\n')}\nand 2 more`)
  })
  it('speaks of the kind of the check that was judged', () => {
    const red = findings('x')
    const cached = inventory('', { red: ['eslint x a.ts'] })
    expect(decide(evidence(red, { cached, now: red }))).toMatchObject({
      attribution: 'base-red',
      anomalies: [{ kind: 'base-red', detail: expect.stringMatching(/^lint: 1 finding is/) }],
    })
    const { kind: _, ...unsaid } = run('a -b')
    expect(decide(evidence(unsaid, { cached: inventory('a -b'), now: unsaid }))).toMatchObject({
      attribution: 'base-red',
      anomalies: [{ kind: 'base-red', detail: expect.stringMatching(/^tests: 1 test is/) }],
    })
  })
})

test.each([
  ['a.ts::adds', 'words', 'a.ts::adds failed'],
  ['tsc TS1 a.ts', ' not a number \nand more', 'tsc TS1 a.ts: not a number'],
  ['tsc TS1 a.ts', ' ', 'tsc TS1 a.ts'],
  ['tsc TS1 a.ts', null, 'tsc TS1 a.ts'],
])('the red item %j with the message %j is called %j', (id, message, sentence) => {
  expect(redSentence({ ...item('-a'), id, message })).toBe(sentence)
  expect(redReason(inventory(''), { ...item('-a'), id, message })).toBe(sentence)
})
