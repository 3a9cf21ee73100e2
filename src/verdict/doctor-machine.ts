import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { ClockFacts, DatabaseFacts, MemoryFacts, PlaceFact, SandboxFacts } from '../model/machine-facts.ts'
import { type DoctorScope, type Finding, isNeeded, size, withRemedy } from './doctor-rules.ts'

const FLOOR_BYTES = 500_000_000
const LOW_BYTES = 5_000_000_000
/** The temporary directory holds little: it is often a small file system of its own. */
const TEMPORARY_LOW_BYTES = 500_000_000
const FLOOR_INODES = 1000
const LOW_INODES = 100_000

const PLACES = {
  state: { words: 'the state directory', variable: 'TRIVERDICT_HOME', of: 'gate' },
  cache: { words: 'the cache directory', variable: 'XDG_CACHE_HOME', of: 'verify' },
  trees: { words: 'the directory of the trees', variable: 'TRIVERDICT_TREES', of: 'verify' },
  temporary: { words: 'the temporary directory', variable: 'TMPDIR', of: 'gate' },
  repository: { words: 'the repository', variable: null, of: 'gate' },
} as const

/** A place that cannot be written, or has no room. The repository may be read-only: only some layers write there. */
export const judgePlace = (place: PlaceFact, scope: DoctorScope): Finding => {
  const { words, variable, of } = PLACES[place.name]
  const blocking: string[] = []
  const anomalies: Anomaly[] = []
  const elsewhere = variable === null ? null : `Free some space, or set ${variable} to a directory on another disk.`
  const say = (grave: boolean, kind: string, message: string, remedy: string | null): void => {
    if (grave && isNeeded(of, scope)) blocking.push(withRemedy(message, remedy))
    else anomalies.push(anomaly(kind, grave ? 'high' : 'medium', message, { remedy }))
  }
  if (!place.writable) {
    const message = `${words}: ${place.reason ?? `${place.path} cannot be written to`}`
    const move = variable === null ? null : `Set ${variable} to a directory that this user may write.`
    if (place.name === 'repository') anomalies.push(anomaly('place-unwritable', 'medium', message, { remedy: move }))
    else say(true, 'place-unwritable', message, move)
  }
  const temporary = place.name === 'temporary'
  // What cannot be written says itself that it is full.
  const [free, inodes] = place.writable ? [place.free_bytes, place.free_inodes] : [null, null]
  if (free !== null && free < (temporary ? TEMPORARY_LOW_BYTES : LOW_BYTES))
    say(
      !temporary && free < FLOOR_BYTES,
      'disk-low',
      `${words} has ${size(free)} left (${place.path})`,
      elsewhere ?? 'Free some space (`triverdict cache gc`).',
    )
  if (inodes !== null && inodes < LOW_INODES)
    say(
      !temporary && inodes < FLOOR_INODES,
      'inodes-low',
      `the file system of ${words} has room for ${inodes} more files (${place.path})`,
      elsewhere ?? 'Delete files that nobody needs.',
    )
  if (place.ahead_ms !== null && Math.abs(place.ahead_ms) > SKEW_MS)
    say(
      false,
      'clock-of-files',
      `the clock of the file system of ${words} is ${Math.round(Math.abs(place.ahead_ms) / 1000)} s ${place.ahead_ms > 0 ? 'ahead of' : 'behind'} this machine's`,
      'Synchronise the clocks of both machines: what decides by times of files (make, caches) goes wrong.',
    )
  const { free_bytes, total_bytes, free_inodes, writable, path } = place
  return { blocking, anomalies, metrics: { path, writable, free_bytes, total_bytes, free_inodes } }
}

/** Clocks of two machines are never the same to the second. */
const SKEW_MS = 5_000
const FUTURE_MS = 60_000

const minutes = (ms: number): string =>
  ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`

/** A clock that is behind what it stamped already, or that jumps. `newestCommit_s` is null where nobody knows. */
export const judgeClock = (clock: ClockFacts, newestCommit_s: number | null): Finding => {
  const anomalies: Anomaly[] = []
  const remedy =
    'Set the clock of this machine (timedatectl, chrony); dates of runs, locks and baselines are wrong until then.'
  const commit_ahead = newestCommit_s === null ? null : newestCommit_s * 1000 - clock.now_ms
  const file_ahead = clock.newestFile === null ? null : clock.newestFile.ms - clock.now_ms
  const say = (kind: string, detail: string) => anomalies.push(anomaly(kind, 'medium', detail, { remedy }))
  if (commit_ahead !== null && commit_ahead > FUTURE_MS)
    say('commit-in-future', `the newest commit is ${minutes(commit_ahead)} ahead of this machine's clock`)
  if (file_ahead !== null && file_ahead > FUTURE_MS)
    say('file-in-future', `${clock.newestFile?.path} was changed ${minutes(file_ahead)} ahead of this machine's clock`)
  if (Math.abs(clock.jump_ms) > 1000)
    say('clock-jumps', `the clock moved by ${clock.jump_ms} ms more than the time that passed`)
  return {
    blocking: [],
    anomalies,
    metrics: {
      now_ms: clock.now_ms,
      newest_file_ahead_ms: file_ahead,
      newest_commit_ahead_ms: commit_ahead,
      jump_ms: clock.jump_ms,
    },
  }
}

/** No sandbox is no error: it is said, as every report says it. */
export const judgeSandbox = (sandbox: SandboxFacts): Finding => {
  const remedy = 'Run triverdict in a container or as a user of its own where the branch is not trusted.'
  const { works, version, said } = sandbox
  const degraded = works
    ? anomaly('isolation-degraded', 'info', 'bubblewrap works here, and this version does not use it yet', { remedy })
    : anomaly('isolation-degraded', 'medium', `no sandbox can be had here: ${said ?? 'bwrap does not work'}`, {
        remedy: `Install bubblewrap and allow user namespaces. ${remedy}`,
      })
  return { blocking: [], anomalies: [degraded], metrics: { works, version } }
}

/** A history that fails never changes a verdict, so it is no error either. */
export const judgeDatabase = ({ works, reason, integrity, path }: DatabaseFacts): Finding => ({
  blocking: [],
  anomalies: works
    ? []
    : [
        anomaly('history-unavailable', 'high', reason ?? `the history at ${path} does not work`, {
          remedy: 'Move the file away: a new one is made. Runs are judged without it, and not remembered.',
        }),
      ],
  metrics: { works, integrity },
})

const LOW_MEMORY_BYTES = 512_000_000
const LEAST_MEMORY_BYTES = 128_000_000

/** Little memory kills runners; which one needs how much nobody knows, so it is no error. */
export const judgeMemory = (memory: MemoryFacts): Finding => ({
  blocking: [],
  anomalies:
    memory.available_bytes >= LOW_MEMORY_BYTES
      ? []
      : [
          anomaly(
            'memory-low',
            memory.available_bytes < LEAST_MEMORY_BYTES ? 'high' : 'medium',
            `${size(memory.available_bytes)} of memory are available`,
            {
              remedy:
                'Stop what nobody needs, or raise the limit of the container: the system kills what asks for more.',
            },
          ),
        ],
  metrics: { ...memory },
})
