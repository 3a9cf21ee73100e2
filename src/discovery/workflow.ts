import type { Node } from 'yaml'
import type { Value } from './expressions.ts'
import { readYaml, type YamlSource } from './yaml-source.ts'

/** Text of a `run:` block with the lines of the file it came from. */
export interface RunText {
  readonly text: string
  /** 1-based line of the file for a line (0-based) of the text. */
  line(index: number): number
}

/** `defaults.run`. */
export interface RunDefaults {
  readonly shell?: string | undefined
  readonly directory?: string | undefined
}

export interface WorkflowStep extends RunDefaults {
  /** 1-based. */
  readonly line: number
  readonly name: string | undefined
  readonly uses: string | undefined
  readonly run: RunText | undefined
  readonly with: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly condition: string | undefined
  readonly continueOnError: string | undefined
}

export interface WorkflowJob {
  readonly id: string
  readonly name: string | undefined
  readonly line: number
  readonly needs: readonly string[]
  readonly condition: string | undefined
  readonly runsOn: Value
  /** A reusable workflow. */
  readonly uses: string | undefined
  readonly with: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly defaults: RunDefaults
  readonly matrix: Value
  readonly services: readonly { readonly name: string; readonly image: string; readonly line: number }[]
  readonly container: string | undefined
  readonly continueOnError: string | undefined
  readonly steps: readonly WorkflowStep[]
}

export interface Workflow {
  readonly file: string
  readonly on: Value
  readonly env: Readonly<Record<string, string>>
  readonly defaults: RunDefaults
  /** Inputs of `workflow_call`. */
  readonly inputs: WorkflowInputs
  readonly jobs: readonly WorkflowJob[]
}

/** Defaults of the inputs of a called workflow or action, and the kinds that are no text (`boolean`, `number`). */
export interface WorkflowInputs {
  readonly defaults: Readonly<Record<string, string>>
  readonly kinds: Readonly<Record<string, string>>
}

/** Why a file could not be read, with its 1-based line. */
export interface Unreadable {
  readonly message: string
  readonly line: number
}

const textMap = (yaml: YamlSource, node: Node | null): Readonly<Record<string, string>> =>
  Object.fromEntries(yaml.entries(node).map(({ key, value }) => [key, yaml.text(value) ?? '']))

const defaultsOf = (yaml: YamlSource, node: Node | null): RunDefaults => {
  const run = yaml.get(yaml.get(node, 'defaults'), 'run')
  return { shell: yaml.text(yaml.get(run, 'shell')), directory: yaml.text(yaml.get(run, 'working-directory')) }
}

const inputsOf = (yaml: YamlSource, node: Node | null): WorkflowInputs => ({
  defaults: Object.fromEntries(
    yaml.entries(node).map(({ key, value }) => [key, yaml.text(yaml.get(value, 'default')) ?? '']),
  ),
  kinds: Object.fromEntries(
    yaml.entries(node).map(({ key, value }) => [key, yaml.text(yaml.get(value, 'type')) ?? 'string']),
  ),
})

/** What the expressions of a called workflow see as its inputs: given texts over defaults, in the kind that was declared. */
export const inputValues = (
  { defaults, kinds }: WorkflowInputs,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries({ ...defaults, ...given }).map(([name, text]): readonly [string, Value] => {
      if (kinds[name] === 'boolean') return [name, text === 'true']
      return [name, kinds[name] === 'number' && text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text]
    }),
  )

const stepOf = (yaml: YamlSource, node: Node): WorkflowStep => {
  const run = yaml.get(node, 'run')
  const text = yaml.text(run)
  return {
    line: yaml.line(node),
    name: yaml.text(yaml.get(node, 'name')),
    uses: yaml.text(yaml.get(node, 'uses')),
    run: run === null || text === undefined ? undefined : { text, line: (index) => yaml.lineWithin(run, index) },
    with: textMap(yaml, yaml.get(node, 'with')),
    env: textMap(yaml, yaml.get(node, 'env')),
    condition: yaml.text(yaml.get(node, 'if')),
    continueOnError: yaml.text(yaml.get(node, 'continue-on-error')),
    shell: yaml.text(yaml.get(node, 'shell')),
    directory: yaml.text(yaml.get(node, 'working-directory')),
  }
}

const needsOf = (value: Value): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const jobOf = (yaml: YamlSource, id: string, at: Node, node: Node | null): WorkflowJob => {
  const container = yaml.get(node, 'container')
  return {
    id,
    name: yaml.text(yaml.get(node, 'name')),
    line: yaml.line(at),
    needs: needsOf(yaml.value(yaml.get(node, 'needs'))),
    condition: yaml.text(yaml.get(node, 'if')),
    runsOn: yaml.value(yaml.get(node, 'runs-on')),
    uses: yaml.text(yaml.get(node, 'uses')),
    with: textMap(yaml, yaml.get(node, 'with')),
    env: textMap(yaml, yaml.get(node, 'env')),
    defaults: defaultsOf(yaml, node),
    matrix: yaml.value(yaml.get(yaml.get(node, 'strategy'), 'matrix')),
    services: yaml.entries(yaml.get(node, 'services')).map((entry) => ({
      name: entry.key,
      image: yaml.text(yaml.get(entry.value, 'image')) ?? yaml.text(entry.value) ?? '',
      line: yaml.line(entry.at),
    })),
    container: yaml.text(container) ?? yaml.text(yaml.get(container, 'image')),
    continueOnError: yaml.text(yaml.get(node, 'continue-on-error')),
    steps: yaml.items(yaml.get(node, 'steps')).map((step) => stepOf(yaml, step)),
  }
}

/** Reads a GitHub workflow (docs.github.com, workflow syntax). A text that is no workflow is unreadable, with the line. */
export const readWorkflow = (file: string, text: string): Workflow | Unreadable => {
  const yaml = readYaml(text)
  if (yaml.problem !== null) return yaml.problem
  const jobs = yaml.get(yaml.root, 'jobs')
  if (yaml.entries(jobs).length === 0) return { message: 'it has no jobs', line: 1 }
  const on = yaml.get(yaml.root, 'on')
  return {
    file,
    on: yaml.value(on),
    env: textMap(yaml, yaml.get(yaml.root, 'env')),
    defaults: defaultsOf(yaml, yaml.root),
    inputs: inputsOf(yaml, yaml.get(yaml.get(on, 'workflow_call'), 'inputs')),
    jobs: yaml.entries(jobs).map(({ key, at, value }) => jobOf(yaml, key, at, value)),
  }
}

/** Steps of an action that is made of shell steps. */
export interface Composite {
  readonly inputs: Readonly<Record<string, string>>
  readonly steps: readonly WorkflowStep[]
}

/** Reads the steps of a composite action; undefined when the file is another kind of action, the reason when it is no action. */
export const readComposite = (text: string): Composite | Unreadable | undefined => {
  const yaml = readYaml(text)
  if (yaml.problem !== null) return yaml.problem
  const runs = yaml.get(yaml.root, 'runs')
  if (runs === null) return { message: 'it has no `runs`', line: 1 }
  if (yaml.text(yaml.get(runs, 'using')) !== 'composite') return undefined
  return {
    inputs: inputsOf(yaml, yaml.get(yaml.root, 'inputs')).defaults,
    steps: yaml.items(yaml.get(runs, 'steps')).map((step) => stepOf(yaml, step)),
  }
}

/** True for a workflow or an action whose text could not be read. */
export const isUnreadable = (read: Workflow | Composite | Unreadable): read is Unreadable => 'message' in read

/** Jobs in the order of their needs, otherwise as in the file. A cycle, which GitHub refuses, stays as in the file. */
export const inNeedsOrder = (jobs: readonly WorkflowJob[]): readonly WorkflowJob[] => {
  const done: WorkflowJob[] = []
  let left = [...jobs]
  while (left.length > 0) {
    const waits = (job: WorkflowJob): boolean =>
      job.needs.some((id) => left.some((other) => other.id === id && other !== job))
    const next = left.find((job) => !waits(job)) ?? left[0]
    if (next === undefined) break
    done.push(next)
    left = left.filter((job) => job !== next)
  }
  return done
}
