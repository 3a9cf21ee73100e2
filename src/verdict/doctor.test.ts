import { expect, test } from 'vitest'
import type { GitFacts, MachineFacts, PlaceFact, Probed, ProgramFact } from '../model/machine-facts.ts'
import { verdictSchema } from '../model/verdict.ts'
import { judgeMachine } from './doctor.ts'

const answered = <T>(found: T): Probed<T> => ({ end: 'answered', took_ms: 3, found })
const git: GitFacts = {
  ...{ version: '2.39.5', refused: null, settings: [], replaceRefs: 0, grafts: 0, shallow: false, alternates: [] },
  ...{ filters: [], newestCommit_s: 1 },
}
const place: PlaceFact = {
  ...{ name: 'state', path: '/state', writable: true, reason: null, ahead_ms: 0 },
  ...{ free_bytes: 5e10, total_bytes: 1e11, free_inodes: 1e6 },
}
const missing = (program: string): ProgramFact => ({
  need: { program, ask: null, cwd: '.', of: 'gate', by: ['layer unit'], certain: true },
  ...{ end: 'missing', version: null, said: null, took_ms: 0 },
})
const good: MachineFacts = {
  ...{
    subject: { commit: 'a'.repeat(40), branch: 'main' },
    trouble: null,
    layers: [],
    programs: [],
    needsUnknown: null,
    bare: false,
  },
  git: answered(git),
  places: [{ name: 'state', probe: answered(place) }],
  clock: answered({ now_ms: 1_000_000, newestFile: null, jump_ms: 0 }),
  sandbox: answered({ works: true, version: '0.8.0', said: null }),
  database: answered({ path: '/h', works: true, reason: null, integrity: 'ok' }),
  memory: answered({ total_bytes: 8e9, available_bytes: 4e9, limit_bytes: null, processors: 2 }),
}

test('a good machine passes, with the raw values', () => {
  const verdict = judgeMachine(good, 'all')
  expect(verdictSchema.safeParse(verdict).success).toBe(true)
  expect([verdict.status, verdict.blocking, verdict.check]).toEqual(['pass', [], 'doctor'])
  expect(Object.keys(verdict.metrics)).toEqual(['git', 'programs', 'clock', 'sandbox', 'database', 'memory', 'places'])
  expect(verdict.metrics.places).toMatchObject({ state: { free_bytes: 5e10, took_ms: 3 } })
  expect(verdict.subject).toEqual(good.subject)
})

const bad: readonly [string, Partial<MachineFacts>, string][] = [
  ['an old git', { git: answered({ ...git, version: '2.20.1' }) }, 'git 2.20.1 is too old. Install git 2.31 or newer.'],
  [
    'a missing program',
    { programs: [missing('uv')] },
    "layer unit: the program uv is not on PATH. Install uv on this machine or with the project's dependencies, or add its directory to PATH.",
  ],
  [
    'a full disk',
    { places: [{ name: 'state', probe: answered({ ...place, free_bytes: 0 }) }] },
    'the state directory has 0 bytes left (/state). Free some space, or set TRIVERDICT_HOME to a directory on another disk.',
  ],
  [
    'no repository',
    { subject: null, trouble: { message: 'x is no git repository', remedy: 'Name one.' } },
    'x is no git repository. Name one.',
  ],
  [
    'a probe that hangs',
    { database: { end: 'cut', took_ms: 10_000 } },
    'the probe of the history hung, and was cut after 10 s. Find out what it waits for: a network file system, a lock, a daemon.',
  ],
  [
    'a place that hangs',
    { places: [{ name: 'cache', probe: { end: 'cut', took_ms: 10_000 } }] },
    'the probe of cache (place) hung, and was cut after 10 s. Find out what it waits for: a network file system, a lock, a daemon.',
  ],
  [
    'a probe that breaks',
    { memory: { end: 'broke', took_ms: 1, reason: 'no such file' } },
    'the probe of memory broke: no such file',
  ],
]

test.each(bad)('%s is an error, with one sentence and what to do', (_, facts, expected) => {
  const verdict = judgeMachine({ ...good, ...facts }, 'all')
  expect([verdict.status, verdict.blocking]).toEqual(['error', [expected]])
  expect(verdictSchema.safeParse(verdict).success).toBe(true)
})

test('it never says fail, whatever comes together', () => {
  for (const [, one] of bad)
    for (const [, other] of bad) expect(judgeMachine({ ...good, ...one, ...other }, 'gate').status).toBe('error')
})

test('a database that was not looked at is no metric; reasons that are the same come once, at most 20', () => {
  expect(judgeMachine({ ...good, database: null }, 'all').metrics).not.toHaveProperty('database')
  expect(judgeMachine({ ...good, programs: [missing('uv'), missing('uv')] }, 'all').blocking).toHaveLength(1)
  const many = Array.from({ length: 25 }, (_, at) => missing(`p${at}`))
  expect(judgeMachine({ ...good, programs: many }, 'all').blocking.at(-1)).toBe('and 5 more')
})

test('anomalies do not block, and the gravest comes first', () => {
  const verdict = judgeMachine(
    {
      ...good,
      git: answered({ ...git, refused: 'dubious ownership', shallow: true }),
      needsUnknown: { message: 'there are no files', remedy: null },
      bare: true,
    },
    'all',
  )
  expect(verdict.status).toBe('pass')
  expect((verdict.anomalies as { kind: string }[]).map(({ kind }) => kind)).toEqual([
    'git-refuses',
    'needs-unknown',
    'git-shallow',
    'isolation-degraded',
  ])
})

test('a doctor who does not know what is needed does not pass; before a gate, which reads its settings itself, it is an anomaly', () => {
  const facts = {
    ...good,
    needsUnknown: { message: 'triverdict.yaml:2: unknown key `x`', remedy: 'Did you mean `y`?' },
  }
  expect(judgeMachine(facts, 'all')).toMatchObject({
    status: 'error',
    blocking: ['what the repository needs is not known: triverdict.yaml:2: unknown key `x`. Did you mean `y`?'],
  })
  for (const scope of ['gate', 'clean-gate'] as const)
    expect(judgeMachine(facts, scope)).toMatchObject({ status: 'pass', anomalies: [{ kind: 'needs-unknown' }, {}] })
})
