import { anomaly } from '../model/anomaly.ts'
import type { Evidence, NotChosen } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { CiJob, CiReading } from './ci-job.ts'
import { substitute, type Value } from './expressions.ts'
import { byText } from './paths.ts'
import { inNeedsOrder, isUnreadable, readWorkflow, type Workflow, type WorkflowJob } from './workflow.ts'
import { contextsFor, type JobScope } from './workflow-contexts.ts'
import { readJob } from './workflow-job.ts'
import { type Cell, cellsOf, narrow, type Toolchain } from './workflow-matrix.ts'
import { type ChangeEvent, changeEvents } from './workflow-triggers.ts'

export interface CiOptions {
  readonly toolchain?: Toolchain
  /** Absent: any of the usual names counts as the default branch. */
  readonly defaultBranch?: string
  /** Names that a person passes through (`verify.secrets`) and provides (`verify.services`). */
  readonly secrets?: readonly string[]
  readonly services?: readonly string[]
}

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
  readonly depth: number
}

const evidenceOf = (file: string, line: number, text: string): Evidence => ({ tier: 'ci', file, line, text })

/** Reads `.github/workflows` at the locked ref. Jobs that do not run on a change to the default branch are there, with `skip`. */
export const readGithubActions = (view: RepoView, options: CiOptions): CiReading => {
  const jobs: CiJob[] = []
  const notChosen: NotChosen[] = []
  const anomalies: CiReading['anomalies'][number][] = []
  const defaultBranch = options.defaultBranch ?? 'main'

  const load = (file: string): Workflow | undefined => {
    const workflow = readWorkflow(file, view.read(file) ?? '')
    if (!isUnreadable(workflow)) return workflow
    anomalies.push(
      anomaly('ci-not-read', 'medium', `${file} cannot be read: ${workflow.message}`, {
        path: file,
        line: workflow.line,
        remedy: 'Repair the workflow, or name the commands under `verify:` in triverdict.yaml.',
      }),
    )
    return undefined
  }

  /** The reusable workflow that a job calls, read with the inputs that it gives. */
  const call = (job: WorkflowJob, file: string, caller: Caller, cell: Cell | undefined, skip: string | null): void => {
    const target = job.uses?.replace(/^\.\//, '') ?? ''
    const give = (reason: string): void => {
      notChosen.push({ kind: 'tests', text: `uses: ${job.uses}`, evidence: evidenceOf(file, job.line, job.id), reason })
    }
    const far = !job.uses?.startsWith('./')
    const workflow = far || caller.depth > 0 ? undefined : load(target)
    if (workflow === undefined) {
      if (far) give('it is a workflow of another repository')
      else
        give(caller.depth > 0 ? 'workflows that are called by called workflows are not followed' : 'it cannot be read')
      return
    }
    const [contexts] = contextsFor({ events: caller.events, defaultBranch, cell, inputs: caller.inputs }, {}, '.')
    const given = Object.entries(job.with).map(([key, value]) => [
      key,
      contexts ? substitute(value, contexts).text : value,
    ])
    walk(workflow, {
      events: caller.events,
      inputs: { ...workflow.inputs, ...Object.fromEntries(given) },
      skip,
      depth: caller.depth + 1,
    })
  }

  function walk(workflow: Workflow, caller: Caller): void {
    for (const job of inNeedsOrder(workflow.jobs)) {
      const scope = { events: caller.events, defaultBranch, inputs: caller.inputs }
      const cells = cellsOf(job.matrix)
      const fits = (cell: Cell | undefined): boolean => fitsHere(job, { ...scope, cell })
      const { cells: chosen, narrowed } = narrow(cells ?? [{}], options.toolchain ?? {}, (cell) => fits(cells && cell))
      const notHere = chosen.length === 0 ? 'it runs on Windows or macOS only' : null
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
              narrowed,
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
    walk(workflow, { events: events.length === 0 ? ['push'] : events, inputs: workflow.inputs, skip, depth: 0 })
  }
  return { jobs, notChosen, anomalies }
}
