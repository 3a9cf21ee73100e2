import { describe, expect, it } from 'vitest'
import { channelOf, left, lint, stream, summary } from './fixtures/left-behind.ts'
import { reconcile } from './reconcile.ts'

const notComplete = (...incomplete: unknown[]) => ({ complete: false, incomplete, contradictions: [] })
const clean = { complete: true, incomplete: [], contradictions: [], anomalies: [] }

describe('the stream', () => {
  it('without end, with suites that did not load or errors outside tests: not complete', () => {
    const facts = reconcile(
      left(1, [
        stream('-a', { complete: false, unloaded: [{ id: 'b.ts', message: 'no such module' }], errors: ['unhandled'] }),
      ]),
    )
    expect(facts).toMatchObject(
      notComplete(
        'b.ts did not load: no such module',
        'an error outside every test: unhandled',
        'its event stream has no end',
      ),
    )
    expect(reconcile(left(0, [summary('a', { complete: false })]))).toMatchObject(
      notComplete('its junit report has no end'),
    )
  })
  it('no test executed: not complete', () => {
    expect(reconcile(left(0, [stream('~a')]))).toMatchObject(notComplete('no test ran'))
    expect(reconcile(left(0, [stream('')]))).toMatchObject(notComplete('no test ran'))
  })
  it('closing totals that deny the list are a contradiction, either way', () => {
    expect(reconcile(left(0, [stream('a b', { claimed: { passed: 1, failed: 0 } })])).contradictions).toEqual([
      'the event stream ends with 1 passed and lists 2',
    ])
    expect(reconcile(left(0, [stream('a', { claimed: { passed: 1, failed: 1 } })])).contradictions).toEqual([
      'the event stream ends with 1 failed and lists 0',
    ])
    expect(reconcile(left(0, [stream('a', { claimed: { passed: null, failed: null } })]))).toMatchObject(clean)
    expect(reconcile(left(0, [stream('a', { claimed: null })]))).toMatchObject(clean)
  })
  it('an outcome that the reporter saw being changed is a contradiction, whatever else it says', () => {
    const facts = reconcile(left(1, [stream('a -b', { contradictions: ['b was changed from failed to passed'] })]))
    expect(facts.contradictions).toEqual(['b was changed from failed to passed'])
  })
  it('foreign totals only count where they are red over a green list that nothing explains', () => {
    const totals = (failed: number | null, more = {}) =>
      reconcile(left(0, [summary('a', { claimed: { passed: 9, failed }, ...more })]))
    expect(totals(1).contradictions).toEqual(['the junit report counts 1 failed and lists none'])
    expect(totals(0)).toMatchObject(clean)
    expect(totals(null)).toMatchObject(clean)
    expect(totals(1, { unloaded: [{ id: 'x', message: 'y' }] }).contradictions).toEqual([])
    expect(totals(1, { errors: ['x'] }).contradictions).toEqual([])
    expect(reconcile(left(1, [summary('-a', { claimed: { passed: 0, failed: 2 } })]))).toMatchObject(clean)
  })
})

describe('the runner’s own report beside the stream', () => {
  it('may contradict it', () => {
    expect(reconcile(left(0, [stream('a'), summary('-a')]))).toMatchObject({
      contradictions: ["the event stream is green and the runner's own report (junit) says t.ts::a failed"],
      items: [{ id: 't.ts::a', state: 'green' }],
    })
  })
  it('may tell of other tests', () => {
    expect(reconcile(left(0, [stream('a'), summary('a b')]))).toMatchObject(
      notComplete("the event stream has 1 passed and the runner's own report (junit) has 2"),
    )
  })
  it('never adds an item', () => {
    expect(reconcile(left(0, [stream('a'), summary('a')]))).toMatchObject({ ...clean, items: [{ id: 't.ts::a' }] })
    expect(reconcile(left(0, [stream('a'), summary('a')])).items).toHaveLength(1)
  })
  it('tells of suites that did not load', () => {
    const unloaded = [{ id: 'x.ts', message: 'broken' }]
    expect(reconcile(left(0, [stream('a'), summary('a', { unloaded })]))).toMatchObject(
      notComplete('x.ts did not load: broken'),
    )
    expect(reconcile(left(0, [stream('a', { unloaded }), summary('a', { unloaded })]))).toMatchObject(
      notComplete('x.ts did not load: broken'),
    )
  })
  it.each([
    ['as many: the stream has the word', [['x', 'one']], [['other/x', 'two']], ['x: one']],
    [
      'fewer: the stream has the word',
      [
        ['x', ''],
        ['y', 'one'],
      ],
      [['x', 'two']],
      ['x', 'y: one'],
    ],
    [
      'more: both are heard, each file once',
      [['x', 'one']],
      [
        ['x', 'two'],
        ['y', 'three'],
      ],
      ['x: one', 'y: three'],
    ],
    [
      'more: the first that says something',
      [['x', ' \n']],
      [
        ['x', 'two'],
        ['y', ''],
      ],
      ['x: two', 'y'],
    ],
  ])('of suites that did not load it knows %s', (_, ours, theirs, told) => {
    const of = (pairs: string[][]) => ({ unloaded: pairs.map(([id = '', message = '']) => ({ id, message })) })
    const facts = reconcile(left(1, [stream('-a', of(ours)), summary('-a', of(theirs))]))
    expect(facts.unloaded?.map(({ id }) => id)).toEqual(told.map((words) => words.split(':')[0]))
    expect(facts).toMatchObject(notComplete(...told.map((words) => words.replace(/^(\w+)/, '$1 did not load'))))
  })
  it('with nothing that did not load tells of nothing', () => {
    expect(reconcile(left(0, [stream('a'), summary('a')]))).not.toHaveProperty('unloaded')
  })
  it('of another kind than its channel promises is no report', () => {
    const wrong = { channel: channelOf(summary('a'), { required: false }).channel, read: channelOf(lint('x')).read }
    expect(reconcile(left(0, [], { channels: [channelOf(stream('a')), wrong] }))).toMatchObject(clean)
    const asFindings = { channel: channelOf(lint(''), { required: false }).channel, read: channelOf(stream('a')).read }
    expect(reconcile(left(0, [], { channels: [asFindings] }))).toMatchObject({ complete: false })
    const asCoverage = {
      channel: channelOf({ kind: 'coverage', format: 'lcov', files: [] }, { required: false }).channel,
      read: channelOf(lint('x')).read,
    }
    expect(reconcile(left(0, [], { kind: 'lint', channels: [asCoverage, channelOf(lint(''))] })).items).toEqual([])
  })
})
