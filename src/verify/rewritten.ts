import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { Check, ProjectPlan, Step } from '../model/check.ts'
import type { Progress } from '../model/world.ts'
import { againstBase } from '../verdict/against-base.ts'
import { unsound } from '../verdict/soundness.ts'
import type { Examined } from './examine.ts'
import { followed } from './moved-ids.ts'
import type { Planned } from './plan-branch.ts'
import type { CheckRun, Limits } from './run-check.ts'
import { wordsOf } from './words.ts'

const MOST_PATHS = 5
const MOST_STEPS = 3

type Source = 'branch' | 'control'

/** What has to be asked of trees: `rewritten` are product files that differ from what was committed, after everything that ran. */
export interface Rewriting {
  rewritten(source: Source): Promise<readonly string[]>
  runCommitted(project: ProjectPlan, check: Check, source: Source, limits: Limits): Promise<CheckRun>
}

/** Puts every file of a tree back to what is committed; what is not committed stays. */
export const PUT_BACK: Step = {
  command: { form: 'argv', argv: ['git', 'checkout', '--force', 'HEAD', '--', '.'], cwd: '.', env: {} },
  evidence: { tier: 'default', file: null, line: null, text: 'the product as it is committed' },
}

/** Null where a run says what the one that passed said; else what is wrong with it, in a few words. */
const wrongWith = ({ facts: heard, instrument }: CheckRun, { run: passed, inventory }: Examined): string | null => {
  const facts = inventory === null ? heard : againstBase(heard, inventory)
  const known = new Set(passed.facts.items.flatMap(({ id, state }) => (state === 'red' ? [id] : [])))
  const [red, ...more] = facts.items.filter(({ id, state }) => state === 'red' && !known.has(id))
  if (red !== undefined) return `${red.id} failed${more.length > 0 ? ` and ${more.length} more` : ''}`
  const [unwhole] = [...unsound(facts), ...instrument]
  if (unwhole !== undefined) return unwhole
  const green = new Set(facts.items.filter(({ state }) => state === 'green').map(({ id }) => id))
  const missing = inventory?.required.find((id) => !green.has(id) && !known.has(id))
  return missing === undefined ? null : `${missing} did not run`
}

const few = (all: readonly string[], most: number): string =>
  all.length > most ? `${all.slice(0, most).join(', ')} and ${all.length - most} more` : all.join(', ')

const note = (paths: readonly string[], steps: readonly Step[], wrong: string | null, kept: boolean): Anomaly => {
  const by = few(
    [...new Set(steps.map(({ command }) => `\`${wordsOf(command).replaceAll('\n', ' ⏎ ')}\``))],
    MOST_STEPS,
  )
  const { evidence } = steps[0] ?? {}
  const what = `What runs before the tests (${by}) rewrites what the branch commits: ${few(paths, MOST_PATHS)}.`
  const at = { path: evidence?.file ?? paths[0] ?? null, line: evidence?.line ?? null, evidence: paths.join('\n') }
  if (wrong === null)
    return anomaly('product-rewritten', 'medium', `${what} The tests are green on what is committed too`, at)
  if (!kept)
    return anomaly('product-rewritten', 'medium', `${what} As committed it is green neither here nor at the lock`, at)
  return anomaly('product-rewritten', 'critical', `${what} The tests are green only then; as committed: ${wrong}`, {
    ...at,
    remedy: 'Commit what these steps write, or do not commit what they overwrite.',
  })
}

/**
 * Asks the tests that passed once more, on what the branch commits, where steps before them rewrote its product: a generator must not hide
 * that what it generates is committed otherwise. It can only lower a pass, and does so only where the lock is green on what it commits.
 */
export const askCommitted = async (
  { projects, moves }: Pick<Planned, 'projects' | 'moves'>,
  examined: readonly Examined[],
  trees: Rewriting,
  limits: Limits,
  say: (progress: Progress) => void,
): Promise<readonly Examined[]> => {
  const prepare = projects.flatMap(({ plan }) => plan.prepare)
  const stepsOf = ({ check }: Examined): readonly Step[] => [...prepare, ...check.before]
  const asks = (one: Examined): boolean =>
    one.status === 'pass' && one.check.kind === 'tests' && stepsOf(one).length > 0
  // What is no pass already has its own reasons: a fail must not become an error for this.
  if (!examined.some(asks) || examined.some(({ status }) => status !== 'pass')) return examined
  const paths = await trees.rewritten('branch')
  if (paths.length === 0) return examined
  const answers: Examined[] = []
  for (const one of examined) {
    if (!asks(one)) {
      answers.push(one)
      continue
    }
    say({ kind: 'step', text: `${one.check.id}: asking the product as it is committed` })
    const ask = async (source: Source) => {
      const run = await trees.runCommitted(one.project, one.check, source, limits)
      return wrongWith(source === 'control' ? { ...run, facts: followed(run.facts, moves) } : run, one)
    }
    const wrong = await ask('branch')
    const kept = wrong !== null && (await ask('control')) === null
    const found = note(paths, stepsOf(one), wrong, kept)
    const anomalies = [...one.anomalies, found]
    answers.push(kept ? { ...one, status: 'error', blocking: [found.detail], anomalies } : { ...one, anomalies })
  }
  return answers
}
