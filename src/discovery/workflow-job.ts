import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { NotChosen } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Some } from '../model/result.ts'
import type { CiJob, CiScript } from './ci-job.ts'
import { secretsIn, substitute, type Value } from './expressions.ts'
import { commandOf, meaningOf, nightlyOf } from './mapped-actions.ts'
import { join } from './paths.ts'
import { UNKNOWN_EXPRESSION } from './shell-words.ts'
import { setUpOtherwise } from './toolchain-differs.ts'
import type { RunDefaults, Workflow, WorkflowJob, WorkflowStep } from './workflow.ts'
import { readLocalAction } from './workflow-action.ts'
import { asked, contextsFor, type JobScope } from './workflow-contexts.ts'
import type { Toolchain } from './workflow-matrix.ts'

export interface JobReading {
  readonly view: RepoView
  readonly workflow: Workflow
  readonly job: WorkflowJob
  readonly scope: JobScope
  readonly skip: string | null
  /** Matrix keys of which one value is run. */
  readonly narrowed: readonly string[]
  /** Secrets and services that a person provides (`verify.secrets`, `verify.services`). */
  readonly passed: readonly string[]
  readonly services: readonly string[]
  /** Versions that are here. */
  readonly toolchain?: Toolchain
}

/** Actions that use each other many times over must not take for ever. */
const ACTION_LIMIT = 200

/** GitHub's shells (workflow syntax, jobs.<id>.steps[*].shell). Null for those that are no POSIX shell. */
const shellOf = (name: string | undefined): Some<string> | null => {
  if (name === undefined) return ['bash', '-e', '-c']
  if (name === 'bash') return ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c']
  if (name === 'sh') return ['sh', '-e', '-c']
  const words = name.trim().split(/\s+/)
  const [program, ...rest] = words
  if (program === undefined || !/^(\/(usr\/)?bin\/)?(ba|da|z|k)?sh$/.test(program) || !rest.includes('{0}')) return null
  return [program, ...rest.filter((word) => word !== '{0}'), '-c']
}

const known = (defaults: RunDefaults): RunDefaults =>
  Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== undefined))

/** Everything a job would run, in order: its own steps and those of composite actions in the repository. */
export const readJob = ({
  view,
  workflow,
  job,
  scope,
  skip,
  narrowed,
  passed,
  services,
  toolchain,
}: JobReading): CiJob => {
  const scripts: CiScript[] = []
  const notChosen: NotChosen[] = []
  const secrets = new Map<string, number>()
  const otherwise: Anomaly[] = []
  const broken: Anomaly[] = []
  let followed = 0
  let file = workflow.file
  let checkout = '.'
  let foreign: string | undefined
  let nightly: string | undefined

  const note = (kind: NotChosen['kind'], text: string, line: number, reason: string): void => {
    notChosen.push({ kind, text, evidence: { tier: 'ci', file, line, text }, reason })
  }

  /** Adds one level of environment. A value that only the CI run knows is left out, and said. */
  const extend = (
    env: Readonly<Record<string, string>>,
    more: Readonly<Record<string, string>>,
    inScope: JobScope,
    cwd: string,
    line: number,
  ): Readonly<Record<string, string>> => {
    const result: Record<string, string> = { ...env }
    const [contexts] = contextsFor(inScope, env, cwd)
    for (const [name, value] of Object.entries(more)) {
      const read = secretsIn(value)
      // A person lets it through under its own name: an empty one must not hide it.
      if (read.length > 0 && [name, ...read].some((word) => passed.includes(word))) continue
      for (const secret of read) if (!secrets.has(secret)) secrets.set(secret, line)
      const { text, unknown } = contexts === undefined ? { text: value, unknown: [] } : substitute(value, contexts)
      if (unknown.length === 0) result[name] = text
      else note('prepare', `env ${name}: ${value}`, line, `the value of ${unknown[0]} is known only inside the CI run`)
    }
    return result
  }

  const directory = (
    given: string | undefined,
    inScope: JobScope,
    env: Readonly<Record<string, string>>,
  ): string | null => {
    const [contexts] = contextsFor(inScope, env, '.')
    const text = given === undefined || contexts === undefined ? '.' : substitute(given, contexts).text
    if (text.includes(UNKNOWN_EXPRESSION)) return null
    const path = join('.', text)
    if (path === null || checkout === '.') return path
    return path === checkout ? '.' : path.startsWith(`${checkout}/`) ? path.slice(checkout.length + 1) : null
  }

  const readRun = (
    step: WorkflowStep,
    inScope: JobScope,
    env: Readonly<Record<string, string>>,
    why: string | null,
    unsure: string | null,
    inside: boolean,
  ): void => {
    if (step.run === undefined) return
    // `defaults` do not reach into composite actions.
    const defaults = inside ? {} : { ...workflow.defaults, ...known(job.defaults) }
    const cwd = directory(step.directory ?? defaults.directory, inScope, env)
    const chosen = nightly === undefined || 'RUSTUP_TOOLCHAIN' in env ? env : { ...env, RUSTUP_TOOLCHAIN: nightly }
    const own = extend(chosen, step.env, inScope, cwd ?? '.', step.line)
    const shellName = step.shell ?? defaults.shell
    const [contexts] = contextsFor(inScope, own, cwd ?? '.')
    for (const secret of secretsIn(step.run.text)) if (!secrets.has(secret)) secrets.set(secret, step.run.line(0))
    const goesOn = (written: string | undefined): boolean =>
      written !== undefined && written !== 'false' && asked(written, inScope, own) === true
    const lenient = goesOn(step.continueOnError) || goesOn(job.continueOnError)
    const source = step.run
    const toolchain = /\brustup (?:default|override set) (\S+)/.exec(step.run.text)?.[1]
    if (toolchain !== undefined && why === null) nightly = /^nightly/.test(toolchain) ? toolchain : undefined
    scripts.push({
      ...(step.name === undefined ? {} : { name: step.name }),
      text: contexts === undefined ? source.text : substitute(source.text, contexts).text,
      file,
      line: (index) => source.line(index),
      shell: shellOf(shellName),
      shellName: shellName ?? 'bash -e',
      cwd,
      env: own,
      own: Object.keys(step.env),
      continueOnError: lenient,
      condition: unsure,
      skip:
        why ??
        (cwd === null && foreign !== undefined && checkout !== '.'
          ? `it runs in another repository that the CI checks out: ${foreign}`
          : null),
    })
  }

  const readSteps = (
    steps: readonly WorkflowStep[],
    inScope: JobScope,
    env: Readonly<Record<string, string>>,
    trail: readonly string[],
  ): void => {
    for (const step of steps) {
      const answer = asked(step.condition, inScope, env)
      const why = answer === false ? `its condition is false here: ${step.condition}` : null
      if (step.run !== undefined) {
        readRun(step, inScope, env, why, answer === undefined ? (step.condition ?? '') : null, trail.length > 0)
        continue
      }
      const uses = step.uses
      if (uses === undefined) continue
      const command = commandOf(uses, step.with)
      if (command !== undefined) {
        const text = { text: command, line: () => step.line }
        readRun(
          { ...step, run: text },
          inScope,
          env,
          why,
          answer === undefined ? (step.condition ?? '') : null,
          trail.length > 0,
        )
        continue
      }
      if (why !== null) continue
      if (uses.startsWith('./')) {
        if (followed >= ACTION_LIMIT) {
          note('prepare', `uses: ${uses}`, step.line, `no more than ${ACTION_LIMIT} actions of a job are followed`)
          continue
        }
        const found = readLocalAction(view, uses, { file, line: step.line }, trail)
        followed += 1
        if (found.is === 'broken') broken.push(found.anomaly)
        if (found.is === 'other') note('prepare', `uses: ${uses}`, step.line, found.reason)
        if (found.is !== 'steps') continue
        const { action } = found
        const [contexts] = contextsFor(inScope, env, '.')
        const given = Object.entries(step.with).map(([key, value]) => [
          key,
          contexts ? substitute(value, contexts).text : value,
        ])
        const inputs: Record<string, Value> = { ...action.inputs, ...Object.fromEntries(given) }
        const outer = file
        const inner = extend(env, step.env, inScope, '.', step.line)
        file = found.file
        readSteps(action.steps, { ...inScope, inputs, action: found.directory }, inner, [...trail, found.file])
        file = outer
        continue
      }
      if (/^actions\/checkout(@|$)/.test(uses)) {
        if (step.with.repository !== undefined && !step.with.repository.includes('github.repository')) {
          foreign = step.with.repository
          note('prepare', `uses: ${uses}`, step.line, `it checks out another repository: ${foreign}`)
        } else if (step.with.path !== undefined) checkout = join('.', step.with.path) ?? '.'
        continue
      }
      const [contexts] = contextsFor(inScope, env, '.')
      const value = (text: string): string | undefined => {
        const read = contexts === undefined ? undefined : substitute(text, contexts)
        return read === undefined || read.unknown.length > 0 ? undefined : read.text
      }
      otherwise.push(...setUpOtherwise(uses, step.with, value, toolchain ?? {}, { path: file, line: step.line }))
      const given = Object.entries(step.with).map(([key, value]) => [
        key,
        contexts ? substitute(value, contexts).text : value,
      ])
      nightly = nightlyOf(uses, Object.fromEntries(given)) ?? nightly
      const meaning = meaningOf(uses, Object.fromEntries(given))
      if (!meaning.mapped) note(meaning.kind, `uses: ${uses}`, step.line, meaning.reason)
    }
  }

  const env = extend(extend({}, workflow.env, scope, '.', 1), job.env, scope, '.', job.line)
  const runs = asked(job.condition, scope, env)
  readSteps(job.steps, scope, env, [])

  const anomalies: Anomaly[] = [...otherwise]
  const say = (
    kind: string,
    line: number,
    detail: string,
    remedy: string | null,
    severity: Anomaly['severity'] = 'info',
  ): void => {
    anomalies.push(anomaly(kind, severity, detail, { path: workflow.file, line, remedy }))
  }
  if (narrowed.length > 0)
    say(
      'matrix-narrowed',
      job.line,
      `Of the matrix of job ${job.id} only one cell is run: ${narrowed.join('; ')}`,
      null,
    )
  if (scope.cell === undefined)
    say('matrix-unknown', job.line, `The matrix of job ${job.id} is known only inside the CI run`, null)
  const absent = job.services.filter(
    ({ name, image }) => !services.some((known) => name === known || image.includes(known)),
  )
  for (const service of absent)
    say(
      'service-absent',
      service.line,
      `Job ${job.id} has a service that is not here: ${service.name}${service.image === '' ? '' : ` (${service.image})`}`,
      `Name it under \`verify.services\` in triverdict.yaml if the tests need it.`,
      'low',
    )
  if (job.container !== undefined)
    say(
      'container-absent',
      job.line,
      `Job ${job.id} runs in the image ${job.container}; here it runs on this machine`,
      null,
      'low',
    )
  for (const [secret, line] of secrets)
    say(
      'secret-empty',
      line,
      `${secret} is empty, as on a pull request from a fork`,
      `List it under \`verify.secrets\` in triverdict.yaml to pass it through.`,
    )
  return {
    file: workflow.file,
    id: job.id,
    ...(job.name === undefined ? {} : { name: job.name }),
    line: job.line,
    scripts,
    notChosen,
    anomalies,
    broken,
    skip: skip ?? (runs === false ? `the condition of its job is false here: ${job.condition}` : null),
  }
}
