import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { CheckKind, NotChosen } from '../model/check.ts'

/** What is known to be another check than the one that is run here: Miri, a fuzzing session, a formatter that no stack knows. */
const APART = /is no check that this version reads|fuzzing session/
const COMPILES = /\b(?:go (?:build|vet|install)|cargo (?:build|check)|cmake --build|meson compile|ninja)\b/
/** What is said of a target whose name is not that of a check: `nox -s docs`. */
export const NO_CHECK = 'its name is not that of a check'
/** The same for types and lint: a linter of another language, or one that the CI calls by an action named after it. */
const OTHER_TOOL =
  /^it is an action|belongs to a language that this version does not verify|its name is not that of a check/

/** True when what is left out is known to be another check than those that run here, whatever the text around it does. */
export const isApart = (reason: string): boolean => APART.test(reason)

/** What is called, in one line: a script of many lines is named by the command that leads to it. */
const named = (text: string, caller: string): string => {
  const [first = '', ...more] = (text.includes('\n') && !caller.includes('\n') ? caller : text).trim().split('\n')
  return more.length === 0 ? first : `${first} …`
}

/**
 * What must be said of a check that the CI names and this version cannot run; undefined for a type checker or linter that is known to be another
 * one than those that run here: it is listed, and nothing runs in its place. High where it may be all of its kind: what is run instead may be lighter.
 */
export const unreadCheck = ({ kind, text, evidence, reason }: NotChosen): Anomaly | undefined => {
  if (kind === 'prepare' || kind === 'project') return undefined
  const apart = APART.test(reason)
  // The compiler runs by convention too, on the same sources: another call of it is one more.
  const compiler = kind === 'types' && COMPILES.test(text)
  if (kind !== 'tests' && (apart || OTHER_TOOL.test(reason))) return undefined
  const words = { tests: 'tests that are', types: 'a type check that is', lint: 'a linter that is' }[kind]
  return anomaly(
    'ci-not-read',
    apart || compiler ? 'medium' : 'high',
    `The CI runs ${words} not run here, since ${reason}: ${named(text, evidence.text)}`,
    {
      path: evidence.file,
      line: evidence.line,
      remedy: `Name the commands under \`verify.commands\` in triverdict.yaml.`,
      check: kind,
    },
  )
}

/** One place of a file may be run in many cells of a matrix: it is said once, with the first command. */
export const oncePerPlace = (unread: readonly Anomaly[]): readonly Anomaly[] => {
  const placeOf = ({ path, line, severity, check }: Anomaly): string => `${path}:${line}:${severity}:${check}`
  const places = new Map<string, Set<string>>()
  for (const one of unread) places.set(placeOf(one), (places.get(placeOf(one)) ?? new Set()).add(one.detail))
  return unread
    .filter((one, at) => unread.findIndex((other) => placeOf(other) === placeOf(one)) === at)
    .map((one) => {
      const more = (places.get(placeOf(one))?.size ?? 1) - 1
      return more === 0 ? one : { ...one, detail: `${one.detail}, and ${more} more` }
    })
}

/**
 * What is unread of the CI, once it is known what runs. `declared`: kinds that a person named, who stands for the CI. `read`: kinds of which the CI
 * names something that runs: then nothing lighter stands in the place of its types and lint, and what is unread is one check more.
 */
export const weighed = (
  anomalies: readonly Anomaly[],
  declared: ReadonlySet<CheckKind>,
  read: ReadonlySet<CheckKind>,
): readonly Anomaly[] =>
  anomalies.flatMap((one) => {
    if (one.kind !== 'ci-not-read' || one.severity !== 'high') return [one]
    const kind = one.check ?? 'tests'
    if (declared.has(kind)) return []
    // What is included from elsewhere is a template where the CI names tests of its own, and may be everything where it names none.
    if (one.check === undefined && read.has('tests')) return [{ ...one, severity: 'info' as const }]
    return kind !== 'tests' && read.has(kind) ? [{ ...one, severity: 'medium' as const }] : [one]
  })
