import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ok, type Result } from '../model/result.ts'
import type { TreeEntry } from '../model/tree.ts'
import type { Execution, Progress, Recipe, RunRequest, Staged, Workshop } from '../model/world.ts'
import type { Clock } from './clock.ts'
import { provide } from './dependencies.ts'
import { giveBack } from './dependency-cache.ts'
import { argvOf } from './dependency-key.ts'
import type { Spare } from './dependency-spares.ts'
import { installEnvironment, runEnvironment } from './environment.ts'
import { sweepReports } from './fresh-reports.ts'
import type { Externals } from './git/externals.ts'
import type { Mirror } from './git/mirror.ts'
import { rehash } from './git/rehash.ts'
import { type WrittenEntry, writeTree } from './git/write-tree.ts'
import { watchResults } from './late-results.ts'
import { maskFiles } from './mask.ts'
import type { Places } from './places.ts'
import { run } from './process.ts'
import { argvIn, readChannels, stdoutOf } from './read-channels.ts'
import { reportFiles } from './report-files.ts'
import { openSlot, type Stage } from './stage.ts'
import type { Machine } from './toolchains.ts'

/** What a workshop is made of. */
export interface WorkshopSetting {
  readonly places: Places
  readonly mirror: Mirror
  readonly externals: Externals
  readonly runId: string
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly machine: Machine
  /** Values of secrets: masked in every log and report that is kept. */
  readonly hidden: readonly string[]
  /** True where a package manager's words refuse what it was asked to install. */
  refuses(manager: string, output: string): boolean
  say(progress: Progress): void
}

const LOG_LIMIT_BYTES = 64 * 1024 * 1024

const FETCH_TIMEOUT_MS = 2 * 60_000

const stageOf = ({ name, root, tree }: Staged): Stage => {
  const at = (part: string) => path.join(root, part)
  return { name, root, tree, env: at('env'), home: at('home'), temp: at('temp') }
}

const fileName = (label: string): string => label.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 120)

/** Opens a slot for the trees of one verification. Logs and reports go below the state directory, never into a tree. */
export const openWorkshop = async (setting: WorkshopSetting): Promise<Result<Workshop>> => {
  const { places, mirror, externals, runId, signal, machine } = setting
  const opened = await openSlot(places.trees)
  if (!opened.ok) return opened
  const slot = opened.value
  const records = path.join(places.state, 'runs', runId)
  const written = new Map<string, ReadonlyMap<string, WrittenEntry>>()
  const spares = new Map<string, readonly Spare[]>()
  let serial = 0

  const install = async (stage: Stage, recipe: Recipe): Promise<Result<string>> => {
    const keys: string[] = []
    for (const { plan } of recipe.installs) {
      if (plan.install.length > 0 || plan.perTree.length > 0) {
        setting.say({ kind: 'step', text: `${plan.manager}: dependencies of the ${stage.name} tree` })
      }
      const provided = await provide(plan, stage, {
        cache: places.cache,
        logs: path.join(records, 'install'),
        clock: setting.clock,
        signal,
        machine,
        run,
        refuses: setting.refuses,
        onWait: () =>
          setting.say({ kind: 'wait', text: 'waiting for another triverdict that installs the same dependencies' }),
      })
      if (!provided.ok) return provided
      keys.push(provided.value.key)
      if (provided.value.spare !== null)
        spares.set(stage.name, [...(spares.get(stage.name) ?? []), provided.value.spare])
    }
    return ok(createHash('sha256').update(keys.join('\n')).digest('hex'))
  }

  const workshop: Workshop = {
    async stage(name, recipe) {
      const activated = await slot.activate(name)
      if (!activated.ok) return activated
      const stage = activated.value
      const tree = await writeTree(mirror, recipe.entries, stage.tree, recipe.parent, externals)
      if (!tree.ok) return tree
      written.set(name, new Map(tree.value.entries.map((entry) => [entry.path, entry])))
      const installed = await install(stage, recipe)
      if (!installed.ok) return installed
      const staged: Staged = {
        name,
        root: stage.root,
        tree: stage.tree,
        treeId: tree.value.tree,
        toolchain: installed.value,
      }
      return ok(staged)
    },
    async activate(staged) {
      const activated = await slot.activate(staged.name)
      if (!activated.ok) throw new Error(activated.trouble.message)
    },
    async reportDirectory(label) {
      serial += 1
      const directory = path.join(records, 'reports', `${serial}-${fileName(label)}`)
      await mkdir(directory, { recursive: true })
      return directory
    },
    async run(staged, request) {
      return await execute(staged, request)
    },
    async fetch(staged, plan, command) {
      const stage = stageOf(staged)
      const fetched = path.join(stage.temp, 'reach')
      await rm(fetched, { recursive: true, force: true })
      serial += 1
      const outcome = await run({
        argv: argvOf(command, stage),
        cwd: path.join(stage.tree, command.cwd),
        env: installEnvironment({
          machine,
          stage,
          cache: places.cache,
          path: plan.path,
          extra: { ...plan.env, ...command.env },
        }),
        log: path.join(records, 'install', `${serial}-reach.log`),
        timeout_ms: FETCH_TIMEOUT_MS,
        signal,
      })
      await rm(fetched, { recursive: true, force: true })
      return outcome
    },
    async changed(staged, entries) {
      const known = written.get(staged.name)
      if (known === undefined) throw new Error(`no tree was written for ${staged.name}`)
      const wanted = entries.flatMap((entry: TreeEntry) => known.get(entry.path) ?? [])
      return rehash(staged.tree, wanted)
    },
    async plant(staged, files) {
      for (const file of files) {
        const target = path.join(staged.tree, file.path)
        await mkdir(path.dirname(target), { recursive: true })
        await writeFile(target, file.text, { flag: 'wx' })
      }
    },
    async unplant(staged, paths, globs = false) {
      for (const name of paths) {
        const found = globs ? await reportFiles(staged.tree, name) : []
        for (const file of [name, ...found]) await rm(path.join(staged.tree, file), { force: true })
      }
    },
    async sweep(staged, globs) {
      await sweepReports(staged.tree, globs, written.get(staged.name))
    },
    async readLog(file) {
      const found = await stat(file).catch(() => null)
      if (found === null || found.size > LOG_LIMIT_BYTES) return undefined
      return stripVTControlCharacters(await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
    },
    async close() {
      for (const [name, had] of spares) {
        const stage = slot.whereabouts(name)
        if (stage !== null) await giveBack(places.cache, had, stage)
      }
      await slot.close()
    },
  }

  const execute = async (staged: Staged, request: RunRequest): Promise<Execution> => {
    const stage = stageOf(staged)
    serial += 1
    const log = path.join(records, 'logs', `${serial}-${fileName(request.label)}.log`)
    await mkdir(path.dirname(log), { recursive: true })
    const results = watchResults(staged.tree, request)
    const outcome = await run({
      argv: await argvIn(staged.tree, request),
      cwd: path.join(staged.tree, request.command.cwd),
      env: runEnvironment({ machine, stage, path: request.path, extra: request.env, network: true }),
      log,
      timeout_ms: request.timeout_ms,
      stall_ms: request.stall_ms,
      signal,
      ...(request.progressFile === undefined ? {} : { progressFile: request.progressFile }),
      ...stdoutOf(request),
      onExit: results.onExit,
    })
    const late = await results.late()
    const channels = await readChannels(staged.tree, request, written.get(staged.name), late)
    for (const kept of [log, request.reportDirectory]) await maskFiles(kept, setting.hidden)
    return { outcome, channels, late }
  }
  return ok(workshop)
}
