import type { Anomaly } from '../model/anomaly.ts'
import type { CheckKind, NotChosen } from '../model/check.ts'
import type { VerifyRequest } from '../model/world.ts'
import type { Examined } from './examine.ts'
import type { Planned } from './plan-branch.ts'

const UNREAD_LIMIT = 8

const words: Record<CheckKind, string> = {
  tests: 'Tests: no command was found.',
  types: 'Types: no type checker is configured.',
  lint: 'Lint: no linter is configured.',
}

/** Checks that the project runs elsewhere and that this version cannot judge: `tstyche`, `prettier --check .`. */
const unread = (left: readonly NotChosen[]): readonly string[] => {
  const ofProject = left.filter(
    ({ kind, reason }) =>
      kind !== 'project' && kind !== 'prepare' && /that this version (?:reads|knows)|^tier-not-read/.test(reason),
  )
  const named = new Map(ofProject.map((one) => [one.text.replaceAll(/\s+/g, ' ').slice(0, 100), one]))
  const said = [...named].map(([text, { evidence, reason }]) => {
    const where =
      evidence.file === null ? '' : ` (${evidence.file}${evidence.line === null ? '' : `:${evidence.line}`})`
    return `Not run: \`${text}\`${where}: ${reason.replace('tier-not-read: ', '')}.`
  })
  return said.length > UNREAD_LIMIT
    ? [...said.slice(0, UNREAD_LIMIT), `And ${said.length - UNREAD_LIMIT} more that are not run.`]
    : said
}

/** Coverage of the tests of a project is known where one of its checks measures: CI often runs the same tests once more for that. */
export const isMeasured = (one: Examined, tests: readonly Examined[]): boolean =>
  tests.some((other) => other.project === one.project && other.run.coverage.length > 0)

const KINDS = ['tests', 'types', 'lint'] as const
const unreadOf = (anomalies: readonly Anomaly[], severity: Anomaly['severity']): readonly CheckKind[] => {
  const found = anomalies.filter((one) => one.kind === 'ci-not-read' && one.severity === severity)
  return KINDS.filter((kind) => found.some((one) => (one.check ?? 'tests') === kind))
}

/**
 * Kinds of check that the CI runs, that were not read, and that may be all of their kind: what was run instead may be lighter, or nothing was.
 * DESIGN asks for types clean and lint clean as much as for tests: a project that has no type checker is verified without one, but one whose own
 * check was not run is not, so that a pass of the others is `verified: false` and the kind has no answer.
 */
export const unreadKinds = (anomalies: readonly Anomaly[]): readonly CheckKind[] => unreadOf(anomalies, 'high')

/**
 * Types and lint of which the CI names what was run and something more that cannot be read: nothing stands in place of it, so that the answer is
 * that of the project's own check and a pass stays verified; the qualifier says that there is more.
 */
export const partlyUnreadKinds = (anomalies: readonly Anomaly[]): readonly CheckKind[] =>
  unreadOf(anomalies, 'medium').filter((kind) => kind !== 'tests')

/** True where a part of the project has tests of which its own configuration runs none: a pass of the others is not called verified. */
export const leavesPartsOut = (anomalies: readonly Anomaly[]): boolean =>
  anomalies.some(({ kind, severity }) => kind === 'tests-filtered' && severity === 'high')

/** What the verdict says nothing about, one sentence each: a verdict earns trust by its edges. */
export const notVerified = (planned: Planned, examined: readonly Examined[], request: VerifyRequest): string[] => {
  const sentences: string[] = []
  for (const { plan: project } of planned.projects) {
    const where = planned.projects.length > 1 ? `${project.stack} ${project.directory}: ` : ''
    for (const kind of ['tests', 'types', 'lint'] as const) {
      if (!project.checks.some((check) => check.kind === kind)) sentences.push(`${where}${words[kind]}`)
    }
  }
  const added = planned.composed.branchTestFiles.length
  if (added > 0)
    sentences.push(
      `${added} test file${added === 1 ? '' : 's'} of the branch: changed or new tests do not count (see branch_tests).`,
    )
  for (const found of planned.plan.anomalies) {
    if (found.kind === 'tests-filtered') sentences.push(`Tests that are left out: ${found.detail}.`)
    if (unreadKinds([found]).length > 0 || partlyUnreadKinds([found]).length > 0) sentences.push(`${found.detail}.`)
    if (found.kind === 'toolchain-differs') sentences.push(`Another version of the toolchain: ${found.detail}.`)
  }
  const byExitCode = examined.flatMap(({ run }) =>
    run.facts.anomalies.filter(({ kind }) => kind === 'pass-by-exit-code'),
  )
  sentences.push(...new Set(byExitCode.map(({ detail }) => `What lies behind an exit code: ${detail}.`)))
  const skipped = examined.reduce((sum, one) => sum + (one.check.kind === 'tests' ? one.run.facts.skipped : 0), 0)
  if (skipped > 0) sentences.push(`${skipped} skipped test${skipped === 1 ? '' : 's'}.`)
  for (const chosen of planned.plan.notChosen) {
    if (chosen.kind === 'project') sentences.push(`${chosen.text}: ${chosen.reason}`)
  }
  sentences.push(...unread(planned.plan.notChosen))
  if (planned.config.network === false) {
    sentences.push(
      '`network: false` of triverdict.yaml is not enforced in this version: the checks could reach the network.',
    )
  }
  const services = Object.keys(planned.config.services ?? {})
  if (services.length > 0)
    sentences.push(
      `Services are not started in this version: ${services.join(', ')}. Start them on loopback before, and name the variables that say where they are under \`verify.env\`.`,
    )
  const { left, because } = planned.affected
  for (const { stack, directory } of left) sentences.push(`${stack} ${directory}: left out by --affected: ${because}.`)
  if (because !== null && left.length === 0) sentences.push(`--affected left nothing out: ${because}.`)
  if (request.projects.length > 0)
    sentences.push(`Only the projects ${request.projects.join(', ')} were verified, as asked.`)
  const tests = examined.filter((one) => one.check.kind === 'tests')
  const unmeasured = tests.some((one) => !isMeasured(one, tests))
  if (unmeasured) sentences.push('Coverage: not measured, since the project does not configure it.')
  return sentences
}
