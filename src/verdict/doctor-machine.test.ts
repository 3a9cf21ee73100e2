import { expect, test } from 'vitest'
import type { PlaceFact } from '../model/machine-facts.ts'
import { judgeClock, judgeDatabase, judgeMemory, judgePlace, judgeSandbox } from './doctor-machine.ts'
import { type Finding, size } from './doctor-rules.ts'

const said = ({ blocking, anomalies }: Finding) => [
  ...blocking.map(() => 'blocks'),
  ...anomalies.map(({ kind, severity }) => `${severity} ${kind}`),
]
const GB = 1_000_000_000
const roomy: PlaceFact = {
  ...{ name: 'state', path: '/home/a/state', writable: true, reason: null },
  ...{ free_bytes: 50 * GB, total_bytes: 100 * GB, free_inodes: 1_000_000, ahead_ms: 0 },
}

test.each<[Partial<PlaceFact>, 'all' | 'gate', readonly string[]]>([
  [{}, 'all', []],
  [{ free_bytes: 5 * GB }, 'all', []],
  [{ free_bytes: 5 * GB - 1 }, 'all', ['medium disk-low']],
  [{ free_bytes: GB / 2 }, 'all', ['medium disk-low']],
  [{ free_bytes: GB / 2 - 1 }, 'gate', ['blocks']],
  [{ free_bytes: 0, name: 'cache' }, 'all', ['blocks']],
  // Where a gate runs in place nothing is written to the caches.
  [{ free_bytes: 0, name: 'cache' }, 'gate', ['high disk-low']],
  [{ free_bytes: GB / 2 - 1, name: 'temporary' }, 'all', ['medium disk-low']],
  [{ free_bytes: GB / 2, name: 'temporary' }, 'all', []],
  [{ free_bytes: 0, name: 'repository' }, 'gate', ['blocks']],
  [{ free_bytes: null, total_bytes: null, free_inodes: null }, 'all', []],
  [{ free_inodes: 100_000 }, 'all', []],
  [{ free_inodes: 99_999 }, 'all', ['medium inodes-low']],
  [{ free_inodes: 999 }, 'all', ['blocks']],
  [{ writable: false, reason: 'no' }, 'gate', ['blocks']],
  [{ writable: false, reason: null, name: 'trees' }, 'gate', ['high place-unwritable']],
  [{ writable: false, reason: 'no', name: 'temporary' }, 'gate', ['blocks']],
  [{ writable: false, reason: 'no', name: 'repository' }, 'all', ['medium place-unwritable']],
  [{ ahead_ms: 5_000 }, 'all', []],
  [{ ahead_ms: 5_001 }, 'all', ['medium clock-of-files']],
  [{ ahead_ms: -60_000 }, 'all', ['medium clock-of-files']],
])('a place: %o, for %s', (facts, scope, expected) => {
  const finding = judgePlace({ ...roomy, ...facts }, scope)
  expect(said(finding)).toEqual(expected)
  for (const { remedy, kind } of finding.anomalies) if (kind !== 'place-unwritable') expect(remedy).not.toBeNull()
})

test('a place that blocks names the variable that moves it', () => {
  expect(judgePlace({ ...roomy, free_bytes: 1_500_000 }, 'all').blocking).toEqual([
    'the state directory has 1.5 MB left (/home/a/state). Free some space, or set TRIVERDICT_HOME to a directory on another disk.',
  ])
  expect(judgePlace({ ...roomy, writable: false }, 'all').blocking).toEqual([
    'the state directory: /home/a/state cannot be written to. Set TRIVERDICT_HOME to a directory that this user may write.',
  ])
})

test.each<[Parameters<typeof judgeClock>[0], number | null, readonly string[]]>([
  [{ now_ms: 1_000_000, newestFile: null, jump_ms: 0 }, null, []],
  [{ now_ms: 1_000_000, newestFile: null, jump_ms: 0 }, 1060, []],
  [{ now_ms: 1_000_000, newestFile: null, jump_ms: 0 }, 1061, ['medium commit-in-future']],
  [{ now_ms: 1_000_000, newestFile: { path: 'a', ms: 1_060_000 }, jump_ms: 1000 }, 0, []],
  [
    { now_ms: 1_000_000, newestFile: { path: 'a', ms: 1_060_001 }, jump_ms: -1001 },
    0,
    ['medium file-in-future', 'medium clock-jumps'],
  ],
])('the clock: %o, newest commit %s', (clock, commit, expected) => {
  expect(said(judgeClock(clock, commit))).toEqual(expected)
})

test('what is no error: a sandbox, a history, memory', () => {
  expect(said(judgeSandbox({ works: false, version: null, said: 'bwrap is not on PATH' }))).toEqual([
    'medium isolation-degraded',
  ])
  expect(said(judgeSandbox({ works: true, version: '0.8.0', said: null }))).toEqual(['info isolation-degraded'])
  const works = { path: '/h', works: true, reason: null, integrity: 'ok' }
  expect(said(judgeDatabase(works))).toEqual([])
  const damaged = judgeDatabase({ ...works, works: false, reason: 'the history at /h is damaged: page 3' })
  expect([said(damaged), damaged.anomalies[0]?.detail]).toEqual([
    ['high history-unavailable'],
    'the history at /h is damaged: page 3',
  ])
  const memory = (available_bytes: number) =>
    said(judgeMemory({ total_bytes: 8 * GB, available_bytes, limit_bytes: null, processors: 2 }))
  expect([512_000_000, 511_999_999, 127_999_999].map(memory)).toEqual([[], ['medium memory-low'], ['high memory-low']])
})

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [1_500_000, '1.5 MB'],
  [4.2e9, '4.2 GB'],
  [3e15, '3000.0 TB'],
])('%d is %s', (bytes, expected) => {
  expect(size(bytes)).toBe(expected)
})
