import { describe, expect, it } from 'vitest'
import { broken, id, inventory, item, run } from './fixtures/facts.ts'
import { endsTheSame, missingFrom, missingSentence, ranIn, requiredOf } from './required.ts'

describe('requiredOf', () => {
  it('is what passed, as often as it passed, without the unstable, plus the goals', () => {
    expect(requiredOf(inventory('c b b -d', { unstable: [id('c')] }), [id('a')])).toEqual(['a', 'b', 'b'].map(id))
  })
  it('does not ask twice for a goal that is required anyway, and asks for one that is unstable', () => {
    expect(requiredOf(inventory('a b'), [id('b')])).toEqual(['a', 'b'].map(id))
    expect(requiredOf(inventory('a b', { unstable: [id('b')] }), [id('b')])).toEqual(['a', 'b'].map(id))
  })
})

describe('missingFrom', () => {
  it('counts green and red, not skipped', () => {
    expect(missingFrom(run('a -b ~c e'), [item('-b')], ['a', 'b', 'c', 'd', 'e', 'e'].map(id))).toEqual(
      ['c', 'd', 'e'].map(id),
    )
    expect(missingFrom(run('a -b'), [], [id('b')])).toEqual([id('b')])
  })
  it('is told apart in words', () => {
    expect(missingSentence(run('~c c'), id('c'))).toBe('c.test.ts::c is required and was skipped')
    expect(missingSentence(run('c ~d'), id('c'))).toBe('c.test.ts::c is required and did not run')
  })
})

describe('ranIn and endsTheSame', () => {
  it('know what finished', () => {
    expect(['a', 'b', 'c', 'd'].map((name) => ranIn(run('a -b ~c'), id(name)))).toEqual([true, true, false, false])
  })
  it('looks at required ids only', () => {
    expect(endsTheSame(broken('a x'), broken('a y'), [id('a')])).toBe(true)
    expect(endsTheSame(broken('a x'), broken('-a'), [id('a')])).toBe(true)
    expect(endsTheSame(broken('a x'), broken('x'), [id('a')])).toBe(false)
  })
})
