import { anomaly } from '../model/anomaly.ts'
import type { ControlReport } from '../model/branch-report.ts'
import type { Some } from '../model/result.ts'
import type { Item } from '../model/run-facts.ts'
import type { Probe } from '../model/stack.ts'
import type { Examined } from './examine.ts'
import { chooseProbes } from './probe-choice.ts'
import type { CheckRun, Limits } from './run-check.ts'
import type { Trees } from './trees.ts'

/** So many probes run at once; where none of them ran, so many of them are tried alone, since one can keep the others from running. */
const AT_ONCE = 8
const ALONE = 2

/** What a probe loads can keep its process alive for ever, and a probe needs no longer than the whole run did. */
const SHORTEST_MS = 30_000

const inside = (file: string, directory: string): string | undefined =>
  directory === '.'
    ? file
    : file === directory
      ? '.'
      : file.startsWith(`${directory}/`)
        ? file.slice(directory.length + 1)
        : undefined

/** A pass whose instrument was found broken is an error; everything else stays what it is. */
const lowered = (examined: Examined, sentence: string): Examined => ({
  ...examined,
  status: 'error',
  attribution: 'instrument',
  blocking: [sentence],
  anomalies: [
    ...examined.anomalies,
    anomaly('probe-failed', 'critical', sentence, {
      blocking: true,
      remedy: 'Look for code that changes what the test runner reports: hooks, setup files, patched assertions.',
    }),
  ],
})

/** Told to stop, nobody knows what the probes would have said. */
const stopped = (examined: Examined, facts: CheckRun['facts']): Examined => ({
  ...examined,
  status: 'error',
  attribution: 'environment',
  blocking: [`tests: ${facts.incomplete[0] ?? 'interrupted: a probe was cancelled'}`],
})

type Planted = readonly { readonly path: string; readonly text: string }[]

/** `lies`: the test that must fail was reported as passed. Everything but the two right answers, a skipped or filtered test too, is `silent`. */
type Answer = 'right' | 'lies' | 'silent'

/** What a run says about a probe, `scope` standing before its names. A file may run several times (projects of one runner), so each of its reports counts. */
export const answerOf = (items: readonly Item[], scope: string, probe: Probe): Answer => {
  const states = (name: string): readonly Item['state'][] =>
    items.filter((item) => item.id === `${scope}::${name}`).map(({ state }) => state)
  const [fails, passes] = [states(probe.mustFail), states(probe.mustPass)]
  if (fails.includes('green')) return 'lies'
  return fails.includes('red') && passes.includes('green') ? 'right' : 'silent'
}

const inTree = (path: string, directory: string): string =>
  directory === '.' ? path : path === '.' ? directory : `${directory}/${path}`

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.'

const scopeOf = ({ scope, path }: Probe, directory: string): string => inTree(scope ?? path, directory)

/** The probes of a check that passed, and the time that they get; null where its tool has none. */
const probesFor = (
  trees: Trees,
  { check, project, run, status }: Examined,
  limits: Limits,
): { readonly chosen: readonly Probe[]; readonly brief: Limits } | null => {
  const tool = trees.toolOf(check)
  if (status !== 'pass' || check.kind !== 'tests' || tool?.probe === undefined) return null
  const green = run.facts.items.flatMap(({ state, file }) => (state === 'green' && file !== null ? [file] : []))
  const samples = [...new Set(green)].flatMap((file) => inside(file, project.directory) ?? [])
  const changed = trees.changedDirectories(project)
  const near = (sample: string): boolean => changed.has(sample) || changed.has(parentOf(sample))
  return {
    chosen: chooseProbes(trees.probedProject(project), tool, samples, AT_ONCE, near),
    brief: {
      ...limits,
      timeout_ms: Math.min(limits.timeout_ms, Math.max(SHORTEST_MS, 3 * run.facts.duration_ms)),
    },
  }
}

/**
 * The probes of a check, asked while those of other stacks run: null, so that they are asked again alone, unless each of them gave its
 * two right answers.
 */
export const heardBeside = async (trees: Trees, examined: Examined, limits: Limits): Promise<Examined | null> => {
  const { check, project } = examined
  const { chosen, brief } = probesFor(trees, examined, limits) ?? {}
  if (chosen === undefined || brief === undefined || chosen.length === 0) return null
  const planted = chosen.map(({ path, text }) => ({ path: inTree(path, project.directory), text }))
  const files = chosen.map(({ path }) => path) as unknown as Some<string>
  const { facts } = await trees.probe(project, check, planted, brief, files)
  const heard = chosen.every((probe) => answerOf(facts.items, scopeOf(probe, project.directory), probe) === 'right')
  if (!heard || facts.end === 'cancelled') return null
  const control: ControlReport = {
    ...{ kind: 'probe', check: check.id, tree: 'branch', status: 'heard', detail: null },
    files: planted.map(({ path }) => path),
  }
  return { ...examined, controls: [control] }
}

/**
 * Runs must-pass and must-fail tests through the project's real configuration, in the tree that passed. Only ever lowers a pass: when
 * a test that must fail passes, the reports of this runner mean nothing here. Probes that do not run are noted, no more.
 */
export const probeInstrument = async (trees: Trees, examined: Examined, limits: Limits): Promise<Examined> => {
  const { check, project } = examined
  const tool = trees.toolOf(check)
  const questions = probesFor(trees, examined, limits)
  if (questions === null) return examined
  const { chosen, brief } = questions
  const alone = chosen.length > 1 ? chosen.slice(0, ALONE).map((probe) => [probe]) : []
  let asked: { readonly planted: Planted; readonly files: Some<string>; readonly probes: readonly Probe[] } | null =
    null
  let reason = 'none can be made beside the test files that ran'
  const controls: ControlReport[] = []
  const heard = (
    tree: ControlReport['tree'],
    planted: Planted,
    status: ControlReport['status'],
    detail: string | null,
  ) => controls.push({ kind: 'probe', check: check.id, tree, files: planted.map(({ path }) => path), status, detail })
  for (const probes of [chosen, ...alone]) {
    const [first, ...more] = probes
    if (first === undefined) break
    const planted = probes.map((probe) => ({ path: inTree(probe.path, project.directory), text: probe.text }))
    const files: Some<string> = [first.path, ...more.map((probe) => probe.path)]
    const { facts }: CheckRun = await trees.probe(project, check, planted, brief, files)
    if (facts.end === 'cancelled') return { ...stopped(examined, facts), controls }
    asked ??= { planted, files, probes }
    const answers = probes.map((probe) => answerOf(facts.items, scopeOf(probe, project.directory), probe))
    const lying = planted[answers.indexOf('lies')]
    if (lying !== undefined) {
      const sentence = `a test that must fail did not fail in ${lying.path}: what this runner reports means nothing here`
      heard('branch', planted, 'lying', sentence)
      return { ...lowered(examined, sentence), controls }
    }
    if (answers.includes('right')) {
      const silent = probes.filter((_, at) => answers[at] !== 'right')
      if (tool?.probesApart !== true || silent.length === 0) {
        heard('branch', planted, 'heard', null)
        return { ...examined, controls }
      }
      // Others answered, from other processes: those that did not must not answer at the base either.
      reason = `${silent.map(({ path }) => path).join(', ')} did not answer while others did`
      const again = silent.map((probe) => ({ path: inTree(probe.path, project.directory), text: probe.text }))
      asked = { planted: again, files: silent.map(({ path }) => path) as unknown as Some<string>, probes: silent }
      heard('branch', again, 'silent', reason)
      break
    }
    reason = facts.incomplete[0] ?? `of ${files.join(', ')} no test passed that must and failed that must`
    heard('branch', planted, 'silent', reason)
  }
  // Silent here: either no probe can run in this project at all, or something of the branch keeps it from being heard.
  if (asked !== null) {
    const { facts } = await trees.probe(project, check, asked.planted, brief, asked.files, 'control')
    if (facts.end === 'cancelled') return { ...stopped(examined, facts), controls }
    const answered = asked.probes.some(
      (probe) => answerOf(facts.items, scopeOf(probe, project.directory), probe) === 'right',
    )
    heard('base', asked.planted, answered ? 'heard' : 'silent', answered ? null : (facts.incomplete[0] ?? reason))
    if (answered)
      return { ...lowered(examined, `a probe answers at the base and is not heard on the branch: ${reason}`), controls }
  }
  const note = anomaly('probe-not-run', 'low', `no probe of ${check.id} ran: ${reason}`)
  return { ...examined, anomalies: [...examined.anomalies, note], controls }
}
