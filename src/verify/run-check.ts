import { anomaly } from '../model/anomaly.ts'
import type { Check, Command, Step } from '../model/check.ts'
import type { CoverageReport } from '../model/coverage.ts'
import type { Outcome } from '../model/outcome.ts'
import type { Some } from '../model/result.ts'
import type { RunFacts } from '../model/run-facts.ts'
import type { Channel, InstallPlan, Place, Stack, Tool } from '../model/stack.ts'
import type { TreeEntry } from '../model/tree.ts'
import type { Execution, Staged, Workshop, World } from '../model/world.ts'
import { reconcile } from '../verdict/reconcile.ts'

/** What it takes to run the checks of one project in one tree. */
export interface Bench {
  readonly world: World
  readonly workshop: Workshop
  readonly staged: Staged
  readonly stack: Stack
  readonly tool: Tool | null
  readonly install: InstallPlan
  /** The project as the locked ref has it. */
  readonly place: Omit<Place, 'reportDirectory'>
  /** Files restored from the lock: changed after the run means that the exam was touched. */
  readonly locked: readonly TreeEntry[]
  /** From `verify.env` and the listed secrets. */
  readonly env: Readonly<Record<string, string>>
}

export interface CheckRun {
  readonly facts: RunFacts
  readonly argv: readonly string[]
  readonly log: string | null
  readonly reportDirectory: string
  readonly coverage: readonly CoverageReport[]
  /** Locked files that the run changed, and other contradictions found outside the run. */
  readonly instrument: readonly string[]
  readonly executed: readonly Outcome[]
  /** Verbatim words of what went wrong where there is no log of the check itself. */
  readonly detail: string | null
}

export interface Limits {
  readonly timeout_ms: number
  readonly stall_ms: number
}

/** Facts of a run that did not come to run. */
export const unstarted = (reason: string, outcome: Outcome | null): RunFacts => ({
  end: outcome?.end ?? 'not-started',
  exit_code: outcome?.exit_code ?? null,
  signal: outcome?.signal ?? null,
  duration_ms: outcome?.duration_ms ?? 0,
  complete: false,
  incomplete: [reason],
  contradictions: [],
  items: [],
  skipped: 0,
  anomalies: [],
})

/** One sentence for a step that did not end well. */
export const sentenceOf = (what: string, outcome: Outcome): string => {
  switch (outcome.end) {
    case 'exited':
      return `${what} ended with exit code ${outcome.exit_code}`
    case 'signalled':
      return `${what} was killed by ${outcome.signal}`
    case 'timed-out':
      return `${what} did not end in time (${Math.round(outcome.duration_ms / 1000)} s)`
    case 'stalled':
      return `${what} printed nothing any more and was ended`
    case 'cancelled':
      return `${what} was cancelled`
    case 'not-started':
      return `${what} could not be started: ${outcome.reason ?? 'unknown reason'}`
    case 'write-failed':
      return `the log of ${what} could not be written: ${outcome.reason ?? 'unknown reason'}`
  }
}

export const wordsOf = (command: Command): string => (command.form === 'argv' ? command.argv.join(' ') : command.line)

const fill = (env: Readonly<Record<string, string>>, stage: string): Record<string, string> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replaceAll('{stage}', stage)]))

const execute = async (
  bench: Bench,
  label: string,
  command: Command,
  extra: {
    env?: Readonly<Record<string, string>>
    channels?: readonly Channel[]
    reportDirectory: string
    limits: Limits
  },
): Promise<Execution> =>
  await bench.workshop.run(bench.staged, {
    label,
    command,
    path: bench.install.path.map((directory) => `${bench.staged.root}/${directory}`),
    env: { ...fill(bench.install.env, bench.staged.root), ...bench.env, ...command.env, ...extra.env },
    channels: extra.channels ?? [],
    reportDirectory: extra.reportDirectory,
    timeout_ms: extra.limits.timeout_ms,
    stall_ms: extra.limits.stall_ms,
  })

/** Runs steps in order until one does not exit 0; that one's sentence, or null. */
export const runSteps = async (
  bench: Bench,
  label: string,
  steps: readonly Step[],
  limits: Limits,
): Promise<{ sentence: string; outcome: Outcome } | null> => {
  for (const [index, step] of steps.entries()) {
    const reportDirectory = await bench.workshop.reportDirectory(`${label}-${index}`)
    const { outcome } = await execute(bench, `${label}-${index}`, step.command, { reportDirectory, limits })
    if (outcome.end !== 'exited' || outcome.exit_code !== 0) {
      return { sentence: sentenceOf(`the step \`${wordsOf(step.command)}\``, outcome), outcome }
    }
  }
  return null
}

const declaredChannel = (declared: string, bench: Bench, cwd: string): Channel => {
  const [format, ...rest] = declared.split(':')
  const path = `${bench.staged.tree}/${cwd === '.' ? '' : `${cwd}/`}${rest.join(':')}`
  return { path, format: format === 'events' ? 'events' : 'junit', role: 'events', required: true }
}

interface Call {
  readonly command: Command
  readonly env: Readonly<Record<string, string>>
  readonly channels: readonly Channel[]
}

/** The call that runs: reporters in the runner's own argv, else in the environment, else where a person said the report is. */
const callOf = (check: Check, bench: Bench, files: Some<string> | null, reportDirectory: string): Call | string => {
  const { command } = check
  const place: Place = { ...bench.place, reportDirectory }
  if (bench.tool !== null && command.form === 'argv') {
    const narrowed = files === null ? command.argv : (bench.tool.narrow?.(command.argv, files) ?? command.argv)
    const { argv, env, channels } = bench.tool.instrument(narrowed, place)
    return { command: { ...command, argv }, env, channels }
  }
  if (check.declaredReport !== null) {
    return { command, env: {}, channels: [declaredChannel(check.declaredReport, bench, command.cwd)] }
  }
  const opaque = check.kind === 'tests' ? bench.stack.instrumentOpaque?.(place) : undefined
  if (opaque !== undefined) return { command, env: opaque.env, channels: opaque.channels }
  if (check.kind !== 'tests') return { command, env: {}, channels: [] }
  return `report-not-had: \`${wordsOf(command)}\` runs no test runner that is known; add the line \`report: junit:PATH\` below \`verify:\` in triverdict.yaml`
}

/** A linter or type checker that is not known answers by its exit code alone: 0 is clean, 1 is one red item, all else is not complete. */
const byExitCode = (check: Check, facts: RunFacts, outcome: Outcome): RunFacts => {
  const words = wordsOf(check.command)
  if (outcome.exit_code !== 0 && outcome.exit_code !== 1) {
    return { ...facts, incomplete: [sentenceOf(`\`${words}\``, outcome)] }
  }
  const note = anomaly(
    'pass-by-exit-code',
    'medium',
    `\`${words}\` is not a tool that is known: only its exit code was judged`,
  )
  return {
    ...facts,
    complete: true,
    incomplete: [],
    items: outcome.exit_code === 0 ? [] : [{ id: `${words}: exit code 1`, state: 'red', file: null, message: null }],
    anomalies: [...facts.anomalies, note],
  }
}

/** Runs one check in one tree and says what it amounts to. `files` narrows it, relative to the project. */
export const runCheck = async (
  check: Check,
  bench: Bench,
  label: string,
  limits: Limits,
  files: Some<string> | null = null,
): Promise<CheckRun> => {
  const reportDirectory = await bench.workshop.reportDirectory(label)
  const none = { log: null, reportDirectory, coverage: [], instrument: [], executed: [], detail: null }
  const call = callOf(check, bench, files, reportDirectory)
  if (typeof call === 'string') return { ...none, facts: unstarted(call, null), argv: [wordsOf(check.command)] }
  const argv = call.command.form === 'argv' ? call.command.argv : [...call.command.shell, call.command.line]

  const before = await runSteps(bench, `${label}-before`, check.before, limits)
  if (before !== null) {
    return {
      ...none,
      facts: unstarted(before.sentence, before.outcome),
      argv,
      log: before.outcome.log,
      executed: [before.outcome],
      detail: before.outcome.tail,
    }
  }
  const { outcome, channels } = await execute(bench, label, call.command, { ...call, reportDirectory, limits })
  const judged = reconcile({
    kind: check.kind,
    tool: check.tool,
    outcome,
    exits: bench.tool?.exits ?? [
      { code: 0, meaning: 'green', note: 'convention' },
      { code: 1, meaning: 'red', note: 'convention' },
    ],
    channels,
    firstPartyRoots: {
      tree: bench.staged.tree,
      allowed: bench.install.perTree.length > 0 ? [`${bench.staged.root}/env`] : [],
      names: [...bench.stack.firstParty(bench.place.project)],
    },
  })
  const opaque = check.kind !== 'tests' && channels.length === 0 && outcome.end === 'exited'
  const facts = opaque ? byExitCode(check, judged, outcome) : judged
  const after = facts.complete ? await runSteps(bench, `${label}-after`, check.after, limits) : null
  const changed = await bench.workshop.changed(bench.staged, bench.locked)
  return {
    facts: after === null ? facts : { ...facts, complete: false, incomplete: [after.sentence] },
    argv,
    log: outcome.log,
    reportDirectory,
    coverage: channels.flatMap(({ read }) =>
      read !== 'absent' && read.ok && read.value.kind === 'coverage' ? [read.value] : [],
    ),
    instrument: changed.map((path) => `the locked file ${path} was changed during the run`),
    executed: [outcome],
    detail: null,
  }
}
