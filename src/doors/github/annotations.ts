import type { Anomaly } from '../../model/anomaly.ts'
import type { Verdict } from '../../model/verdict.ts'
import { openBlocking } from '../../verdict/blocking.ts'

type Level = 'error' | 'warning' | 'notice'

/** What is shown beside a line of a file, or beside the run where it belongs to none. */
export interface Annotation {
  readonly level: Level
  readonly title: string
  readonly message: string
  /** Relative to the root of the checkout. */
  readonly file: string | null
  readonly line: number | null
}

/** GitHub shows so many of each level for a step, in the order in which they are printed, and drops the rest in silence (docs of actions/toolkit, problem matchers). */
const LEVEL_LIMIT = 10
/** The title of an annotation holds 255 characters; a message is cut before it fills the page. */
const TITLE_LIMIT = 255
const MESSAGE_LIMIT = 4000

const cut = (text: string, limit: number): string => {
  const characters = [...text]
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`
}

/** A path of the repository at the start of a reason: `test/a.test.js::adds failed`, `src/a.ts:12: …`. */
const placeOf = (reason: string): { readonly file: string | null; readonly line: number | null } => {
  const [, file, line] = /^(?:[\w-]+: )*([^\s:`'"]+\.[A-Za-z0-9]+)(?:::|:(\d+)\b)/.exec(reason) ?? []
  const inside = file !== undefined && !file.startsWith('/') && !file.split('/').includes('..') && !/^\d/.test(file)
  return inside ? { file, line: line === undefined ? null : Number(line) } : { file: null, line: null }
}

const LEVELS = { critical: 'error', high: 'warning', medium: 'warning', low: 'notice', info: 'notice' } as const
const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const

/** A verdict, and what it is called: `triverdict gate`. */
export interface Named {
  readonly name: string
  readonly verdict: Verdict
}

const ofReasons = ({ name, verdict }: Named): readonly Annotation[] => {
  const { reasons, more } = openBlocking(verdict.blocking)
  const title = `${name}: ${verdict.status === 'error' ? 'error (nothing is known about the change)' : verdict.status}`
  const level = 'error'
  return [
    ...reasons.map((message) => ({ level, title, message, ...placeOf(message) }) as const),
    ...(more === 0 ? [] : [{ level, title, message: `and ${more} more reasons`, file: null, line: null } as const]),
  ]
}

const ofAnomaly = ({ name, verdict }: Named, anomaly: Anomaly): Annotation => {
  const { kind, severity, detail, remedy, path: file, line } = anomaly
  // What did not keep a verdict from passing is no error on the page of one.
  const level = verdict.status === 'pass' && severity === 'critical' ? 'warning' : LEVELS[severity]
  const message = remedy === null ? detail : `${detail}\n${remedy}`
  return { level, title: `${name}: ${kind} (${severity})`, message, file, line }
}

const WORDS = ['error', 'fail', 'pass'] as const

/** The annotations of verdicts, the worst first: the reasons of errors, of fails, then anomalies by severity. */
export const annotationsOf = (all: readonly Named[]): readonly Annotation[] => {
  const worst = [...all].sort((a, b) => WORDS.indexOf(a.verdict.status) - WORDS.indexOf(b.verdict.status))
  const anomalies = worst
    .flatMap((named) => ((named.verdict.anomalies ?? []) as readonly Anomaly[]).map((one) => [named, one] as const))
    .sort(([, a], [, b]) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
  return [...worst.flatMap(ofReasons), ...anomalies.map(([named, one]) => ofAnomaly(named, one))]
}

/** As the runner reads a value (actions/toolkit, command.ts). */
const value = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
/** As it reads a property: two more characters end one. */
const property = (text: string): string => value(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const command = ({ level, title, message, file, line }: Annotation): string => {
  const properties = [
    ...(file === null ? [] : [`file=${property(file)}`]),
    ...(file === null || line === null || line < 1 ? [] : [`line=${line}`]),
    `title=${property(cut(title, TITLE_LIMIT))}`,
  ]
  return `::${level} ${properties.join(',')}::${value(cut(message, MESSAGE_LIMIT))}`
}

/** Workflow commands, one a line, as many of each level as are shown; the last one of a level that has more counts them. */
export const workflowCommands = (annotations: readonly Annotation[]): readonly string[] =>
  (['error', 'warning', 'notice'] as const).flatMap((level) => {
    const all = annotations.filter((annotation) => annotation.level === level)
    if (all.length <= LEVEL_LIMIT) return all.map(command)
    const shown = all.slice(0, LEVEL_LIMIT - 1)
    const hidden = all.length - shown.length
    const message = `${hidden} more ${level === 'notice' ? 'notices' : `${level}s`} are not shown here: see the summary of the job`
    return [...shown.map(command), command({ level, title: 'triverdict', message, file: null, line: null })]
  })
