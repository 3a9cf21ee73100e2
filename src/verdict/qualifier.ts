import type { CheckKind } from '../model/check.ts'
import type { CoverageReport } from '../model/coverage.ts'
import type { Item } from '../model/run-facts.ts'
import type { Status } from '../model/verdict.ts'
import { byCodeUnit } from './multiset.ts'
import { oneLine } from './one-line.ts'

/** What the words of a branch's qualifier depend on. */
export interface QualifierFacts {
  readonly status: Status
  readonly hasTests: boolean
  /** Line coverage in percent with full precision; null when it was not measured. */
  readonly coverage: number | null
  /** Stacks that have tests and no measurement, named when others were measured. */
  readonly unmeasured: readonly string[]
  readonly typesChecked: boolean
  readonly lintChecked: boolean
  /** Kinds that the CI runs and that were not run here, in whose place something lighter may have run: what passed is not called verified. */
  readonly unread?: readonly CheckKind[]
  /** Kinds of which the CI names what was run, and more that was not. */
  readonly partlyUnread?: readonly CheckKind[]
  /** A part of the project has tests of which none runs. */
  readonly partsLeftOut?: boolean
  /** Of a fail: what `failureName` says of the first failing item. */
  readonly failing: string | null
}

/** The test id, or `file:line rule` of a finding (whose id is `tool rule file`). */
export const failureName = ({ id, file, line }: Item): string => {
  const rule =
    file !== null && id.endsWith(` ${file}`)
      ? id
          .slice(0, -file.length - 1)
          .split(' ')
          .at(-1)
      : undefined
  return rule === undefined ? id : `${file}${line === undefined ? '' : `:${line}`} ${rule}`
}

/** Percent with one decimal, cut and never rounded up: 79.96 is `79.9%`. */
export const truncatedPercent = (percent: number): string => `${(Math.floor(percent * 10) / 10).toFixed(1)}%`

/** Thresholds use the full number, not the printed one. */
const wordFor = (coverage: number | null): string => {
  if (coverage === null || coverage >= 80) return 'verified'
  return coverage >= 50 ? 'passes-but-thinly-tested' : 'weakly-verified'
}

/** `verified (83.4%; types unchecked, lint unchecked)`: how much a pass is worth. Anything but a pass says why it is worth nothing. */
export const qualify = (facts: QualifierFacts): string => {
  if (facts.status === 'fail') return `failed: ${oneLine(facts.failing ?? 'see blocking')}`
  if (facts.status === 'error' || !facts.hasTests) return 'UNVERIFIED'
  const coverage = facts.unmeasured.length === 0 && Number.isFinite(facts.coverage) ? facts.coverage : null
  const stacks = [...new Set(facts.unmeasured)].sort(byCodeUnit).join(', ')
  const measured =
    coverage === null ? `coverage unmeasured${stacks === '' ? '' : `: ${stacks}`}` : truncatedPercent(coverage)
  const unread = facts.unread ?? []
  const partly = (facts.partlyUnread ?? []).filter((kind) => !unread.includes(kind))
  // Unread says more than unchecked: the project has such a check.
  const unchecked = [
    ...(facts.typesChecked || unread.includes('types') ? [] : ['types unchecked']),
    ...(facts.lintChecked || unread.includes('lint') ? [] : ['lint unchecked']),
    ...unread.map((kind) => `${kind} of the CI unread`),
    ...partly.map((kind) => `${kind} of the CI partly unread`),
    ...(facts.partsLeftOut ? ['tests of a part skipped'] : []),
  ].join(', ')
  const word = unread.length > 0 || facts.partsLeftOut ? 'weakly-verified' : wordFor(coverage)
  return `${word} (${[measured, unchecked].filter((part) => part !== '').join('; ')})`
}

/**
 * Line coverage of several measurements in percent: covered over coverable lines, summed. A file that was measured twice counts once,
 * with the larger counts, since counts cannot be united. Null when nothing was measured: null is not zero.
 */
export const lineCoverage = (reports: readonly CoverageReport[]): number | null => {
  const files = new Map<string, { covered: number; coverable: number }>()
  for (const { path, covered, coverable } of reports.flatMap((report) => report.files)) {
    const known = files.get(path) ?? { covered: 0, coverable: 0 }
    files.set(path, { covered: Math.max(known.covered, covered), coverable: Math.max(known.coverable, coverable) })
  }
  const sum = (pick: (file: { covered: number; coverable: number }) => number): number =>
    [...files.values()].reduce((total, file) => total + pick(file), 0)
  const coverable = sum((file) => file.coverable)
  // Multiplied first: 57 of 100 lines are 57 and not 56.99999999999999.
  return coverable > 0 ? (sum((file) => Math.min(file.covered, file.coverable)) * 100) / coverable : null
}
