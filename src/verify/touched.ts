import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { Evidence, Step } from '../model/check.ts'
import type { Staged } from '../model/world.ts'
import type { Bench } from './bench.ts'
import { wordsOf } from './words.ts'

/** Who changed a locked file of a tree: an install, or a step. */
export interface Culprit {
  /** `the preparing step `make data` (ci: .github/workflows/ci.yml:12)`. */
  readonly name: string
  readonly evidence: Evidence | null
  /** What a person does about it. */
  readonly remedy: string
}

/** What one culprit did to the exam of a tree. */
export interface Touch {
  readonly culprit: Culprit
  readonly paths: readonly string[]
}

const MOST_PATHS = 5
const NAME_COMMANDS = 'name the commands under `verify:` in triverdict.yaml'
const INSTALL_ALONE = 'make what the install runs leave them alone'

/** Each locked file of a tree that was once seen changed, and what had happened just before: a step, or (null) a run. */
const seen = new WeakMap<Staged, Map<string, Culprit | null>>()

const stepCulprit = (what: string, { command, evidence }: Step): Culprit => {
  const { tier, file, line, text } = evidence
  const where = file === null ? text : `${file}${line === null ? '' : `:${line}`}`
  return {
    name: `${what} \`${wordsOf(command).replaceAll('\n', ' ⏎ ')}\` (${tier}: ${where})`,
    evidence,
    remedy: NAME_COMMANDS,
  }
}

const noteChanges = async (bench: Bench, culprit: Culprit): Promise<void> => {
  const known = seen.get(bench.staged) ?? new Map<string, Culprit | null>()
  seen.set(bench.staged, known)
  if (bench.locked.length === 0) return
  for (const path of await bench.workshop.changed(bench.staged, bench.locked)) {
    if (!known.has(path)) known.set(path, culprit)
  }
}

/** To be called before anything runs in a tree: what differs then was changed by the install. The second time it does nothing. */
export const noteInstall = async (bench: Bench): Promise<void> => {
  if (!seen.has(bench.staged))
    await noteChanges(bench, {
      name: 'installing the dependencies and the project',
      evidence: null,
      remedy: INSTALL_ALONE,
    })
}

/** To be called after a step: what differs now and did not before is its work. */
export const noteStep = (bench: Bench, what: string, step: Step): Promise<void> =>
  noteChanges(bench, stepCulprit(what, step))

/**
 * The locked files that differ now, by who changed them; `rest` are those that no step was seen to change. To be called before or after
 * a run: later steps are not blamed for the rest.
 */
export const touches = async (
  bench: Bench,
): Promise<{ readonly by: readonly Touch[]; readonly rest: readonly string[] }> => {
  const known = seen.get(bench.staged)
  const changed = bench.locked.length === 0 ? [] : await bench.workshop.changed(bench.staged, bench.locked)
  const by = new Map<Culprit, string[]>()
  const rest: string[] = []
  for (const path of changed) {
    const culprit = known?.get(path)
    if (!culprit) {
      known?.set(path, null)
      rest.push(path)
    } else by.set(culprit, [...(by.get(culprit) ?? []), path])
  }
  return { by: [...by].map(([culprit, paths]) => ({ culprit, paths })), rest }
}

/** True where something other than a run was seen to change a locked file of the tree, so that it pays to look again before a run. */
export const wasTouched = (bench: Bench): boolean =>
  [...(seen.get(bench.staged)?.values() ?? [])].some((culprit) => culprit !== null)

const changeOf = ({ culprit, paths }: Touch): string => {
  const more = paths.length > MOST_PATHS ? ` and ${paths.length - MOST_PATHS} more` : ''
  return `${culprit.name} changes locked files: ${paths.slice(0, MOST_PATHS).join(', ')}${more}`
}

/** One sentence: who, what, and what to do. */
export const touchSentence = (touch: Touch): string => `${changeOf(touch)}; ${touch.culprit.remedy}`

export const touchAnomaly = (touch: Touch): Anomaly =>
  anomaly('locked-changed-by-step', 'high', changeOf(touch), {
    path: touch.culprit.evidence?.file ?? null,
    line: touch.culprit.evidence?.line ?? null,
    evidence: touch.paths.join('\n'),
    remedy: `${touch.culprit.remedy[0]?.toUpperCase()}${touch.culprit.remedy.slice(1)}.`,
  })
