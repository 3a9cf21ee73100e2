import { anomaly } from '../model/anomaly.ts'
import type { Evidence, NotChosen } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { CiJob, CiReading } from './ci-job.ts'
import type { CiOptions } from './ci-options.ts'
import { substitute, type Value } from './expressions.ts'
import { foreignProcessor, OTHER_MACHINES } from './foreign-processor.ts'
import { byText, join } from './paths.ts'
import { CALL_DEPTH, circle, ciUnreadable } from './unreadable.ts'
import { inNeedsOrder, inputValues, isUnreadable, readWorkflow, type Workflow, type WorkflowJob } from './workflow.ts'
import { asked, contextsFor, type JobScope } from './workflow-contexts.ts'
import { readJob } from './workflow-job.ts'
import { type Cell, cellsOf, narrow, withVersionsHere } from './workflow-matrix.ts'
import { type ChangeEvent, changeEvents } from './workflow-triggers.ts'

/** More calls than any run of GitHub may hold: files that call each other many times over must not take for ever. */
const CALL_LIMIT = 200
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/

/** Files that are likely to hold the tests come first: the first job that tests decides what prepares it. */
const rank = (file: string): number => {
  const name = file
    .slice('.github/workflows/'.length)
    .replace(/\.ya?ml$/, '')
    .toLowerCase()
  const exact = ['ci', 'test', 'tests', 'build', 'main'].indexOf(name)
  if (exact >= 0) return exact
  return /(^|[-_. ])(ci|tests?)([-_. ]|$)/.test(name) ? 5 : 6
}

/** Names of workflows of other repositories that run the tests of those that call them. */
const TESTING =
  /\/(?!pre[-_])(?:[\w-]*[-_])?(?:tests?|tox|nox|ci|pytest|unit|quality|check)(?:[-_][\w-]*)?\.ya?ml(?:@|$)/i

const labels = (value: Value): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(labels)
  return value !== null && typeof value === 'object'
    ? labels((value as { readonly labels?: Value }).labels ?? null)
    : []
}

/** True when a job's machine is one like ours: everything but Windows and macOS. */
const fitsHere = (job: WorkflowJob, scope: JobScope): boolean => {
  const [contexts] = contextsFor(scope, {}, '.')
  const words = labels(job.runsOn).map((label) => (contexts === undefined ? label : substitute(label, contexts).text))
  return !words.some((word) => /windows|macos|^mac-|^win-/i.test(word))
}

interface Caller {
  readonly events: readonly ChangeEvent[]
  readonly inputs: Readonly<Record<string, Value>>
  readonly skip: string | null
  /** Files that call each other down to the one that is read. */
  readonly trail: readonly string[]
}

const evidenceOf = (file: string, line: number, text: string): Evidence => ({ tier: 'ci', file, line, text })

/** Reads `.github/workflows` at the locked ref. Jobs that do not run on a change to the default branch are there, with `skip`. */
export const readGithubActions = (view: RepoView, options: CiOptions): CiReading => {
  const jobs: CiJob[] = []
  const notChosen: NotChosen[] = []
  const anomalies: CiReading['anomalies'][number][] = []
  const defaultBranch = options.defaultBranch ?? 'main'
  let calls = 0

  const load = (file: string): Workflow | undefined => {
    const workflow = readWorkflow(file, view.read(file) ?? '')
    if (!isUnreadable(workflow)) return workflow
    anomalies.push(ciUnreadable(file, workflow.line, `${file} cannot be read: ${workflow.message}`))
    return undefined
  }

  /** The reusable workflow that a job calls, read with the inputs that it gives. */
  const call = (job: WorkflowJob, file: string, caller: Caller, cell: Cell | undefined, skip: string | null): void => {
    const give = (reason: string): void => {
      notChosen.push({ kind: 'tests', text: `uses: ${job.uses}`, evidence: evidenceOf(file, job.line, job.id), reason })
    }
    if (!job.uses?.startsWith('./')) {
      give('it is a workflow of another repository')
      const elsewhere = asked(job.condition, { events: caller.events, defaultBranch, cell, inputs: caller.inputs }, {})
      if (skip === null && elsewhere !== false && TESTING.test(job.uses ?? ''))
        anomalies.push(
          anomaly(
            'ci-not-read',
            'high',
            `The CI runs a workflow of another repository, by its name tests: ${job.uses}`,
            {
              path: file,
              line: job.line,
              remedy: 'Name the commands under `verify.commands` in triverdict.yaml.',
              check: 'tests',
            },
          ),
        )
      return
    }
    const target = join('.', job.uses) ?? ''
    const scope = { events: caller.events, defaultBranch, cell, inputs: caller.inputs }
    const runs = asked(job.condition, scope, {})
    const why = skip ?? (runs === false ? `the condition of its job is false here: ${job.condition}` : null)
    // What does not run here need not be followed to the end: one round shows what it would run.
    const say = (detail: string): void => {
      if (why === null) anomalies.push(ciUnreadable(file, job.line, detail))
    }
    if (!view.has(target)) {
      say(`\`uses: ${job.uses}\` names a workflow that is not in the repository`)
      return
    }
    if (caller.trail.includes(target)) {
      say(`Workflows call each other in a circle: ${circle(caller.trail, target)}`)
      return
    }
    calls += 1
    if (calls > CALL_LIMIT) {
      give(`no more than ${CALL_LIMIT} calls of workflows are followed`)
      return
    }
    if (caller.trail.length >= CALL_DEPTH) {
      give(`workflows are followed only ${CALL_DEPTH} deep, as in the CI`)
      return
    }
    const workflow = load(target)
    if (workflow === undefined) {
      give('it cannot be read')
      return
    }
    const [contexts] = contextsFor(scope, {}, '.')
    const given = Object.entries(job.with).map(([key, value]): readonly [string, string] => [
      key,
      contexts ? substitute(value, contexts).text : value,
    ])
    walk(workflow, {
      events: caller.events,
      inputs: inputValues(workflow.inputs, Object.fromEntries(given)),
      skip: why,
      trail: [...caller.trail, target],
    })
  }

  function walk(workflow: Workflow, caller: Caller): void {
    for (const job of inNeedsOrder(workflow.jobs)) {
      const scope = { events: caller.events, defaultBranch, inputs: caller.inputs }
      const { matrix, guessed } = withVersionsHere(job.matrix, options.toolchain ?? {})
      const cells = cellsOf(matrix)
      const fits = (cell: Cell): boolean => fitsHere(job, { ...scope, cell: cells && cell })
      const elsewhere = (cells ?? []).filter(fits).flatMap((cell) => foreignProcessor(cell) ?? [])
      const { cells: chosen, narrowed } = narrow(
        cells ?? [{}],
        options.toolchain ?? {},
        (cell) => fits(cell) && foreignProcessor(cell) === undefined,
      )
      const foreign =
        elsewhere.length === 0 ? [] : [`no cell for another machine (${[...new Set(elsewhere)].join(', ')})`]
      const where = elsewhere.length === 0 ? 'it runs on Windows or macOS only' : OTHER_MACHINES
      const notHere = chosen.length === 0 ? where : null
      const skip = caller.skip ?? notHere
      for (const cell of chosen.length === 0 ? [cells?.[0]] : chosen) {
        const seen = cells === undefined ? undefined : cell
        if (job.uses !== undefined) call(job, workflow.file, caller, seen, skip)
        else
          jobs.push(
            readJob({
              view,
              workflow,
              job,
              scope: { ...scope, cell: seen },
              skip,
              narrowed: [...narrowed, ...foreign, ...guessed],
              passed: options.secrets ?? [],
              services: options.services ?? [],
              ...(options.toolchain === undefined ? {} : { toolchain: options.toolchain }),
            }),
          )
      }
    }
  }

  const files = view.paths.filter((path) => WORKFLOW.test(path)).sort((a, b) => rank(a) - rank(b) || byText(a, b))
  for (const file of files) {
    const workflow = load(file)
    if (workflow === undefined) continue
    const events = changeEvents(workflow.on, options.defaultBranch)
    const onlyCalled = events.length === 0 && JSON.stringify(workflow.on).includes('workflow_call')
    if (onlyCalled) continue
    const skip =
      events.length === 0 ? 'its workflow does not run on a push or pull request to the default branch' : null
    walk(workflow, {
      events: events.length === 0 ? ['push'] : events,
      inputs: inputValues(workflow.inputs, {}),
      skip,
      trail: [file],
    })
  }
  return { jobs, notChosen, anomalies }
}
