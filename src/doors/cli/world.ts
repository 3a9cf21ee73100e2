import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import picomatch from 'picomatch'
import { type HistoryDatabase, openDatabase } from '../../history/database.ts'
import { beginRun, finishRun, reap } from '../../history/journal.ts'
import { boundCache } from '../../io/cache-bound.ts'
import { systemClock } from '../../io/clock.ts'
import { isRunning, listed } from '../../io/descendants.ts'
import { writeWhole } from '../../io/files.ts'
import { localBranches } from '../../io/git/branches.ts'
import { type Externals, openExternals } from '../../io/git/externals.ts'
import { type Mirror, prepareMirror } from '../../io/git/mirror.ts'
import { type ResolvedRefs, refsMoved, resolveRefs } from '../../io/git/refs.ts'
import { openRepository, type Repository } from '../../io/git/repository.ts'
import { openView } from '../../io/git/view.ts'
import { homeOf } from '../../io/home.ts'
import { withLock } from '../../io/locks.ts'
import { findPlaces, makePlaces, type Places } from '../../io/places.ts'
import { toolchainVersions } from '../../io/toolchain-versions.ts'
import { missingProgram, readMachine } from '../../io/toolchains.ts'
import { systemTrouble } from '../../io/trouble.ts'
import { openWorkshop } from '../../io/workshop.ts'
import { type Anomaly, anomaly } from '../../model/anomaly.ts'
import type { BranchReport } from '../../model/branch-report.ts'
import { ok, type Result, type Trouble, trouble } from '../../model/result.ts'
import type { Inventory } from '../../model/run-facts.ts'
import type { Progress, Subject, VerifyRequest, World } from '../../model/world.ts'
import { stacks } from '../../stacks/index.ts'

/** A world that can be closed. */
export interface OpenWorld extends World {
  close(): Promise<void>
}

/** Beside the bundle and beside the sources alike: the package's own directory of reporters. */
export const packageDirectory = (): string => {
  let directory = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(directory, 'package.json'))) directory = path.dirname(directory)
  return directory
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Without these nothing can be verified, whatever the project. */
const OWN_PROGRAMS = ['git', 'mkfifo', 'cp']

interface Found {
  readonly repository: Repository
  readonly places: Places
  readonly mirror: Mirror
  tidy(): Promise<void>
}

const find = async (
  refs: { lock: string; branch: string },
  repository: Repository,
  wanted: readonly (keyof Places)[],
  progress: (event: Progress) => void,
): Promise<Result<Found>> => {
  const places = findPlaces(process.env, homeOf(process.env), repository.id)
  if (!places.ok) return places
  const made = await makePlaces(places.value, wanted)
  if (!made.ok) return made
  let unlocked: Trouble | null = null
  const singleFlight = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const done = await withLock(path.join(places.value.cache, 'locks', key), work, {
      onWait: () => progress({ kind: 'wait', text: 'waiting for another triverdict that copies the same repository' }),
    })
    if (done.ok) return done.value
    unlocked = done.trouble
    throw new Error(done.trouble.message)
  }
  const { tidy } = made.value
  try {
    const mirror = await prepareMirror(repository, refs, places.value.cache, singleFlight)
    if (mirror.ok) return ok({ repository, places: places.value, mirror: mirror.value, tidy })
    await tidy()
    return mirror
  } catch (error) {
    await tidy()
    const { cache } = places.value
    return { ok: false, trouble: unlocked ?? systemTrouble(`cannot copy the commits into ${cache}`, error) }
  }
}

/** One commit of a repository, for commands that only read. */
export const lookAt = async (where: string, ref: string) => {
  const repository = await openRepository(where)
  if (!repository.ok) return repository
  const refs = await resolveRefs(repository.value, { lock: ref, branch: ref })
  if (!refs.ok) return refs
  const sha = refs.value.lock.sha
  const found = await find({ lock: sha, branch: sha }, repository.value, ['cache'], () => undefined)
  if (!found.ok) return found
  const view = await openView(found.value.mirror, sha)
  return view.ok ? ok({ sha, view: view.value }) : view
}

/** Builds everything that `verify` needs from the machine. `signal` ends every child. Without `keepsHistory` no run is written down. */
export const makeWorld = async (
  progress: (event: Progress) => void,
  signal: AbortSignal,
  keepsHistory = true,
): Promise<OpenWorld> => {
  const root = packageDirectory()
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const runId = `${new Date()
    .toISOString()
    .replaceAll(/[^0-9]/g, '')
    .slice(0, 14)}-${randomBytes(4).toString('hex')}`
  let repository: Repository | null = null
  let refs: ResolvedRefs | null = null
  let found: Found | null = null
  let externals: Externals | null = null
  let history: HistoryDatabase | null = null
  let historyTrouble: Anomaly | null = null
  // Asked for early, awaited late: finding what is behind a version manager's shims takes a while.
  const machine = readMachine(process.env)
  machine.catch(() => undefined)

  const openHistory = async (places: Places): Promise<void> => {
    const opened = await openDatabase(path.join(places.state, 'history.sqlite'))
    if (!opened.ok) {
      historyTrouble = anomaly('history-unavailable', 'low', opened.trouble.message, {
        remedy: opened.trouble.remedy ?? null,
      })
      return
    }
    history = opened.value
    const now = new Date().toISOString()
    const me = { pid: process.pid, started: String(listed(process.pid)?.started ?? 0) }
    await reap(history, ({ pid, started }) => isRunning(pid, started), now)
    await beginRun(history, { id: runId, command: 'verify', started_at: now, owner: me })
  }

  const inventoryFile = (key: string): string => path.join(found?.places.cache ?? '', 'inventories', `${key}.json`)
  return {
    now: () => new Date(),
    digest,
    say: progress,
    interrupted: () => signal.aborted,
    runId,
    version,
    reporters: path.join(root, 'reporters'),
    toolchain: async () => await toolchainVersions(await machine),
    async look(request: VerifyRequest) {
      const missing = missingProgram(OWN_PROGRAMS, process.env)
      if (missing !== null)
        return trouble('tool-missing', `triverdict itself needs the program ${missing}, which is not on PATH`, {
          remedy: `Install ${missing === 'git' ? 'git 2.31 or newer' : 'it (coreutils)'}, or add its directory to PATH.`,
        })
      const opened = await openRepository(request.repository)
      if (!opened.ok) return opened
      repository = opened.value
      const resolved = await resolveRefs(repository, {
        lock: request.lock ?? undefined,
        branch: request.branch ?? undefined,
      })
      if (!resolved.ok) return resolved
      refs = resolved.value
      const [lock, branch] = [refs.lock.sha, refs.branch.sha]
      progress({
        kind: 'step',
        text: `locked at ${lock.slice(0, 10)}${refs.lock.defaulted ? ` (${refs.lock.name})` : ''}, branch at ${branch.slice(0, 10)}`,
      })
      const mirrored = await find({ lock, branch }, repository, ['state', 'cache', 'trees'], progress)
      if (!mirrored.ok) return mirrored
      found = mirrored.value
      const views = [await openView(found.mirror, lock), await openView(found.mirror, branch)] as const
      for (const view of views) if (!view.ok) return view
      const [lockView, branchView] = views as unknown as [
        { value: Parameters<typeof openExternals>[2] },
        { value: Parameters<typeof openExternals>[3] },
      ]
      const outside = await openExternals(repository, found.mirror, lockView.value, branchView.value)
      if (!outside.ok) return outside
      externals = outside.value
      if (keepsHistory)
        await openHistory(found.places).catch((error: Error) => {
          historyTrouble = anomaly('history-unavailable', 'low', `the history cannot be written: ${error.message}`)
        })
      const subject: Subject = {
        repositoryId: repository.id,
        lock: { sha: lock, view: lockView.value },
        branch: { sha: branch, view: branchView.value, name: refs.branch.shortName },
        lockDefaulted: refs.lock.defaulted,
        anomalies: refs.anomalies,
      }
      return ok(subject)
    },
    resolved: () =>
      refs === null ? null : { lock: refs.lock.sha, branch: refs.branch.sha, name: refs.branch.shortName },
    async refsMoved() {
      return repository === null || refs === null ? [] : await refsMoved(repository, refs)
    },
    async workshop(_subject, hidden) {
      if (found === null || externals === null) throw new Error('the subject was not looked at')
      return await openWorkshop({
        places: found.places,
        mirror: found.mirror,
        externals,
        runId,
        clock: systemClock,
        signal,
        machine: await machine,
        hidden,
        refuses: (manager, output) => stacks.some((stack) => stack.installFault?.(manager, output) === 'change'),
        say: progress,
      })
    },
    async readInventory(key) {
      try {
        return JSON.parse(await readFile(inventoryFile(key), 'utf8')) as Inventory
      } catch {
        return null
      }
    },
    async writeInventory(key, inventory) {
      // A cache that cannot be written costs time, never a verdict.
      await writeWhole(inventoryFile(key), JSON.stringify(inventory))
    },
    async record(subject: Subject | null, report: BranchReport) {
      if (subject === null || found === null) return []
      if (historyTrouble !== null) return [historyTrouble]
      try {
        if (history !== null) await finishRun(history, runId, report, new Date().toISOString())
        await writeWhole(path.join(found.places.state, 'runs', runId, 'report.json'), JSON.stringify(report, null, 2))
        return []
      } catch (error) {
        return [anomaly('history-unavailable', 'low', `the history cannot be written: ${(error as Error).message}`)]
      }
    },
    secrets: (names) =>
      Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
    async close() {
      await history?.destroy()
      // Whoever wants us to stop does not wait for that.
      if (found !== null && !signal.aborted) await boundCache(found.places.cache, Date.now())
      await found?.tidy()
    },
  }
}

/** Names of the local branches that match a glob, sorted. */
export const matchingBranches = async (where: string, glob: string): Promise<Result<readonly string[]>> => {
  const repository = await openRepository(where)
  if (!repository.ok) return repository
  const names = await localBranches(repository.value)
  const matches = picomatch(glob)
  const found = names.filter((name) => matches(name)).sort()
  return found.length > 0 ? ok(found) : trouble('no-such-branch', `no local branch matches ${glob}`)
}
