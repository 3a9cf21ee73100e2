import { anomaly } from '../model/anomaly.ts'
import type { Check, CheckKind, Command, Step } from '../model/check.ts'
import type { CoverageReport } from '../model/coverage.ts'
import type { Outcome } from '../model/outcome.ts'
import type { Registration } from '../model/registrations.ts'
import type { Some } from '../model/result.ts'
import type { RunFacts } from '../model/run-facts.ts'
import type { Channel, ExitRow } from '../model/stack.ts'
import type { Execution } from '../model/world.ts'
import { reconcile } from '../verdict/reconcile.ts'
import type { Bench } from './bench.ts'
import { callOf } from './call.ts'
import { withLastWords } from './last-words.ts'
import { noteInstall, noteStep, type Touch, touchAnomaly, touches, touchSentence, wasTouched } from './touched.ts'
import { sentenceOf, wordsOf } from './words.ts'

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
  /** What the reports say of something that did not load, or that went wrong outside every test, verbatim. */
  readonly told?: string | null
}

export interface Limits {
  readonly timeout_ms: number
  readonly stall_ms: number
  /** A person wrote the timeout: it is the limit, however long the control took. */
  readonly timeoutWritten?: boolean
  /** Absolute: a change of this file counts as output does. */
  readonly progressFile?: string
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

/** Only what the locked test set is about: files that are locked, and macros that one of them speaks of. */
const ofTheExam = (found: readonly Registration[], { locked, lockedText }: Bench): readonly Registration[] => {
  const paths = new Set(locked.map(({ path }) => path))
  return found.filter(
    ({ file, word }) => (file === null || paths.has(file)) && (word === undefined || lockedText.speaksOf(word)),
  )
}

const fill = (env: Readonly<Record<string, string>>, stage: string): Record<string, string> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replaceAll('{stage}', stage)]))

const execute = async (
  bench: Bench,
  label: string,
  command: Command,
  extra: {
    env?: Readonly<Record<string, string>>
    channels?: readonly Channel[]
    keepStdout?: boolean
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
    keepStdout: extra.keepStdout ?? false,
    reportDirectory: extra.reportDirectory,
    timeout_ms: extra.limits.timeout_ms,
    stall_ms: extra.limits.stall_ms,
    ...(extra.limits.progressFile === undefined ? {} : { progressFile: extra.limits.progressFile }),
  })

/** A step as its stack runs it: a configuration that starts from nothing. */
const prepared = (bench: Bench, command: Command): { command: Command; env: Readonly<Record<string, string>> } => {
  const known = command.form === 'argv' ? bench.stack.step?.(command.argv, bench.place) : undefined
  if (known === undefined || command.form !== 'argv') return { command, env: {} }
  return { command: { ...command, argv: known.argv }, env: known.env }
}

/** Runs steps in order until one does not exit 0; that one's sentence, or null. Which of them changes locked files is noted. */
export const runSteps = async (
  bench: Bench,
  label: string,
  steps: readonly Step[],
  limits: Limits,
  what = 'the preparing step',
): Promise<{ sentence: string; outcome: Outcome } | null> => {
  if (steps.length > 0) await noteInstall(bench)
  for (const [index, step] of steps.entries()) {
    const reportDirectory = await bench.workshop.reportDirectory(`${label}-${index}`)
    const { command, env } = prepared(bench, step.command)
    const { outcome } = await execute(bench, `${label}-${index}`, command, { env, reportDirectory, limits })
    await noteStep(bench, what, step)
    if (outcome.end !== 'exited' || outcome.exit_code !== 0) {
      return { sentence: sentenceOf(`the step \`${wordsOf(step.command)}\``, outcome), outcome }
    }
  }
  return null
}

/** Why a green answer of a tool that does not count its files is none: the files that it would look at are none. Null when there are some. */
const emptyCensus = async (
  bench: Bench,
  label: string,
  census: Command | null,
  limits: Limits,
): Promise<string | null> => {
  if (census === null) return null
  const reportDirectory = await bench.workshop.reportDirectory(`${label}-census`)
  const { outcome } = await execute(bench, `${label}-census`, census, { keepStdout: true, reportDirectory, limits })
  if (outcome.end !== 'exited' || outcome.exit_code !== 0) return sentenceOf(`\`${wordsOf(census)}\``, outcome)
  const listed = outcome.stdout === null ? undefined : await bench.workshop.readLog(outcome.stdout)
  return listed === undefined || listed.trim() === '' ? 'it checked no file' : null
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
  const notes = check.tool === null ? [note] : []
  return {
    ...facts,
    complete: true,
    incomplete: [],
    items: outcome.exit_code === 0 ? [] : [{ id: `${words}: exit code 1`, state: 'red', file: null, message: null }],
    anomalies: [...facts.anomalies, ...notes],
  }
}

const CONVENTION: readonly ExitRow[] = [
  { code: 0, meaning: 'green', note: 'convention' },
  { code: 1, meaning: 'red', note: 'convention' },
]
/** Of a command whose report a person declared: runners give the number of failures, or codes of their own; above 125 it is the shell that speaks. */
const DECLARED: readonly ExitRow[] = Array.from({ length: 126 }, (_, code) => ({
  code,
  meaning: code === 0 ? 'green' : 'red',
  note: 'convention',
}))

/** A run that was not made, since others changed the exam before it. */
const spoilt = (kind: CheckKind, by: readonly Touch[]): Pick<CheckRun, 'facts' | 'instrument'> => {
  const sentences = by.map(touchSentence)
  const facts = unstarted(sentences[0] ?? '', null)
  return { facts: { ...facts, kind, end: 'exited', anomalies: by.map(touchAnomaly) }, instrument: sentences }
}

/** Of channels that count only what the run wrote: what is removed before it. */
const freshGlobs = (channels: readonly Channel[], tree: string): readonly string[] =>
  channels.flatMap(({ path, fresh }) => (fresh && path.startsWith(`${tree}/`) ? path.slice(tree.length + 1) : []))

const toldBy = (channels: Execution['channels']): string | null => {
  const reports = channels.flatMap(({ read }) =>
    read !== 'absent' && read.ok && read.value.kind === 'tests' ? [read.value] : [],
  )
  // An error of one line is in the reasons already.
  const errors = reports.flatMap((report) => report.errors).filter((each) => each.includes('\n'))
  const words = [...reports.flatMap(({ unloaded }) => unloaded.map(({ message }) => message)), ...errors]
  return words.find((each) => each.trim() !== '') ?? null
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
  if (typeof call === 'string')
    return { ...none, facts: { ...unstarted(call, null), kind: check.kind }, argv: [wordsOf(check.command)] }
  const argv = call.command.form === 'argv' ? call.command.argv : [...call.command.shell, call.command.line]

  const before = await runSteps(bench, `${label}-before`, check.before, limits, 'the step')
  if (before !== null) {
    return {
      ...none,
      facts: withLastWords({ ...unstarted(before.sentence, before.outcome), kind: check.kind }, before.outcome.tail),
      argv,
      log: before.outcome.log,
      executed: [before.outcome],
      detail: before.outcome.tail,
    }
  }
  await noteInstall(bench)
  // The exam is not the locked one any more: what it would say counts for nothing.
  const early = wasTouched(bench) ? (await touches(bench)).by : []
  if (early.length > 0) return { ...none, ...spoilt(check.kind, early), argv }
  const globs = call.channels.some(({ several }) => several === true)
  await bench.workshop.unplant(bench.staged, call.stale, globs)
  await bench.workshop.sweep(bench.staged, freshGlobs(call.channels, bench.staged.tree))
  const { outcome, channels } = await execute(bench, label, call.command, { ...call, reportDirectory, limits })
  const reconciled = reconcile({
    kind: check.kind,
    tool: check.tool,
    outcome,
    exits: bench.tool?.exits ?? (check.declaredReport === null && call.silence === undefined ? CONVENTION : DECLARED),
    ...(call.silence === undefined ? {} : { silence: call.silence }),
    channels,
    firstPartyRoots: {
      tree: bench.staged.tree,
      allowed: bench.install.perTree.length > 0 ? [`${bench.staged.root}/env`] : [],
      names: [...bench.stack.firstParty(bench.place.project)],
    },
  })
  const judged =
    reconciled.registrations === undefined
      ? reconciled
      : { ...reconciled, registrations: ofTheExam(reconciled.registrations, bench) }
  const noted = call.notes === undefined ? judged : { ...judged, anomalies: [...call.notes, ...judged.anomalies] }
  const opaque = check.kind !== 'tests' && channels.length === 0 && outcome.end === 'exited'
  const heard = opaque ? byExitCode(check, noted, outcome) : noted
  const empty = heard.complete && heard.items.length === 0 ? await emptyCensus(bench, label, call.census, limits) : null
  const facts = empty === null ? heard : { ...heard, complete: false, incomplete: [empty] }
  const told = withLastWords(facts, outcome.tail)
  const after = facts.complete ? await runSteps(bench, `${label}-after`, check.after, limits, 'the step') : null
  const changed = await touches(bench)
  const all = { ...told, anomalies: [...told.anomalies, ...changed.by.map(touchAnomaly)] }
  return {
    facts:
      after === null
        ? all
        : withLastWords({ ...all, complete: false, incomplete: [after.sentence] }, after.outcome.tail),
    argv,
    // Of a step that failed after a green run, the run's own log has nothing to tell.
    log: after === null ? outcome.log : after.outcome.log,
    reportDirectory,
    coverage: channels.flatMap(({ read }) =>
      read !== 'absent' && read.ok && read.value.kind === 'coverage' ? [read.value] : [],
    ),
    instrument: [
      ...changed.by.map(touchSentence),
      ...changed.rest.map((path) => `the locked file ${path} was changed during the run`),
    ],
    executed: [outcome],
    detail: after === null ? null : after.outcome.tail,
    told: after === null ? toldBy(channels) : null,
  }
}
