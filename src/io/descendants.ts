import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** One process as the kernel lists it. */
export interface Listed {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** In clock ticks since boot; tells a reused pid. 0 where the system does not say. */
  readonly started: number
  /** Dead, and not yet collected by its parent. */
  readonly zombie: boolean
}

const readProc = (file: string): string | null => {
  try {
    return readFileSync(`/proc/${file}`, 'latin1')
  } catch {
    // It ended meanwhile, or belongs to somebody else.
    return null
  }
}

/** The entry of one process, or null when there is none (or no /proc). */
export const listed = (pid: number): Listed | null => {
  const stat = readProc(`${pid}/stat`)
  if (stat === null) return null
  // The name stands in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const field = (index: number) => Number(fields[index])
  const state = fields[0] ?? ''
  return {
    pid,
    parent: field(1),
    group: field(2),
    session: field(3),
    started: field(19),
    zombie: 'ZXx'.includes(state),
  }
}

/** True while the process that had this start time runs; one that has ended and that nobody has waited for does not. */
export const isRunning = (pid: number, started: string): boolean => {
  const entry = listed(pid)
  return entry !== null && !entry.zombie && String(entry.started) === started
}

const listedByPs = (): Listed[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,sess=,state='], { encoding: 'latin1' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length === 5)
    .map(([pid, parent, group, session, state]) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: Number(session) || 0,
      started: 0,
      zombie: state?.startsWith('Z') ?? false,
    }))

/** Every process that can be seen now. */
export const allProcesses = (): Listed[] =>
  process.platform === 'linux'
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((name) => listed(Number(name)))
        .filter((entry) => entry !== null)
    : listedByPs()

/** The command line of a process, arguments separated by spaces, at most 200 characters; `[name]` where it has none. */
export const commandOf = (pid: number): string => {
  const words = readProc(`${pid}/cmdline`)?.replaceAll('\0', ' ').trim()
  const text = words || `[${readProc(`${pid}/comm`)?.trim() ?? pid}]`
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

const FOLLOW_MS = 1_000

/** What one look found. */
export interface Sight {
  /** Those alive, without the child itself. */
  readonly alive: readonly Listed[]
  /** Somebody is changing its program at this moment and shows no environment: look again before believing that nobody is left. */
  readonly uncertain: boolean
}

/** Follows the processes that come from one child: by parent, group, session and an environment mark that they inherit. */
export interface Family {
  /** Looks now and then, so that a process whose parents end later is still known. Gives the function that stops it. */
  follow(): () => void
  look(): Sight
}

export const familyOf = (child: number, mark: string): Family => {
  const started = listed(child)?.started ?? 0
  const known = new Map<number, number>([[child, started]])
  const isKnown = (entry: Listed) => known.get(entry.pid) === entry.started
  const lookFor = (marks: boolean): Sight => {
    // Nothing that comes from the child can be older than it.
    const candidates = allProcesses().filter((entry) => entry.started >= started && entry.pid !== process.pid)
    let uncertain = false
    for (const entry of candidates) {
      if (isKnown(entry) || entry.zombie) continue
      const environment = marks ? readProc(`${entry.pid}/environ`) : null
      if (environment === '') uncertain = true
      if (entry.group === child || entry.session === child || environment?.includes(mark)) {
        known.set(entry.pid, entry.started)
      }
    }
    const byPid = new Map(candidates.map((entry) => [entry.pid, entry]))
    // A parent may stand behind its child in the list: repeat until nobody joins.
    for (let joined = true; joined; ) {
      joined = false
      for (const entry of candidates) {
        const parent = byPid.get(entry.parent)
        if (isKnown(entry) || parent === undefined || !isKnown(parent)) continue
        known.set(entry.pid, entry.started)
        joined = true
      }
    }
    return { alive: candidates.filter((entry) => isKnown(entry) && entry.pid !== child && !entry.zombie), uncertain }
  }
  const follow = () => {
    let timer: NodeJS.Timeout
    const again = (delay: number) => {
      timer = setTimeout(() => {
        const began = performance.now()
        lookFor(false)
        // On a machine with very many processes a look is dear: at most a fiftieth of our time goes there.
        again(Math.max(FOLLOW_MS, 50 * (performance.now() - began)))
      }, delay)
    }
    again(FOLLOW_MS / 10)
    return () => clearTimeout(timer)
  }
  return { follow, look: () => lookFor(true) }
}
