import type { Anomaly } from '../model/anomaly.ts'
import type { Check, CheckKind, NotChosen, Plan, ProjectPlan, Step } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import { ok, type Result, trouble } from '../model/result.ts'
import type { Stack } from '../model/stack.ts'
import { type Choice, choose, without } from './choose.ts'
import { readCi } from './ci.ts'
import type { CiOptions } from './ci-options.ts'
import { readCircleci } from './circleci/config.ts'
import { type ReadConfig, readConfig } from './config.ts'
import { filteredTests } from './filtered-tests.ts'
import { readGithubActions } from './github-actions.ts'
import { readGitlab } from './gitlab/pipeline.ts'
import { brokenManifests } from './manifests.ts'
import { readManifests, readNamed } from './named.ts'
import { byText, within } from './paths.ts'
import { type Project, readGrounds } from './projects.ts'
import { readTasks } from './task-tier.ts'
import type { TierReading } from './tier.ts'
import { pinnedOtherwise } from './toolchain-differs.ts'
import { unreadSystems } from './unread.ts'
import { weighed } from './unread-checks.ts'
import type { Toolchain } from './workflow-matrix.ts'

export interface DiscoverOptions {
  /** Directories that narrow what is asked about; each must be a project. */
  readonly projects?: readonly string[]
  /** Answers for commands that belong to no project. */
  readonly other?: Stack
  /** Versions that are here: of a matrix the nearest is taken. */
  readonly toolchain?: Toolchain
  /** Absent: any of the usual names counts as the default branch in filters of CI. */
  readonly defaultBranch?: string
}

/** Types first: a compiler may leave files that the tests need. */
const KINDS: readonly CheckKind[] = ['types', 'lint', 'tests']

const distinctSorted = <T>(list: readonly T[], key: (one: T) => readonly (string | number | null)[]): readonly T[] => {
  const keyed = new Map(list.map((one) => [JSON.stringify(key(one)), one]))
  const compare = (a: readonly (string | number | null)[], b: readonly (string | number | null)[]): number => {
    for (const [index, left] of a.entries()) {
      const right = b[index] ?? null
      const order =
        typeof left === 'number' && typeof right === 'number'
          ? left - right
          : byText(String(left ?? ''), String(right ?? ''))
      if (order !== 0) return order
    }
    return 0
  }
  return [...keyed.values()].sort((a, b) => compare(key(a), key(b)))
}

const checksOf = (
  project: Project,
  choices: readonly Choice[],
  prepare: readonly Step[],
  config: ReadConfig | null,
): readonly Check[] => {
  const taken = new Map<string, number>()
  const all = choices.flatMap((choice) => choice.checks)
  const report = config?.config.report ?? null
  const opaque = all.some((check) => check.kind === 'tests' && check.tool === null)
  return all.map((found): Check => {
    const name = `${project.stack.id}:${project.directory}:${found.kind}:${found.tool?.id ?? 'command'}`
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return {
      id: count === 1 ? name : `${name}:${count}`,
      kind: found.kind,
      stack: project.stack.id,
      project: project.directory,
      tool: found.tool?.id ?? null,
      command: found.command,
      before: without(found.before, prepare),
      after: found.after,
      evidence: found.evidence,
      declaredReport: found.kind === 'tests' && (found.tool === null || !opaque) ? report : null,
    }
  })
}

/** Why a project in which there is nothing to run is named in the plan and no part of it, unless nothing else is there; undefined for another. */
const idleReason = (plan: ProjectPlan, all: readonly ProjectPlan[]): string | undefined => {
  if (plan.checks.length > 0) return undefined
  if (!plan.hasTests) return 'it has no tests, and no type checker or linter is configured for it'
  const above = all.find(
    (other) =>
      other !== plan &&
      other.stack === plan.stack &&
      within(other.directory, plan.directory) &&
      other.checks.some(({ kind }) => kind === 'tests'),
  )
  return above === undefined
    ? undefined
    : `it names no checks of its own, and its tests are left to those of ${above.directory === '.' ? 'the root' : above.directory}`
}

/**
 * Looks at the locked ref and says what would run and why. Nothing is executed, nothing of the branch is read. Trouble:
 * `config-invalid`, `project-not-found`, `no-project` (commands are named, but no stack here can run them).
 */
export const discover = async (
  view: RepoView,
  stacks: readonly Stack[],
  options: DiscoverOptions,
): Promise<Result<Plan>> => {
  const read = readConfig(view)
  if (!read.ok) return read
  const config = read.value
  const declared = config?.config.report !== undefined
  const known = readGrounds(view, stacks, options.projects ?? config?.config.projects, options.other, declared)
  if (!known.ok) return known
  const grounds = known.value
  const docker = Boolean(config?.config.services?.docker)
  const named = readNamed(grounds, config, docker)
  for (const kind of KINDS) {
    const evidence = config?.evidence.commands[kind]
    if (evidence === undefined || named.checks.some(({ check }) => check.kind === kind)) continue
    return trouble(
      'no-project',
      `${evidence.file}:${evidence.line}: no project is there that \`${evidence.text}\` could belong to`,
      {
        remedy: `Projects are directories with one of ${stacks.flatMap((stack) => stack.markers).join(', ')}; say \`cd DIRECTORY && …\` if there are several.`,
      },
    )
  }
  const asked: CiOptions = {
    ...(options.toolchain === undefined ? {} : { toolchain: options.toolchain }),
    ...(options.defaultBranch === undefined ? {} : { defaultBranch: options.defaultBranch }),
    secrets: config?.config.secrets ?? [],
    services: Object.keys(config?.config.services ?? {}),
  }
  // A repository may still hold the files of a CI that it left: the first that names a command of a kind wins.
  const systems = [readGithubActions, readGitlab, readCircleci].map((read) =>
    readCi(grounds, read(view, asked), docker),
  )
  const jobs = new Map(systems.flatMap((system) => [...system.jobs]))
  const tasks = readTasks(grounds)
  const tiers: readonly TierReading[] = [named, ...systems, tasks, readManifests(grounds)]

  const used = (project: Project): boolean =>
    tiers.some((tier) => tier.checks.some(({ check }) => check.project === project))
  const isOtherAsked = grounds.fallback !== undefined && used(grounds.fallback)
  const declaredKinds = new Set(KINDS.filter((kind) => config?.config.commands?.[kind] !== undefined))
  const readOfCi = new Set<CheckKind>()
  const looked: {
    readonly project: Project
    readonly plan: ProjectPlan
    readonly nested: boolean
    readonly said: readonly Anomaly[]
  }[] = []
  const notChosen: NotChosen[] = tiers.flatMap((tier) => tier.notChosen)
  const anomalies: Anomaly[] = [
    ...tasks.anomalies,
    ...brokenManifests(
      view,
      grounds.selected.map(({ directory }) => directory),
    ),
    ...unreadSystems(view, declared || isOtherAsked),
  ]
  const unnamed = [...(grounds.fallback === undefined ? [] : [grounds.fallback]), ...grounds.unmarked].filter(used)
  const asks = options.projects !== undefined ? grounds.selected : [...grounds.selected, ...unnamed]
  for (const project of asks) {
    const choices = KINDS.map((kind) => choose(project, kind, tiers, config?.config.prepare !== undefined))
    const tests = choices.find((choice) => choice.kind === 'tests')
    for (const { kind, tier } of choices) if (tier === 'ci') readOfCi.add(kind)
    const prepare = config?.config.prepare === undefined ? (tests?.prepare ?? []) : named.prepare
    const plan: ProjectPlan = {
      stack: project.stack.id,
      directory: project.directory,
      hasTests: project.stack.hasTests(project.view) || (tests?.checks.length ?? 0) > 0,
      prepare,
      checks: checksOf(project, choices, prepare, config),
    }
    notChosen.push(...choices.flatMap((choice) => choice.notChosen))
    for (const { directory, kind, left } of tasks.left) {
      const tier = choices.find((choice) => choice.kind === kind)?.tier
      if (directory !== project.directory) continue
      notChosen.push(
        tier === 'config' || tier === 'ci'
          ? { ...left, reason: `${tier} already names what is run of this kind` }
          : left,
      )
    }
    for (const job of new Set(choices.flatMap((choice) => choice.jobs))) {
      notChosen.push(...(jobs.get(job)?.notChosen ?? []))
      anomalies.push(...(jobs.get(job)?.anomalies ?? []))
    }
    const nested = grounds.projects.some((other) => other !== project && within(other.directory, project.directory))
    const pinned = pinnedOtherwise(view, project, options.toolchain ?? {})
    looked.push({
      project,
      plan,
      nested,
      said: [...choices.flatMap((choice) => choice.anomalies), ...filteredTests(project, plan.checks), ...pinned],
    })
  }
  const unread = systems.flatMap((system) => system.anomalies)
  anomalies.push(...weighed(unread, declaredKinds, readOfCi))
  const plans = looked.map(({ plan }) => plan)
  const busy = looked.filter(({ plan }) => idleReason(plan, plans) === undefined)
  const kept = options.projects !== undefined ? looked : busy.length > 0 ? busy : looked.filter(({ nested }) => !nested)
  anomalies.push(...kept.flatMap(({ said }) => said))
  for (const { project, plan } of looked.filter((one) => !kept.includes(one)))
    notChosen.push({
      kind: 'project',
      text: `${project.directory} (${project.stack.title})`,
      evidence: { tier: 'default', file: null, line: null, text: project.directory },
      reason: idleReason(plan, plans) ?? '',
    })
  // The declared report is that of the command that nobody knows, wherever it runs.
  const isOpaque = plans.some((plan) => plan.checks.some(({ kind, tool }) => kind === 'tests' && tool === null))
  const withReport = (plan: ProjectPlan): ProjectPlan =>
    isOpaque
      ? {
          ...plan,
          checks: plan.checks.map((check) => (check.tool === null ? check : { ...check, declaredReport: null })),
        }
      : plan
  return ok({
    projects: kept.map(({ plan }) => withReport(plan)),
    notChosen: distinctSorted(notChosen, (left) => [
      left.evidence.file,
      left.evidence.line,
      left.kind,
      left.text,
      left.reason,
    ]),
    anomalies: distinctSorted(anomalies, (one) => [one.kind, one.path, one.line, one.detail]),
  })
}
