import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { Some } from '../model/result.ts'
import type { Item } from '../model/run-facts.ts'
import type { Examined } from './examine.ts'
import type { Limits } from './run-check.ts'
import type { Trees } from './trees.ts'

const inside = (file: string, directory: string): string | null =>
  directory === '.' ? file : file.startsWith(`${directory}/`) ? file.slice(directory.length + 1) : null

const stateOf = (items: readonly Item[], path: string, name: string): Item['state'] | 'absent' =>
  items.find((item) => item.id === `${path}::${name}`)?.state ?? 'absent'

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

/**
 * Runs a must-pass and a must-fail test through the project's real configuration, in the tree that passed. Only ever lowers a pass:
 * when the test that must fail does not, the reports of this runner mean nothing here. A probe that does not load is noted, no more.
 */
export const probeInstrument = async (trees: Trees, examined: Examined, limits: Limits): Promise<Examined> => {
  const { check, project, run } = examined
  const tool = trees.toolOf(check)
  if (examined.status !== 'pass' || check.kind !== 'tests' || tool?.probe === undefined) return examined
  const green = run.facts.items.filter((item) => item.state === 'green' && item.file !== null)
  for (const file of [...new Set(green.map((item) => item.file))]) {
    const sample = file === null ? null : inside(file, project.directory)
    const probe = sample === null ? undefined : tool.probe(trees.lockedProject(project), sample)
    if (probe === undefined) continue
    const path = project.directory === '.' ? probe.path : `${project.directory}/${probe.path}`
    const answer = await trees.probe(project, check, { ...probe, path }, limits, [probe.path] as Some<string>)
    const [fails, passes] = [
      stateOf(answer.facts.items, path, probe.mustFail),
      stateOf(answer.facts.items, path, probe.mustPass),
    ]
    if (fails === 'green' || (fails === 'skipped' && passes === 'green')) {
      return lowered(
        examined,
        `a test that must fail did not fail in ${path}: what this runner reports means nothing here`,
      )
    }
    if (fails === 'red' && passes === 'green') return examined
    const note: Anomaly = anomaly(
      'probe-not-run',
      'low',
      `the probe beside ${file} did not run: ${answer.facts.incomplete[0] ?? `its tests were ${passes} and ${fails}`}`,
    )
    return { ...examined, anomalies: [...examined.anomalies, note] }
  }
  return examined
}
