import { type Anomaly, anomaly } from '../model/anomaly.ts'

/** How deep files that call or include each other are followed; more than any of the systems allows is only said. */
export const CALL_DEPTH = 10

const REMEDY = 'Repair the file, or name the commands under `verify:` in triverdict.yaml.'

/** A file of a CI that cannot be used as it is: what it would run is not known, so a lower tier may be lighter than it. With `--strict` that is an error. */
export const ciUnreadable = (path: string, line: number | null, detail: string): Anomaly =>
  anomaly('ci-not-read', 'medium', detail, { path, line, remedy: REMEDY })

/** The same for a file of another tier: a Makefile, a justfile, a manifest. */
export const tierUnreadable = (path: string, line: number | null, detail: string): Anomaly =>
  anomaly('tier-not-read', 'medium', detail, { path, line, remedy: REMEDY })

/** `a → b → a`, for files or names that lead back to themselves. */
export const circle = (trail: readonly string[], again: string): string =>
  [...trail.slice(Math.max(0, trail.indexOf(again))), again].join(' → ')
