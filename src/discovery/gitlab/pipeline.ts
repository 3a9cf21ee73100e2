import type { RepoView } from '../../model/repo-view.ts'
import type { CiJob, CiReading, CiScript } from '../ci-job.ts'
import type { CiOptions } from '../ci-options.ts'
import { foreignProcessor, foreignRunner, OTHER_MACHINES } from '../foreign-processor.ts'
import { field, type Located, type LocatedMap, plainOf, textOf, wordsOf } from '../located.ts'
import { circle, ciUnreadable } from '../unreadable.ts'
import { type Cell, narrow } from '../workflow-matrix.ts'
import { type Child, childrenOf } from './child.ts'
import { readGitlabFiles } from './files.ts'
import type { Inputs } from './inputs.ts'
import { readGitlabJob, variablesOf } from './job.ts'
import { resolver } from './resolve.ts'
import { admits, type Pipeline, type Presence, pipelines, presenceOf } from './rules.ts'

const FILES = ['.gitlab-ci.yml', '.gitlab-ci.yaml']
/** Keywords of the top level that are no jobs. */
const KEYWORDS = new Set(
  'default include stages variables workflow image services cache before_script after_script spec pages:deploy'.split(
    ' ',
  ),
)
const STAGES = ['build', 'test', 'deploy']
const OLD_DEFAULTS = ['image', 'services', 'before_script', 'after_script', 'cache']
const CELL_LIMIT = 200
const PARENT = ['CI_PIPELINE_SOURCE', 'parent_pipeline'] as const

const mapOf = (at: LocatedMap, entries: ReadonlyMap<string, Located>): LocatedMap => ({ ...at, entries })

/** `default:` over the old keywords, without what the job does not inherit. */
const defaultsFor = (root: LocatedMap, job: LocatedMap): LocatedMap => {
  const own = field(root, 'default')
  const entries = new Map<string, Located>()
  for (const key of OLD_DEFAULTS) {
    const value = field(root, key)
    if (value !== undefined) entries.set(key, value)
  }
  if (own?.is === 'map') for (const [key, value] of own.entries) entries.set(key, value)
  const inherit = field(field(job, 'inherit'), 'default')
  if (textOf(inherit) === 'false') return mapOf(root, new Map())
  if (inherit?.is !== 'list') return mapOf(root, entries)
  const wanted = new Set(wordsOf(inherit))
  return mapOf(root, new Map([...entries].filter(([key]) => wanted.has(key))))
}

const globalsFor = (root: LocatedMap, job: LocatedMap): Readonly<Record<string, string>> => {
  const all = variablesOf(field(root, 'variables'))
  const inherit = field(field(job, 'inherit'), 'variables')
  if (textOf(inherit) === 'false') return {}
  if (inherit?.is !== 'list') return all
  const wanted = new Set(wordsOf(inherit))
  return Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name)))
}

/** Cells of `parallel:matrix`; one empty cell without. Of `parallel: 3` every share, where the script asks which one it is. */
const cellsFor = (job: LocatedMap): readonly Cell[] => {
  const parallel = field(job, 'parallel')
  const matrix = field(parallel, 'matrix')
  if (matrix?.is === 'list') {
    const cells: Cell[] = []
    for (const entry of matrix.items) {
      if (entry.is !== 'map') continue
      let own: Cell[] = [{}]
      for (const [name, value] of entry.entries) {
        const values = wordsOf(value)
        own = own.flatMap((cell) => values.map((one): Cell => ({ ...cell, [name]: one })))
        if (own.length > CELL_LIMIT) return [{}]
      }
      cells.push(...own)
    }
    return cells.length === 0 ? [{}] : cells
  }
  const total = Number(textOf(parallel) ?? '1')
  const asks = JSON.stringify(plainOf(field(job, 'script'))).includes('CI_NODE_')
  if (!asks || !Number.isInteger(total) || total < 2 || total > CELL_LIMIT) return [{}]
  return Array.from({ length: total }, (_, index) => ({ CI_NODE_INDEX: `${index + 1}`, CI_NODE_TOTAL: `${total}` }))
}

/** Names of the jobs whose artifacts a job gets: those it needs, else those of earlier stages. */
const suppliers = (job: LocatedMap, before: readonly string[]): readonly string[] => {
  const needs = field(job, 'needs')
  const dependencies = field(job, 'dependencies')
  const named =
    needs?.is === 'list'
      ? needs.items.flatMap((one) =>
          textOf(field(one, 'artifacts')) === 'false' ? [] : (textOf(one) ?? textOf(field(one, 'job')) ?? []),
        )
      : before
  if (dependencies?.is !== 'list') return named
  const wanted = new Set(wordsOf(dependencies))
  return named.filter((name) => wanted.has(name))
}

/** GitLab starts pipelines of pipelines two levels deep. */
const CHILD_DEPTH = 2
const CHILD_LIMIT = 100

/** How a pipeline came to be: by a change, or by a job of another. */
interface Start {
  readonly file: string
  readonly inputs: Inputs
  readonly all: readonly Pipeline[]
  /** Variables of the job that starts it, which win over those of its file. */
  readonly handed: Readonly<Record<string, string>>
  /** Why it is not started here, or the condition of the job that starts it. */
  readonly skip: string | null
  readonly condition: string | null
  /** Files that start each other down to this one. */
  readonly trail: readonly string[]
  /** How many pipelines may still be read. */
  readonly budget: { left: number }
}

/** Reads `.gitlab-ci.yml` at the locked ref with its local includes and child pipelines. Jobs that are in no pipeline of a change are there, with `skip`. */
export const readGitlab = (view: RepoView, options: CiOptions): CiReading => {
  const file = FILES.find((path) => view.has(path))
  if (file === undefined) return { jobs: [], notChosen: [], anomalies: [] }
  const all = pipelines(options.defaultBranch ?? 'main')
  const own = { handed: {}, skip: null, condition: null, trail: [file], budget: { left: CHILD_LIMIT } }
  return readPipeline(view, options, { file, inputs: new Map(), all, ...own })
}

const readPipeline = (view: RepoView, options: CiOptions, start: Start): CiReading => {
  const read = readGitlabFiles(view, start.file, start.inputs)
  if (!('root' in read)) return { jobs: [], notChosen: [], anomalies: start.skip === null ? read.anomalies : [] }
  const { root } = read
  const resolved = resolver(root)
  const all = start.all.filter((pipeline: Pipeline) => admits(view, root, pipeline))
  const declared = wordsOf(field(root, 'stages'))
  const stages = ['.pre', ...(declared.length > 0 ? declared : STAGES), '.post']
  const names = [...root.entries.keys()].filter((name) => !name.startsWith('.') && !KEYWORDS.has(name))
  const found = names.flatMap((name) => {
    const job = resolved.job(name)
    return job === undefined
      ? []
      : [{ name, job, stage: Math.max(0, stages.indexOf(textOf(field(job, 'stage')) ?? 'test')) }]
  })
  found.sort((a, b) => a.stage - b.stage)

  const jobs: CiJob[] = []
  const notChosen = [...read.notChosen]
  const broken = [...read.anomalies]
  const scripts = new Map<string, CiScript>()
  for (const { name, job, stage } of found) {
    const line = root.keys.get(name) ?? job.line
    if (!['script', 'trigger', 'run'].some((key) => field(job, key) !== undefined)) {
      broken.push(ciUnreadable(job.file, line, `${job.file}:${line} the job ${name} has no script`))
      continue
    }
    const globals = { ...globalsFor(root, job), ...start.handed }
    const variables = new Map(Object.entries({ ...globals, ...variablesOf(field(job, 'variables')) }))
    const asked = presenceOf(view, job, all, variables)
    const elsewhere = foreignRunner(wordsOf(field(job, 'tags') ?? field(field(root, 'default'), 'tags')))
    const notHere = foreignProcessor(Object.fromEntries(variables)) === undefined ? elsewhere : OTHER_MACHINES
    const presence: Presence =
      start.skip !== null
        ? { runs: false, reason: start.skip }
        : asked.runs && notHere !== undefined
          ? { runs: false, reason: notHere }
          : asked.runs
            ? { ...asked, condition: asked.condition ?? start.condition }
            : asked
    const children = childrenOf(view, job)
    if (Array.isArray(children) && start.trail.length <= CHILD_DEPTH) {
      for (const child of children as readonly Child[]) {
        start.budget.left -= 1
        if (start.budget.left < 0) break
        if (start.trail.includes(child.file)) {
          const detail = `pipelines start each other in a circle: ${circle(start.trail, child.file)}`
          if (presence.runs) broken.push(ciUnreadable(job.file, child.line, `${job.file}:${child.line} ${detail}`))
          continue
        }
        const inner = readPipeline(view, options, {
          ...start,
          file: child.file,
          inputs: child.inputs,
          all: all.map((one) => ({ ...one, variables: new Map([...one.variables, PARENT]) })),
          handed: Object.fromEntries(variables),
          skip: presence.runs ? null : presence.reason,
          condition: presence.runs ? presence.condition : null,
          trail: [...start.trail, child.file],
        })
        jobs.push(...inner.jobs)
        notChosen.push(...inner.notChosen)
        if (presence.runs) broken.push(...inner.anomalies)
      }
      continue
    }
    const before = found.filter((other) => other.stage < stage).map((other) => other.name)
    const earlier = suppliers(job, before).flatMap((supplier) => {
      const script = scripts.get(supplier)
      return script === undefined ? [] : [{ ...script, inherited: true }]
    })
    const own = cellsFor(job)
    const { cells, narrowed } = narrow(own, options.toolchain ?? {}, (cell) => foreignProcessor(cell) === undefined)
    const none: Presence = { runs: false, reason: OTHER_MACHINES }
    for (const cell of cells.length === 0 ? own.slice(0, 1) : cells) {
      const made = readGitlabJob({
        id: name,
        line,
        job,
        defaults: defaultsFor(root, job),
        globals,
        presence: cells.length === 0 && presence.runs ? none : presence,
        cell,
        trigger: children === undefined || Array.isArray(children) ? null : (children as { reason: string }).reason,
        earlier,
        narrowed,
        services: options.services ?? [],
      })
      jobs.push(made)
      const script = made.scripts.at(-1)
      const paths =
        field(field(job, 'artifacts'), 'paths') ?? field(field(field(root, 'default'), 'artifacts'), 'paths')
      if (script !== undefined && presence.runs && paths !== undefined) scripts.set(name, script)
    }
  }
  return { jobs, notChosen, anomalies: [...broken, ...resolved.anomalies] }
}
