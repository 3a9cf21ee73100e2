import { describe, expect, it } from 'vitest'
import { broken, id, run } from './fixtures/facts.ts'
import { inventoryOf } from './inventory.ts'

describe('inventoryOf', () => {
  it('requires what passed, as often as it came', () => {
    expect(inventoryOf(run('b a a -c ~d'), null)).toEqual({
      required: [id('a'), id('a'), id('b')],
      unstable: [],
      red: [id('c')],
      complete: true,
      incomplete: [],
      duration_ms: 100,
    })
  })
  it('ids whose state differs between two controls are unstable, whichever way', () => {
    const answer = inventoryOf(run('a b c d e e -g'), run('a -b ~c e f g', { duration_ms: 300 }))
    expect(answer).toMatchObject({ required: [id('a')], red: [], duration_ms: 300, complete: true })
    expect(answer.unstable).toEqual(['b', 'c', 'd', 'e', 'f', 'g'].map(id))
    expect(inventoryOf(run('a -b'), run('-b a'))).toMatchObject({ required: [id('a')], red: [id('b')], unstable: [] })
  })
  it('keeps what the build registers, and no word where nothing registers', () => {
    const registrations = [{ group: 'check', id: 'a', text: 'x', file: null }] as const
    expect(inventoryOf(run('a', { registrations }), null)).toMatchObject({ registrations })
    expect(inventoryOf(run('a'), null)).not.toHaveProperty('registrations')
  })
  it.each([
    ['new x', '', 'new x'],
    ['', 'new x', 'new x'],
    ['new x', 'new x', 'new x'],
    ['new x', 'new x, new x, new x', 'new x, new x, new x'],
    ['new x, new x', 'new x', 'new x, new x'],
    ['new x', 'new y', 'new x, new y'],
    ['new x', 'clean x', 'new x, clean x'],
  ])('of tentative findings %j and then %j the base has %j', (first, second, both) => {
    const each = (words: string) => words.split(', ').filter(Boolean)
    const said = (words: string) =>
      run('', {
        kind: 'lint',
        items: each(words).map((word) => {
          const [tentative, name] = word.split(' ') as ['new' | 'clean', string]
          return { id: name, state: 'red' as const, file: null, message: 'words', tentative }
        }),
      })
    const { tentative } = inventoryOf(said(first), said(second))
    expect(tentative?.map(({ id, counts }) => `${counts} ${id}`)).toEqual(each(both))
  })
  it('a control that cannot be relied on is not complete', () => {
    expect(inventoryOf(broken('a'), null)).toMatchObject({
      complete: false,
      incomplete: ['its event stream has no end'],
      required: [id('a')],
    })
    expect(inventoryOf(run('a'), broken('a'))).toMatchObject({
      complete: false,
      incomplete: ['the second time, its event stream has no end'],
    })
    expect(inventoryOf(run('a', { contradictions: ['forged'] }), null)).toMatchObject({
      complete: false,
      incomplete: ['forged'],
    })
    expect(inventoryOf(run('~a'), null)).toMatchObject({ complete: false, incomplete: ['no test ran'] })
    expect(inventoryOf(run('a', { end: 'timed-out' }), null)).toMatchObject({ complete: false })
    expect(inventoryOf(run('a', { complete: false }), null)).toMatchObject({
      complete: false,
      incomplete: ['it is not complete'],
    })
    expect(inventoryOf(run('', { kind: 'lint' }), null)).toMatchObject({ complete: true })
  })
})
