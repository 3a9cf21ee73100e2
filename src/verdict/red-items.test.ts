import { describe, expect, it } from 'vitest'
import type { Item } from '../model/run-facts.ts'
import { findings, id, inventory, item, run } from './fixtures/facts.ts'
import { countIds } from './multiset.ts'
import { excuseKnown, holdAgainst, redOf } from './red-items.ts'

const none = countIds([])
const finding = (message: string | null, line?: number): Item => ({
  id: 'eslint x a.ts',
  state: 'red',
  file: 'a.ts',
  message,
  ...(line === undefined ? {} : { line }),
})

describe('redOf', () => {
  it('keeps the order in which the tool reported', () => {
    const items = [finding('b', 1), { ...finding('a', 1), id: 'z' }, finding(null), finding('a', 10), finding('a', 2)]
    expect(redOf(findings('', { items }))).toEqual(items)
    expect(redOf(run('b -c a -a ~d'))).toEqual([item('-c'), item('-a')])
  })
})

describe('what is new', () => {
  it('comes in the order of the report, and does not depend on it', () => {
    const { fresh } = holdAgainst([item('-c'), item('-a'), item('-b')], run('a b c'), none)
    expect(fresh).toEqual([item('-c'), item('-a'), item('-b')])
    const two = [finding('b'), finding('a')]
    const old = findings('', { items: [finding('x')] })
    for (const items of [two, two.toReversed()]) expect(holdAgainst(items, old, none).fresh).toEqual([finding('b')])
  })
})

describe('excuseKnown', () => {
  it('excuses as many as the control has, of those that are approved', () => {
    const { excused, counting } = excuseKnown([item('-a'), item('-a'), item('-b')], [id('a')], inventory('-a -b'))
    expect(excused).toEqual([item('-a')])
    expect(counting).toEqual([item('-a'), item('-b')])
  })
})

describe('holdAgainst', () => {
  it('a test that the control does not have is unmatched, even where all of the control is red', () => {
    expect(holdAgainst([item('-a'), item('-c')], run('-a'), none)).toEqual({
      fresh: [],
      old: [item('-a')],
      unmatched: [item('-c')],
    })
  })
  it('a finding that the control does not have is fresh', () => {
    expect(holdAgainst([finding('new')], findings(''), none)).toEqual({
      fresh: [finding('new')],
      old: [],
      unmatched: [],
    })
  })
  it('a linter that reports green items is held to them', () => {
    const lint = (words: string) => run(words, { kind: 'lint' })
    expect(holdAgainst([item('-a')], lint('b -c'), none).unmatched).toEqual([item('-a')])
    expect(holdAgainst([item('-a')], lint('a -c'), none).fresh).toEqual([item('-a')])
  })
  it('takes off what the control has said in the same words first', () => {
    const control = findings('', { items: [finding('m')] })
    const red = [finding('a'), finding('m'), finding('z')]
    expect(holdAgainst(red, control, none)).toEqual({
      fresh: [finding('a'), finding('z')],
      old: [finding('m')],
      unmatched: [],
    })
  })
  it('does not spend a red of the control twice', () => {
    expect(holdAgainst([item('-a')], run('-a a'), countIds([id('a')])).fresh).toEqual([item('-a')])
    expect(holdAgainst([item('-a')], run('-a -a a'), countIds([id('a')])).old).toEqual([item('-a')])
  })
  it('answers in the order of ids', () => {
    const { fresh } = holdAgainst(
      [item('-a'), item('-b'), item('-c')],
      run('a b c', { items: run('a b c').items.concat({ ...item('-b'), id: 'x' }) }),
      none,
    )
    expect(fresh).toEqual([item('-a'), item('-b'), item('-c')])
    const control = findings('', {
      items: [
        { ...finding('m'), id: 'b' },
        { ...finding('m'), id: 'a' },
      ],
    })
    const many = [
      { ...finding('n'), id: 'a' },
      { ...finding('m'), id: 'b' },
    ]
    expect(holdAgainst(many, control, none).old.map((each) => each.id)).toEqual(['a', 'b'])
  })
})
