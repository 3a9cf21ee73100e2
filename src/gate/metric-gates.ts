import picomatch from 'picomatch'
import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { Baseline } from '../model/baseline.ts'
import type { Config } from '../model/config.ts'
import type { GateTree } from '../model/gate-world.ts'
import type { MetricValue, Verdict } from '../model/verdict.ts'
import { BASELINE_NAME, newestName, readBaseline, unusableReason } from '../verdict/baseline-rules.ts'
import { limitBlocking } from '../verdict/blocking.ts'
import type { GateRules } from '../verdict/gate-rules.ts'
import { gates } from '../verdict/gates.ts'
import { uniformShifts } from '../verdict/uniform-shift.ts'

/** The baseline that counts: the newest that a person approved, as it is committed. */
type Held =
  | { readonly baseline: Baseline; readonly path: string }
  | { readonly refused: string; readonly remedy: string }

const PROPOSE = 'Run `triverdict baseline propose`, let a person approve it, and commit it.'

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Reads the newest baseline below a path at the commit that is checked out. `today`: YYYY-MM-DD. */
export const heldBaseline = async (
  tree: Pick<GateTree, 'committed'>,
  place: string,
  today: string,
): Promise<Held & { readonly anomalies: readonly Anomaly[] }> => {
  const directory = place.replace(/^\.\//, '').replace(/\/+$/, '')
  // Proposals lie deeper.
  const isOne = (path: string): boolean => path === directory || path === `${directory}/${baseName(path)}`
  const files = (await tree.committed(directory)).filter(
    ({ path }) => isOne(path) && BASELINE_NAME.test(baseName(path)),
  )
  const newest = newestName(files.map(({ path }) => baseName(path)))
  const file = files.find(({ path }) => baseName(path) === newest)
  if (file === undefined) return { refused: `no baseline is committed in ${place}`, remedy: PROPOSE, anomalies: [] }
  const anomalies = files
    .filter(({ changed }) => changed)
    .map(({ path }) =>
      anomaly('baseline-edited', 'high', `${path} differs from what is committed: the committed one counts`, {
        path,
        remedy: 'A baseline is never edited: propose a new one.',
      }),
    )
  const read = readBaseline(file.text)
  if ('refused' in read) return { refused: `the baseline ${file.path}: ${read.refused}`, remedy: PROPOSE, anomalies }
  const why = unusableReason(read.baseline, today)
  return why === null
    ? { baseline: read.baseline, path: file.path, anomalies }
    : { refused: `the baseline ${file.path}: ${why}`, remedy: PROPOSE, anomalies }
}

/** Rules that speak of a layer that was judged in this run; the others were not asked for, or their layer is what blocks. */
const rulesFor = (rules: GateRules, layers: readonly string[]): GateRules =>
  Object.fromEntries(
    Object.entries(rules).filter(([name]) => {
      const [first = ''] = name.split('.')
      const matches = picomatch(first, { dot: true })
      return layers.some((layer) => layer === first || matches(layer))
    }),
  )

const only = <T>(all: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))

const needsBaseline = (rules: GateRules): boolean =>
  Object.values(rules).some((rule) => rule.max_drop !== undefined || rule.max_rise !== undefined)

const figure = (value: number): string => String(Number(value.toFixed(4)))

/**
 * Holds the metrics of the layers against the approved baseline. Null where no rule speaks of them. Run on the baseline's own commit, a
 * drop is drift: error. Every class shifted alike is one error, "the baseline moved", and not a fail for each.
 */
export const judgeMetrics = async (
  config: Config,
  layers: Readonly<Record<string, Verdict>>,
  tree: Pick<GateTree, 'committed' | 'commit' | 'dirty'>,
  today: string,
): Promise<Verdict | null> => {
  // One that measured nothing is held too: a rule that finds nothing in it is an error.
  const judged = Object.entries(layers).filter(([, { status }]) => status !== 'error')
  const names = judged.map(([id]) => id)
  const rules = rulesFor((config.gates ?? {}) as GateRules, names)
  if (Object.keys(rules).length === 0) return null
  const metrics: Record<string, MetricValue> = Object.fromEntries(judged.map(([id, verdict]) => [id, verdict.metrics]))
  const verdict = (
    status: Verdict['status'],
    reasons: readonly string[],
    more: Record<string, unknown> = {},
  ): Verdict => ({
    ...{ status, blocking: limitBlocking(reasons), metrics: {}, confidence: 1, version: 1, check: 'gates' },
    ...more,
  })
  const asked = config.baseline === undefined ? null : await heldBaseline(tree, config.baseline, today)
  if (asked === null && needsBaseline(rules))
    return verdict('error', [
      '`max_drop` and `max_rise` need a baseline: name the directory as `baseline:` in triverdict.yaml',
    ])
  if (asked !== null && 'refused' in asked && needsBaseline(rules))
    return verdict(
      'error',
      [asked.refused, asked.remedy],
      asked.anomalies.length > 0 ? { anomalies: asked.anomalies } : {},
    )
  // Rules that stand alone need none.
  const held = asked === null || 'refused' in asked ? null : asked
  // Without one every rule stands alone: it is alive where the run has what it speaks of.
  const baseline = held?.baseline ?? { metrics }
  const counts = judged.flatMap(([id, { counts: own }]) =>
    Object.entries((own ?? {}) as Record<string, number>).map(([name, count]) => [`${id}.${name}`, count] as const),
  )
  const against = {
    metrics: only(baseline.metrics, names),
    ...('counts' in baseline && baseline.counts !== undefined ? { counts: baseline.counts } : {}),
    ...('not_gated' in baseline && baseline.not_gated !== undefined ? { not_gated: baseline.not_gated } : {}),
  }
  const answer = gates(against, metrics, rules, counts.length > 0 ? Object.fromEntries(counts) : undefined)
  const more = {
    ...(held === null ? {} : { baseline: held.path }),
    ...(answer.not_gated.length > 0 ? { not_gated: answer.not_gated } : {}),
    ...(asked !== null && asked.anomalies.length > 0 ? { anomalies: asked.anomalies } : {}),
    judged: answer.judged,
  }
  if (answer.status !== 'fail' || held === null) return verdict(answer.status, answer.blocking, more)
  const shifts = uniformShifts(against, metrics, rules)
  if (shifts.length > 0) {
    const moved = shifts.map(
      ({ family, classes, mean }) =>
        `the baseline moved: all ${classes} of ${family} changed by about ${figure(mean)}; look at the measure, the data and the machine before the change`,
    )
    return verdict(
      'error',
      [...moved, 'Run the gate on the commit of the baseline; if it moved there too, propose a new one.'],
      more,
    )
  }
  if (tree.commit === held.baseline.commit && !tree.dirty)
    return verdict(
      'error',
      [`the baseline drifted: ${held.path} does not hold on its own commit`, ...answer.blocking],
      more,
    )
  return verdict('fail', answer.blocking, more)
}
