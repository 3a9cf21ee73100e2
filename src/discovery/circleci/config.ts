import type { RepoView } from '../../model/repo-view.ts'
import type { CiJob, CiReading, CiScript } from '../ci-job.ts'
import type { CiOptions } from '../ci-options.ts'
import type { Value } from '../expressions.ts'
import { field, type Located, type LocatedMap, locate, plainOf, textOf, wordsOf } from '../located.ts'
import { ciUnreadable } from '../unreadable.ts'
import { type Cell, cellsOf, narrow } from '../workflow-matrix.ts'
import { readYaml } from '../yaml-source.ts'
import { readCircleJob } from './job.ts'
import { bind, callOf, holds, type Parameters } from './parameters.ts'

const FILES = ['.circleci/config.yml', '.circleci/config.yaml']
const NONE: CiReading = { jobs: [], notChosen: [], anomalies: [] }

/** False for branch filters that keep a job away from the default branch and from the branch of a change. */
const allowed = (filters: Located | undefined, defaultBranch: string): boolean => {
  const branches = field(filters, 'branches')
  if (branches === undefined) return true
  const matches = (words: readonly string[], branch: string): boolean =>
    words.some((word) => {
      const pattern = /^\/(.*)\/$/.exec(word)?.[1]
      if (pattern === undefined) return word === branch
      try {
        return new RegExp(`^(?:${pattern})$`).test(branch)
      } catch {
        return false
      }
    })
  const only = field(branches, 'only')
  const ignore = field(branches, 'ignore')
  return [defaultBranch, 'change'].some(
    (branch) =>
      (only === undefined || matches(wordsOf(only), branch)) &&
      (ignore === undefined || !matches(wordsOf(ignore), branch)),
  )
}

/** Parameters of the pipeline with their defaults: a push gives none of its own. */
const pipelineOf = (root: LocatedMap): Parameters => {
  const own = bind('pipeline.parameters.', field(root, 'parameters'), undefined, new Map())
  return new Map<string, Value>([
    ...own,
    ['pipeline.project.type', 'github'],
    ['pipeline.git.tag', ''],
    ['pipeline.schedule.name', ''],
  ])
}

/** A job of a workflow as it is listed there. */
interface Listed {
  readonly name: string
  readonly alias: string
  readonly given: LocatedMap | undefined
  readonly line: number
}

const inOrder = (jobs: readonly Listed[]): readonly Listed[] => {
  const done: Listed[] = []
  let left = [...jobs]
  while (left.length > 0) {
    const next =
      left.find(
        ({ given }) => !wordsOf(field(given, 'requires')).some((need) => left.some((one) => one.alias === need)),
      ) ?? (left[0] as Listed)
    done.push(next)
    left = left.filter((one) => one !== next)
  }
  return done
}

/** Reads `.circleci/config.yml` at the locked ref (CircleCI, "Configuration reference", version 2.1). Orbs are named, not read. */
export const readCircleci = (view: RepoView, options: CiOptions): CiReading => {
  const file = FILES.find((path) => view.has(path))
  if (file === undefined) return NONE
  const yaml = readYaml(view.read(file) ?? '')
  const root = yaml.problem === null ? locate(yaml, file) : null
  if (root?.is !== 'map') {
    const line = yaml.problem?.line ?? 1
    return {
      ...NONE,
      anomalies: [
        ciUnreadable(file, line, `${file}:${line} cannot be read: ${yaml.problem?.message ?? 'it is no mapping'}`),
      ],
    }
  }
  const jobs: CiJob[] = []
  const notChosen: CiReading['notChosen'][number][] = []
  const anomalies: CiReading['anomalies'][number][] = []
  const outer = pipelineOf(root)
  const definitions = field(root, 'jobs')
  const branch = options.defaultBranch ?? 'main'

  const add = (listed: Listed, skip: string | null, scripts: Map<string, readonly CiScript[]>): void => {
    const job = field(definitions, listed.name)
    const text = listed.name
    const evidence = { tier: 'ci', file, line: listed.line, text } as const
    if (job?.is !== 'map') {
      if (textOf(field(listed.given, 'type')) === 'approval') return
      if (text.includes('/'))
        notChosen.push({
          kind: 'tests',
          text,
          evidence,
          reason: 'it comes from an orb, which this version does not read',
        })
      else
        anomalies.push(
          ciUnreadable(file, listed.line, `${file}:${listed.line} names the job ${text}, which is nowhere`),
        )
      return
    }
    const matrix = field(listed.given, 'matrix')
    const wanted = plainOf(field(matrix, 'parameters'))
    const cells: readonly Cell[] =
      matrix === undefined || wanted === null || typeof wanted !== 'object' || Array.isArray(wanted)
        ? [{}]
        : (cellsOf({ ...(wanted as Cell), exclude: plainOf(field(matrix, 'exclude')) ?? [] }) ?? [{}])
    const { cells: chosen, narrowed } = narrow(cells, options.toolchain ?? {}, () => true)
    const attaches = JSON.stringify(plainOf(field(job, 'steps'))).includes('attach_workspace')
    const earlier = attaches
      ? wordsOf(field(listed.given, 'requires'))
          .flatMap((need) => scripts.get(need) ?? [])
          .map((script) => ({ ...script, inherited: true }))
      : []
    for (const cell of chosen) {
      const bound = new Map(bind('parameters.', field(job, 'parameters'), listed.given, outer))
      for (const [name, value] of Object.entries(cell)) bound.set(`parameters.${name}`, value)
      const line = definitions?.is === 'map' ? (definitions.keys.get(text) ?? job.line) : job.line
      const made = readCircleJob({
        file,
        root,
        id: listed.alias,
        line,
        job,
        parameters: bound,
        given: listed.given,
        skip,
        narrowed,
        earlier,
        services: options.services ?? [],
      })
      jobs.push(made)
      if (JSON.stringify(plainOf(field(job, 'steps'))).includes('persist_to_workspace') && made.skip === null)
        scripts.set(listed.alias, made.scripts)
    }
  }

  const workflows = field(root, 'workflows')
  const entries = workflows?.is === 'map' ? [...workflows.entries].filter(([name]) => name !== 'version') : []
  if (entries.length === 0) add({ name: 'build', alias: 'build', given: undefined, line: 1 }, null, new Map())
  for (const [, workflow] of entries) {
    const list = field(workflow, 'jobs')
    const listed = (list?.is === 'list' ? list.items : []).flatMap((node): readonly Listed[] => {
      const call = callOf(node)
      return call === undefined ? [] : [{ ...call, alias: textOf(field(call.given, 'name')) ?? call.name }]
    })
    const when = field(workflow, 'when')
    const unless = field(workflow, 'unless')
    const off =
      field(workflow, 'triggers') !== undefined
        ? 'its workflow runs on a schedule'
        : (when !== undefined && holds(when, outer) === false) ||
            (unless !== undefined && holds(unless, outer) === true)
          ? 'its workflow does not run on a push'
          : null
    const scripts = new Map<string, readonly CiScript[]>()
    for (const one of inOrder(listed)) {
      const out = allowed(field(one.given, 'filters'), branch)
        ? null
        : 'it does not run on a push to the default branch or to that of a change'
      add(one, off ?? out, scripts)
    }
  }
  return { jobs, notChosen, anomalies }
}
