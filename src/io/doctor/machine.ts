import { lstatSync, readFileSync } from 'node:fs'
import { availableParallelism, freemem, totalmem } from 'node:os'
import path from 'node:path'
import type { ClockFacts, MemoryFacts, SandboxFacts } from '../../model/machine-facts.ts'
import { ask } from './ask.ts'

/** Files that are looked at for the newest one: a sample of a large tree is enough to see a clock that is wrong. */
const LOOKED_AT = 5000

/**
 * The newest change of some files, absolute paths; null where none is there. `began` is when the probes began, by both clocks: the wall
 * clock must have moved as far as the other.
 */
export const probeClock = async (
  files: readonly string[],
  began: { readonly wall_ms: number; readonly steady_ms: number },
): Promise<ClockFacts> => {
  let newestFile: ClockFacts['newestFile'] = null
  for (const file of files.slice(0, LOOKED_AT)) {
    const ms = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (ms !== undefined && (newestFile === null || ms > newestFile.ms)) newestFile = { path: file, ms: Math.round(ms) }
  }
  const now_ms = Date.now()
  const jump_ms = Math.round(now_ms - began.wall_ms - (performance.now() - began.steady_ms))
  return { now_ms, newestFile, jump_ms }
}

/** Runs a program in bubblewrap, as a check would be run: its own processes, everything but a scratch read-only. */
export const probeSandbox = async (env: NodeJS.ProcessEnv, limit_ms?: number): Promise<SandboxFacts> => {
  const words = '--ro-bind / / --unshare-pid --proc /proc --dev /dev --tmpfs /tmp --die-with-parent true'.split(' ')
  const options = { cwd: '/', env, ...(limit_ms === undefined ? {} : { limit_ms }) }
  const [ran, version] = await Promise.all([ask(['bwrap', ...words], options), ask(['bwrap', '--version'], options)])
  const last = ran.stderr.trim().split('\n').at(-1) ?? ''
  const said =
    ran.end === 'missing' ? 'bwrap is not on PATH' : ran.end === 'cut' ? 'bwrap hangs' : last || `exit code ${ran.code}`
  const works = ran.end === 'exited' && ran.code === 0
  return { works, version: /\d+\.\d+(?:\.\d+)*/.exec(version.stdout)?.[0] ?? null, said: works ? null : said }
}

/** Linux says what is available without swapping; elsewhere only what is free is known. */
const available = (): number => {
  try {
    const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]
    return kilobytes === undefined ? freemem() : Number(kilobytes) * 1024
  } catch {
    return freemem()
  }
}

/** Memory of this machine, and of the control group that we are in. */
export const probeMemory = async (): Promise<MemoryFacts> => {
  const total_bytes = totalmem()
  const limit = process.constrainedMemory?.() ?? 0
  const limited = limit > 0 && limit < total_bytes
  const used = limited ? controlGroupUse() : null
  const free = available()
  return {
    total_bytes,
    available_bytes: used === null ? free : Math.max(0, Math.min(free, limit - used)),
    limit_bytes: limited ? limit : null,
    processors: availableParallelism(),
  }
}

const controlGroupUse = (): number | null => {
  for (const file of ['/sys/fs/cgroup/memory.current', '/sys/fs/cgroup/memory/memory.usage_in_bytes']) {
    try {
      return Number(readFileSync(path.normalize(file), 'utf8'))
    } catch {
      // The other version of control groups.
    }
  }
  return null
}
