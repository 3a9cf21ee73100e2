import { describe, expect, it } from 'vitest'
import type { AttributionEvidence } from './attribution.ts'
import { decide } from './attribution.ts'
import { evidence, findings, inventory, item, run, settleIn } from './fixtures/facts.ts'

const change = run('a b -a/n')
const said = (more: Partial<AttributionEvidence>, on = change) =>
  decide(
    evidence(on, {
      cached: inventory('a b'),
      now: run('a b'),
      lockedFiles: new Set(['a.test.ts', 'b.test.ts']),
      ...more,
    }),
  )
const made =
  'tests: a.test.ts::n failed: the base has no such test and nothing red, and the file is the lock’s'.replace('’', "'")
const open = 'tests: a.test.ts::n failed, and the control neither passed nor failed it'

describe('a red test that the base does not have', () => {
  it('is the change where the base is whole and green and the file is the lock’s, also with a narrowed control', () => {
    const fail = { status: 'fail', attribution: 'change', blocking: [made], failing: [item('-a/n')], base_red: [] }
    expect(said({})).toMatchObject(fail)
    const { asked, answer } = settleIn(evidence(change, { lockedFiles: new Set(['a.test.ts']) }), {
      cached: inventory('a b'),
      now: run('a b'),
      second: 'unavailable',
    })
    expect(asked).toEqual(['control', 'control-now a.test.ts'])
    expect(answer).toMatchObject(fail)
  })
  it('of which nothing can be said is named beside it', () => {
    expect(said({}, run('a b -a/n -x'))).toMatchObject({
      status: 'fail',
      blocking: [made, 'tests: x.test.ts::x failed'],
      failing: [item('-a/n'), item('-x')],
    })
  })
  it.each<[string, Partial<AttributionEvidence>]>([
    ['its file is not the lock’s', { lockedFiles: new Set(['b.test.ts']) }],
    ['the control was not asked for its file', { nowNarrowed: ['b.test.ts'] }],
    ['the control did not load its file', { now: run('b') }],
    ['the control ran nothing of its file', { now: run('~a b') }],
    ['the control skipped it', { now: run('a b ~a/n') }],
    ['the base passed it once', { cached: inventory('a b a/n') }],
    ['something was red at the base', { cached: inventory('a b -c') }],
    ['ids of its file are unstable', { cached: inventory('b', { unstable: ['a.test.ts::1'] }) }],
  ])('decides nothing where %s', (_, more) => {
    expect(said(more)).toMatchObject({ status: 'error', attribution: 'environment', blocking: [open] })
  })
  it('is the change all the same where ids of another file are unstable', () => {
    expect(said({ cached: inventory('a', { unstable: ['b.test.ts::b', 'a.test.tsx::a'] }) })).toMatchObject({
      status: 'fail',
    })
  })
  it('decides nothing beside red of the base that the branch has too, or in no file', () => {
    expect(said({ now: run('a b -c') }, run('a b -a/n -c'))).toMatchObject({ status: 'error', blocking: [open] })
    const nameless = { ...change, items: [...run('a b').items, { ...item('-a/n'), file: null }] }
    expect(said({ lockedFiles: new Set(['null', 'a.test.ts']) }, nameless)).toMatchObject({ status: 'error' })
  })
  it('decides nothing where a red one of the base is gone: their names may differ from run to run', () => {
    const gone = (id: string) =>
      `tests: a.test.ts::n failed and the base does not have it, while a.test.ts::${id} is red there and not here: where names change from run to run (a time, a random part), give the tests steady ones`
    const cached = inventory('a b')
    expect(said({ cached, now: run('a b -a/z -a/m') })).toMatchObject({ status: 'error', blocking: [gone('m')] })
    expect(said({ cached, now: run('a b a/z'), lockedFiles: new Set() })).toMatchObject({ blocking: [open] })
    expect(said({ cached, now: run('a b -a/z ~a/n') })).toMatchObject({ status: 'error', blocking: [open] })
    expect(said({ cached, now: run('a b -a/z') }, run('a a/z b -a/n'))).toMatchObject({ blocking: [open] })
  })
  it('means nothing of findings, which have no file of the lock’s', () => {
    const lint = { ...findings('x'), items: [item('-a/n')] }
    const now = { ...findings(''), items: run('a b').items }
    expect(said({ cached: inventory(''), now }, lint)).toMatchObject({ status: 'error' })
    const { kind: _, ...kindless } = change
    expect(said({}, kindless)).toMatchObject({ status: 'fail' })
  })
})
