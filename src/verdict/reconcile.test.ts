import { describe, expect, it } from 'vitest'
import { trouble } from '../model/result.ts'
import { channelOf, exits, left, lint, outcome, stream, summary } from './fixtures/left-behind.ts'
import { reconcile } from './reconcile.ts'

const notComplete = (...incomplete: unknown[]) => ({ complete: false, incomplete, contradictions: [] })
const clean = { complete: true, incomplete: [], contradictions: [], anomalies: [] }

describe('agreement', () => {
  it('green exit over a green stream is complete', () => {
    expect(reconcile(left(0, [stream('a ~b !c')]))).toEqual({
      kind: 'tests',
      end: 'exited',
      exit_code: 0,
      signal: null,
      duration_ms: 1234,
      ...clean,
      items: [
        { id: 't.ts::a', state: 'green', file: 't.ts', message: null, line: 7 },
        { id: 't.ts::b', state: 'skipped', file: 't.ts', message: null, line: 7 },
        { id: 't.ts::c', state: 'skipped', file: 't.ts', message: null, line: 7 },
      ],
      skipped: 2,
    })
  })
  it('red exit over a red stream is complete, with the message verbatim', () => {
    const facts = reconcile(left(1, [stream('a -b')]))
    expect(facts).toMatchObject(clean)
    expect(facts.items[1]).toMatchObject({ state: 'red', message: 'b broke' })
  })
  it('what a skipped test says is no failure', () => {
    const skipped = [{ id: 'x', status: 'skipped' as const, file: null, message: 'later' }]
    expect(reconcile(left(0, [stream('', { tests: skipped, claimed: null })])).items[0]?.message).toBeNull()
  })
  it('a message or line that is not there stays out', () => {
    const bare = [{ id: 'x', status: 'failed' as const, file: null }]
    expect(reconcile(left(1, [stream('', { tests: bare, claimed: null })])).items).toEqual([
      { id: 'x', state: 'red', file: null, message: null },
    ])
    expect(reconcile(left(1, [stream('', { tests: bare, claimed: null })])).items[0]).not.toHaveProperty('line')
  })
  it('hollow tests are never passed, and it is said', () => {
    const facts = reconcile(left(0, [stream('a ?h ?h')]))
    expect(facts).toMatchObject({
      complete: true,
      skipped: 2,
      anomalies: [{ kind: 'hollow-tests', severity: 'high', evidence: 't.ts::h' }],
    })
    expect(reconcile(left(0, [stream('?h')]))).toMatchObject(notComplete('no test ran'))
  })
})

describe('the end of the process', () => {
  it.each([
    ['signalled', { signal: 'SIGSEGV' }, 'it was ended by the signal SIGSEGV'],
    ['signalled', {}, 'it was ended by the signal of an unknown name'],
    ['timed-out', {}, 'it was stopped at its time limit after 1.2 s'],
    ['stalled', {}, 'it was stopped because its log did not move, after 1.2 s'],
    ['cancelled', {}, 'it was cancelled'],
    ['not-started', { reason: 'no such file' }, 'it could not be started: no such file'],
    ['write-failed', {}, 'its log could not be written'],
  ] as const)('%s is not complete, even over a green stream', (end, more, sentence) => {
    const facts = reconcile(left(0, [stream('a')], { outcome: outcome(null, { end, ...more }) }))
    expect(facts).toMatchObject({ end, ...notComplete(sentence) })
  })
  it.each([
    [137, 'SIGKILL'],
    [139, 'SIGSEGV'],
    [134, 'SIGABRT'],
    [143, 'SIGTERM'],
    [129, 'SIGHUP'],
  ])('exit code %i stands for a signal', (code, signal) => {
    expect(reconcile(left(code, [stream('a -b')]))).toMatchObject({
      end: 'signalled',
      signal,
      exit_code: code,
      complete: false,
    })
  })
  it.each([128, 127, 126, 255, 3, 160])(
    'exit code %i does not, and is not complete when the table does not know it',
    (code) => {
      expect(reconcile(left(code, [stream('a -b')]))).toMatchObject({
        end: 'exited',
        signal: null,
        ...notComplete(`exit code ${code} says that the run is not complete`),
      })
    },
  )
  it('a listed 137 is a count of failures only where a complete report names failures', () => {
    const counted = { exits: [...exits, { code: 137, meaning: 'red' as const, note: 'number of failures' }] }
    expect(reconcile(left(137, [stream('a -b')], counted))).toMatchObject({ end: 'exited', complete: true })
    expect(reconcile(left(137, [stream('a')], counted))).toMatchObject({ end: 'signalled', signal: 'SIGKILL' })
    expect(reconcile(left(137, [stream('-a', { complete: false })], counted))).toMatchObject({ end: 'signalled' })
    const absent = { channels: [channelOf(stream('-a')), { ...channelOf(summary('-a')), read: 'absent' as const }] }
    expect(reconcile(left(137, [], { ...counted, ...absent }))).toMatchObject({ end: 'signalled' })
    expect(
      reconcile(left(137, [stream('-a')], { exits: [{ code: 137, meaning: 'not-complete', note: 'x' }] })),
    ).toMatchObject({ end: 'signalled' })
  })
  it('an unlisted 0 is green; a listed 0 means what the table says', () => {
    expect(reconcile(left(0, [stream('a')], { exits: [] }))).toMatchObject(clean)
    expect(
      reconcile(left(0, [stream('a')], { exits: [{ code: 0, meaning: 'not-complete', note: 'only listed' }] })),
    ).toMatchObject(notComplete('exit code 0 (only listed) over a green report'))
  })
  it('no exit code at all is not complete', () => {
    expect(reconcile(left(0, [stream('a')], { outcome: outcome(null) }))).toMatchObject(
      notComplete('exit code null (no exit code is known) over a green report'),
    )
  })
})

describe('the exit code against the report', () => {
  it('green over red: the red stays, and it is said', () => {
    const facts = reconcile(left(0, [stream('a -b')]))
    expect(facts).toMatchObject({
      complete: true,
      anomalies: [{ kind: 'exit-overridden', severity: 'high', blocking: false }],
    })
    expect(facts.items.filter(({ state }) => state === 'red')).toHaveLength(1)
  })
  it('non-zero over green: not complete', () => {
    expect(reconcile(left(1, [stream('a')]))).toMatchObject(
      notComplete('exit code 1 (some failed) over a green report'),
    )
    expect(reconcile(left(2, [stream('a')]))).toMatchObject(
      notComplete('exit code 2 (interrupted) over a green report'),
    )
    expect(reconcile(left(2, [stream('-a')]))).toMatchObject(
      notComplete('exit code 2 (interrupted) says that the run is not complete'),
    )
    expect(reconcile(left(1, [stream('a', { complete: false })]))).toMatchObject(
      notComplete('its event stream has no end', 'exit code 1 (some failed) without a failing test'),
    )
  })
})

describe('channels', () => {
  it('a required one that is absent, unreadable or of another kind: not complete', () => {
    const of = (read: 'absent' | ReturnType<typeof trouble>) =>
      left(0, [], { channels: [{ ...channelOf(stream('a')), read }] })
    expect(reconcile(of('absent'))).toMatchObject(notComplete('it left no event stream'))
    expect(reconcile(of(trouble('report-truncated', 'it is cut off')))).toMatchObject(
      notComplete('its event stream cannot be read: it is cut off'),
    )
    const other = left(0, [], {
      channels: [{ channel: channelOf(stream('a')).channel, read: channelOf(lint('')).read }],
    })
    expect(reconcile(other)).toMatchObject(notComplete('its event stream is a report of findings'))
    const summaryOnly = left(0, [stream('a')], {
      channels: [channelOf(stream('a')), { ...channelOf(summary('a')), read: 'absent' }],
    })
    expect(reconcile(summaryOnly)).toMatchObject(notComplete('it left no junit report'))
  })
  it('an optional one may be absent', () => {
    const channels = [
      channelOf(stream('a')),
      { ...channelOf(summary('a'), { required: false }), read: 'absent' as const },
    ]
    expect(reconcile(left(0, [], { channels }))).toMatchObject(clean)
  })
  it('none at all: nothing tells what it did', () => {
    expect(reconcile(left(0, []))).toMatchObject(notComplete('no report tells what it did'))
    expect(reconcile(left(0, [], { kind: 'types' }))).toMatchObject({ complete: false })
    expect(reconcile(left(0, [lint('')], { kind: 'tests' }))).toMatchObject({ complete: false })
  })
  it.each(['report-foreign', 'report-late', 'report-stale', 'report-forged'])(
    '%s is a contradiction, required or not',
    (kind) => {
      const lying = { ...channelOf(summary('a'), { required: false }), read: trouble(kind, 'it is not ours') }
      expect(reconcile(left(0, [], { channels: [channelOf(stream('a')), lying] }))).toMatchObject({
        contradictions: ['the junit report is not of this run: it is not ours'],
      })
    },
  )
  it('a foreign text where findings should be is absence: a crash is printed there', () => {
    const crash = (kind: string) =>
      left(1, [], { kind: 'lint', channels: [{ ...channelOf(lint('')), read: trouble(kind, 'a stack trace') }] })
    expect(reconcile(crash('report-foreign'))).toMatchObject({ complete: false, contradictions: [] })
    expect(reconcile(crash('report-late')).contradictions).toHaveLength(1)
  })
  it('the runner’s own report decides where there is no stream', () => {
    expect(reconcile(left(1, [summary('a -b')]))).toMatchObject({
      ...clean,
      items: [{ state: 'green' }, { state: 'red' }],
    })
  })
  it('coverage is no witness', () => {
    expect(reconcile(left(0, [stream('a'), { kind: 'coverage', format: 'lcov', files: [] }]))).toMatchObject(clean)
  })
})

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

describe('modules', () => {
  const roots = { tree: '/stage/tree', allowed: ['/stage/env'], names: ['pkg'] }
  const withModules = (modules: Record<string, string>, more = {}) =>
    reconcile(left(0, [stream('a', { modules })], { firstPartyRoots: { ...roots, ...more } }))
  it('of the project must come from the tree, or an allowed place', () => {
    expect(
      withModules({ pkg: '/stage/tree/src/pkg/__init__.py', 'pkg.sub': '/stage/env/lib/pkg/sub.py' }),
    ).toMatchObject(clean)
    expect(withModules({ 'pkg.sub': '/usr/lib/pkg/sub.py' })).toMatchObject({
      ...notComplete('the module pkg.sub was loaded from /usr/lib/pkg/sub.py, outside the tree that is tested'),
      anomalies: [{ kind: 'wrong-module', severity: 'high' }],
    })
  })
  it('a path that only begins alike, or climbs out, is outside', () => {
    expect(withModules({ pkg: '/stage/tree2/pkg.py' })).toMatchObject({ complete: false })
    expect(withModules({ pkg: '/stage/tree/../other/pkg.py' })).toMatchObject({ complete: false })
    expect(withModules({ pkg: '/stage/tree/./a//../pkg.py' })).toMatchObject(clean)
    expect(withModules({ pkg: '/other/stage/tree/pkg.py' })).toMatchObject({ complete: false })
  })
  it('any of the names is one of the project, and each is named in order', () => {
    const names = { names: ['pkg', 'other'] }
    expect(
      withModules({ pkg: '/x/pkg.py', 'other.b': '/x/b.py', 'other.a': '/x/a.py', o: '/x/o.py' }, names).incomplete,
    ).toEqual([
      'the module other.a was loaded from /x/a.py, outside the tree that is tested',
      'the module other.b was loaded from /x/b.py, outside the tree that is tested',
      'the module pkg was loaded from /x/pkg.py, outside the tree that is tested',
    ])
    expect(withModules({ pkg: '/stage/./tree//pkg.py' }, { tree: '/stage/tree/' })).toMatchObject(clean)
    expect(withModules({ pkg: '/../stage/tree/pkg.py' })).toMatchObject(clean)
  })
  it('of others, or without a file, say nothing', () => {
    expect(withModules({ pkgx: '/usr/lib/pkgx.py', pkg: '' })).toMatchObject(clean)
    expect(withModules({ any: '/usr/lib/any.py' }, { names: [] })).toMatchObject({ complete: false })
    expect(reconcile(left(0, [stream('a', { modules: { pkg: '/usr/x.py' } })]))).toMatchObject(clean)
    expect(reconcile(left(0, [stream('a')], { firstPartyRoots: roots }))).toMatchObject(clean)
  })
})

describe('findings', () => {
  it('are red items by tool, rule and file', () => {
    expect(reconcile(left(1, [lint('no-undef')]))).toMatchObject({
      ...clean,
      kind: 'lint',
      items: [{ id: 'eslint no-undef a b.ts', state: 'red', file: 'a b.ts', message: 'no-undef is bad', line: 3 }],
    })
    const noLine = lint('', { findings: lint('x').findings.map((finding) => ({ ...finding, line: null })) })
    expect(reconcile(left(1, [noLine])).items[0]).not.toHaveProperty('line')
  })
  it('warnings count only where the tool exited red without an error', () => {
    const warned = lint('', {
      findings: lint('w').findings.map((finding) => ({ ...finding, severity: 'warning' as const })),
    })
    const mixed = lint('', { findings: [...warned.findings, ...lint('e').findings] })
    const idsOf = (code: number, report: typeof warned) => reconcile(left(code, [report])).items.map(({ id }) => id)
    expect(idsOf(0, warned)).toEqual([])
    expect(reconcile(left(0, [warned]))).toMatchObject(clean)
    expect(idsOf(1, warned)).toEqual(['eslint w a b.ts'])
    expect(idsOf(2, warned)).toEqual([])
    expect(idsOf(1, mixed)).toEqual(['eslint e a b.ts'])
    expect(idsOf(0, mixed)).toEqual(['eslint e a b.ts'])
  })
  it('none, and a green exit: complete', () => {
    expect(reconcile(left(0, [lint('')]))).toMatchObject({ ...clean, items: [] })
    expect(reconcile(left(0, [lint('', { files: null })]))).toMatchObject(clean)
  })
  it('none, and a red exit: not complete', () => {
    expect(reconcile(left(1, [lint('')]))).toMatchObject(notComplete('exit code 1 (some failed) without a finding'))
  })
  it('no file checked, troubles, a report that is cut off: not complete', () => {
    expect(reconcile(left(0, [lint('', { files: 0, troubles: ['no such plug-in'], complete: false })]))).toMatchObject(
      notComplete('no such plug-in', 'its eslint-json report has no end', 'it checked no file'),
    )
  })
  it('a green exit over findings: they stay', () => {
    expect(reconcile(left(0, [lint('x')], { tool: null }))).toMatchObject({
      complete: true,
      anomalies: [{ kind: 'exit-overridden', detail: 'the command exited 0 over a report that names failures' }],
    })
  })
  it('a linter that reports as tests is judged as such', () => {
    expect(reconcile(left(1, [summary('a -b')], { kind: 'lint' }))).toMatchObject({
      ...clean,
      kind: 'lint',
      items: [{ state: 'green' }, { state: 'red' }],
    })
    expect(reconcile(left(1, [summary('a')], { kind: 'lint' }))).toMatchObject({ complete: false })
  })
})
