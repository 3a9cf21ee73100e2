import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { CheckKind, NotChosen, Step, Tier } from '../model/check.ts'
import { type Adopted, adoptedTools, fallbackTests } from './defaults.ts'
import type { FoundCheck } from './expansion.ts'
import type { Project } from './projects.ts'
import { distinctSteps, stepKey, type TierCheck, type TierReading } from './tier.ts'

/** What is run of one kind in one project, and what is not. */
export interface Choice {
  readonly kind: CheckKind
  /** The tier that named the commands; `default` when none did; null when there is nothing to run. */
  readonly tier: Tier | null
  readonly checks: readonly FoundCheck[]
  readonly prepare: readonly Step[]
  /** CI jobs whose checks are used. */
  readonly jobs: readonly string[]
  readonly notChosen: readonly NotChosen[]
  readonly anomalies: readonly Anomaly[]
}

/** Test runners that also run what another one would: the other need not run again. */
const COVERS: Readonly<Record<string, readonly string[]>> = {
  pytest: ['unittest'],
  'cargo-test': ['cargo-nextest'],
  'cargo-llvm-cov': ['cargo-test', 'cargo-nextest'],
  'cargo-llvm-cov-nextest': ['cargo-nextest'],
}

/** Two checks are the same when they run the same words in the same place with the same environment. */
const identity = ({ kind, command }: FoundCheck): string => JSON.stringify([kind, command])
const words = ({ kind, command }: FoundCheck): string =>
  JSON.stringify([kind, command.cwd, command.form === 'argv' ? command.argv : command.line])

const distinct = <T>(list: readonly T[], key: (one: T) => string): readonly T[] => {
  const seen = new Set<string>()
  return list.filter((one) => {
    const first = !seen.has(key(one))
    seen.add(key(one))
    return first
  })
}

/** Options with which a linter rewrites files: here it only looks, so the call with them and the call without are one. */
const REWRITING = /^(?:--fix|--write|--fix-type=.*|--apply)$/
const looked = ({ command }: FoundCheck): string | undefined =>
  command.form === 'argv'
    ? JSON.stringify([command.cwd, command.argv.filter((word) => !REWRITING.test(word))])
    : undefined
const rewrites = ({ command }: FoundCheck): boolean =>
  command.form === 'argv' && command.argv.some((word) => REWRITING.test(word))

/** Without the calls that rewrite, where the same call is there without that. */
const withoutRewriting = (checks: readonly TierCheck[]): readonly TierCheck[] => {
  const plain = new Set(checks.flatMap(({ check }) => (rewrites(check) ? [] : [looked(check)])))
  return checks.filter(({ check }) => check.kind !== 'lint' || !rewrites(check) || !plain.has(looked(check)))
}

const text = ({ command }: FoundCheck): string =>
  command.form === 'argv' ? command.argv.join(' ') : command.line.replace(/\s*\n\s*/g, ' ⏎ ')

const notChosen = (check: FoundCheck, reason: string): NotChosen => ({
  kind: check.kind,
  text: text(check),
  evidence: check.evidence,
  reason,
})

/** Tools that the locked ref adopts and that the winning tier did not call: those that still run, and those that do not. */
const addAdopted = (
  adopted: readonly Adopted[],
  tier: Tier | null,
  chosen: readonly FoundCheck[],
): { readonly added: readonly FoundCheck[]; readonly left: readonly NotChosen[] } => {
  const called = new Set(chosen.flatMap((check) => (check.tool === null ? [] : [check.tool.id])))
  const opaque = chosen.find((check) => check.tool === null)
  const added: FoundCheck[] = []
  const left: NotChosen[] = []
  for (const { tool, check } of adopted) {
    const covered = [...called].some((id) => COVERS[id]?.includes(tool.id))
    if (called.has(tool.id) || covered) continue
    if (tier === 'config') left.push(notChosen(check, 'config already names what is run of this kind'))
    else if (opaque !== undefined) left.push(notChosen(check, `\`${text(opaque)}\` may already call it`))
    else {
      added.push(check)
      called.add(tool.id)
    }
  }
  return { added, left }
}

const UNCONFIGURED = {
  lint: ['lint-unconfigured', 'No linter'],
  types: ['types-unconfigured', 'No type checker'],
} as const

const absent = (project: Project, kind: CheckKind): readonly Anomaly[] => {
  const where = project.directory === '.' ? 'the root' : project.directory
  const path = project.directory === '.' ? null : project.directory
  if (kind !== 'tests') {
    const [name, what] = UNCONFIGURED[kind]
    return [
      anomaly(name, 'info', `${what} that this version knows is configured for ${where} (${project.stack.title})`, {
        path,
      }),
    ]
  }
  if (!project.stack.hasTests(project.view)) return []
  return [
    anomaly(
      'tests-without-runner',
      'medium',
      `${where} has test files (${project.stack.title}), but nothing names what runs them`,
      {
        path,
        remedy: 'Name the command under `verify.commands.tests` in triverdict.yaml.',
      },
    ),
  ]
}

/**
 * Chooses for one project and one kind: the first tier that names a command wins, whole; the rest is listed with the reason. `ownPrepare`: a person
 * named what prepares, so that what CI jobs do before a check is not added.
 */
export const choose = (
  project: Project,
  kind: CheckKind,
  tiers: readonly TierReading[],
  ownPrepare: boolean,
): Choice => {
  const all = (reading: TierReading): readonly TierCheck[] =>
    reading.checks.filter(({ check }) => check.kind === kind && check.project === project)
  const of = (reading: TierReading): readonly TierCheck[] =>
    all(reading).filter(({ check }) => check.tool?.beside !== true)
  const winner = tiers.find((reading) => of(reading).length > 0)
  const named = winner === undefined ? [] : withoutRewriting(of(winner))
  const won = distinct(named, ({ check }) => identity(check))
  // What a person named stands for all of the kind.
  const comparing = tiers.filter(
    (reading) => (reading.tier === 'ci' && winner?.tier !== 'config') || reading === winner,
  )
  const beside = distinct(
    comparing.flatMap((reading) => all(reading).filter(({ check }) => check.tool?.beside === true)),
    ({ check }) => identity(check),
  )
  const fallback = kind === 'tests' && winner === undefined ? fallbackTests(project) : undefined
  const adopted = adoptedTools(project, kind)
  const offered = adopted.length === 0 && fallback !== undefined ? [fallback] : adopted
  const { added, left } = addAdopted(
    offered,
    winner?.tier ?? null,
    won.map(({ check }) => check),
  )
  const prepare = kind === 'tests' && !ownPrepare ? (won[0]?.preceding ?? []) : []
  const checks = [
    ...[...won, ...beside].map(({ check, preceding }) => ({
      ...check,
      before: distinctSteps([...(ownPrepare ? [] : preceding), ...check.before]),
    })),
    ...added,
  ]
  const kept = new Set(checks.map(words))
  const passed = tiers
    .filter((reading) => reading !== winner)
    .flatMap((reading) => of(reading).map(({ check }) => check))
    .filter((check) => !kept.has(words(check)))
    .map((check) => notChosen(check, `${winner?.tier} already names what is run of this kind`))
  return {
    kind,
    tier: winner?.tier ?? (checks.length > 0 ? 'default' : null),
    checks,
    prepare,
    jobs: [...new Set([...won, ...beside].flatMap(({ job }) => job ?? []))],
    notChosen: [...left, ...passed],
    anomalies: [
      ...checks.flatMap((check) => check.notes),
      ...(ownPrepare ? [] : preparedOtherwise(won, named)),
      ...(checks.length === beside.length ? absent(project, kind) : []),
    ],
  }
}

/** Checks that the CI asks for again after other preparations (`CC=clang cmake …`): the first is run, and that is said. */
const preparedOtherwise = (won: readonly TierCheck[], named: readonly TierCheck[]): readonly Anomaly[] => {
  // A script of a workspace may stand for a thousand commands.
  const alike = new Map<string, TierCheck[]>()
  for (const one of named) alike.set(identity(one.check), [...(alike.get(identity(one.check)) ?? []), one])
  return won.flatMap(({ check }) => {
    const same = distinct(alike.get(identity(check)) ?? [], ({ job }) => String(job))
    const ways = distinct(same, ({ preceding }) => JSON.stringify(preceding.map(stepKey))).length
    if (ways < 2) return []
    const { file, line } = check.evidence
    const detail = `The CI runs \`${text(check)}\` after ${ways} preparations that differ; here it is run after the first`
    return [anomaly('matrix-narrowed', 'info', detail, { path: file, line })]
  })
}

/** Steps of `before` that `prepare` has run already are dropped. */
export const without = (before: readonly Step[], prepare: readonly Step[]): readonly Step[] => {
  const done = new Set(prepare.map(stepKey))
  return before.filter((step) => !done.has(stepKey(step)))
}
