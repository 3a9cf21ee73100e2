import { type Anomaly, anomaly } from '../../model/anomaly.ts'
import type { NotChosen } from '../../model/check.ts'
import type { Some } from '../../model/result.ts'
import type { CiJob, CiScript } from '../ci-job.ts'
import { field, type Located, type LocatedMap, textOf, textsOf } from '../located.ts'
import type { Cell } from '../workflow-matrix.ts'
import type { Presence } from './rules.ts'

/** The runner writes `set -eo pipefail` in front of a script (gitlab-runner, shells/bash.go). */
const SHELL: Some<string> = ['bash', '-eo', 'pipefail', '-c']
/** Variables that steer the runner and mean nothing to a command. */
const STEERING =
  /^(?:GIT_(?:DEPTH|STRATEGY|SUBMODULE|CLEAN|CHECKOUT|FETCH|CLONE|LFS)|FF_|DOCKER_|KUBERNETES_|TRANSFER_|ARTIFACT_|CACHE_|SECURE_)/

/** One job with everything that it inherits, in one cell of its matrix. */
export interface GitlabJob {
  readonly id: string
  readonly line: number
  readonly job: LocatedMap
  /** `default:` and the old keywords of the top level, without what `inherit:` keeps out. */
  readonly defaults: LocatedMap | undefined
  readonly globals: Readonly<Record<string, string>>
  readonly presence: Presence
  readonly cell: Cell
  /** Jobs whose artifacts it gets: what they run makes files that it may need. */
  readonly earlier: readonly CiScript[]
  readonly narrowed: readonly string[]
  /** Why the pipeline that it starts is not read; null where it starts none. */
  readonly trigger: string | null
  /** Services that a person provides (`verify.services`). */
  readonly services: readonly string[]
}

/** Variables of a mapping; `{value, description}` counts as its value. */
export const variablesOf = (node: Located | undefined): Readonly<Record<string, string>> => {
  if (node?.is !== 'map') return {}
  return Object.fromEntries(
    [...node.entries].flatMap(([name, value]) => {
      const text = textOf(value) ?? textOf(field(value, 'value'))
      return text === undefined ? [] : [[name, text]]
    }),
  )
}

/** `$NAME` and `${NAME}` inside of values replaced by what is known; undefined where something is not. */
const expandValue = (text: string, all: Readonly<Record<string, string>>, depth = 0): string | undefined => {
  let known = true
  const made = text.replaceAll(/\$\$|\$(\w+)|\$\{(\w+)\}/g, (whole, plain?: string, curly?: string) => {
    if (whole === '$$') return '$'
    const value = all[plain ?? curly ?? '']
    const inner = value === undefined || depth > 8 ? undefined : expandValue(value, all, depth + 1)
    if (inner === undefined) known = false
    return inner ?? ''
  })
  return known ? made : undefined
}

const own = (one: GitlabJob, key: string): Located | undefined =>
  field(one.job, key) ?? (one.job.entries.has(key) ? undefined : field(one.defaults, key))

/** The text that the job's shell is given: what stands before the script and the script, in one shell. */
const scriptOf = (
  one: GitlabJob,
  env: Readonly<Record<string, string>>,
  skip: string | null,
  lenient: boolean,
): CiScript | undefined => {
  const parts = [...textsOf(own(one, 'before_script')), ...textsOf(field(one.job, 'script'))]
  const lines: { readonly file: string; readonly line: number }[] = []
  const texts: string[] = []
  for (const part of parts) {
    const text = (part.text ?? '').replace(/\n+$/, '')
    texts.push(text)
    text.split('\n').forEach((_, index) => {
      lines.push({ file: part.file, line: part.at(index) })
    })
  }
  if (parts.length === 0) return undefined
  const { presence } = one
  return {
    text: texts.join('\n'),
    file: one.job.file,
    line: (index) => lines[index]?.line ?? one.line,
    fileAt: (index) => lines[index]?.file ?? one.job.file,
    shell: SHELL,
    shellName: 'bash',
    cwd: '.',
    env,
    own: [],
    continueOnError: lenient,
    condition: presence.runs ? presence.condition : null,
    skip,
  }
}

/** What a job runs, and what this machine has not that it would have there. */
export const readGitlabJob = (one: GitlabJob): CiJob => {
  const { id, line, job, presence } = one
  const { file } = job
  const notChosen: NotChosen[] = []
  const note = (kind: NotChosen['kind'], text: string, at: number, reason: string): void => {
    notChosen.push({ kind, text, evidence: { tier: 'ci', file, line: at, text }, reason })
  }
  const all: Record<string, string> = {
    ...one.globals,
    ...variablesOf(field(job, 'variables')),
    ...Object.fromEntries(Object.entries(one.cell).map(([name, value]) => [name, String(value ?? '')])),
    ...(presence.runs ? presence.variables : {}),
  }
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(all)) {
    if (STEERING.test(name)) continue
    const { [name]: _, ...others } = all
    const made = expandValue(value, others)
    if (made !== undefined) env[name] = made
    else note('prepare', `variable ${name}: ${value}`, line, 'its value is known only inside the CI run')
  }
  const skip = presence.runs ? null : presence.reason
  const failing = field(job, 'allow_failure')
  const lenient = (presence.runs && presence.lenient) || (failing !== undefined && textOf(failing) !== 'false')
  const script = scriptOf(one, env, null, lenient)
  for (const [key, reason] of [
    ['trigger', one.trigger ?? 'pipelines of pipelines are followed only two deep, as in the CI'],
    ['run', 'it is made of steps of the CI, not of commands'],
  ] as const) {
    if (field(job, key) !== undefined) note('tests', `${key}: ${id}`, job.keys.get(key) ?? line, reason)
  }
  const anomalies: Anomaly[] = []
  const say = (
    kind: string,
    severity: Anomaly['severity'],
    at: number,
    detail: string,
    remedy: string | null,
  ): void => {
    anomalies.push(anomaly(kind, severity, detail, { path: file, line: at, remedy }))
  }
  if (one.narrowed.length > 0)
    say(
      'matrix-narrowed',
      'info',
      line,
      `Of the matrix of job ${id} only one cell is run: ${one.narrowed.join('; ')}`,
      null,
    )
  const services = own(one, 'services')
  for (const service of services?.is === 'list' ? services.items : []) {
    const image = textOf(service) ?? textOf(field(service, 'name')) ?? ''
    if (image === '' || one.services.some((known) => image.includes(known))) continue
    say(
      'service-absent',
      'low',
      service.line,
      `Job ${id} has a service that is not here: ${image}`,
      'Start it on loopback and name the variables that say where it is under `verify.env` in triverdict.yaml.',
    )
  }
  const image = own(one, 'image')
  const name = textOf(image) ?? textOf(field(image, 'name'))
  if (image !== undefined && name !== undefined)
    say(
      'container-absent',
      'info',
      image.line,
      `Job ${id} runs in the image ${name}; here it runs on this machine`,
      null,
    )
  return {
    file,
    id,
    line,
    scripts: script === undefined ? [] : [...one.earlier, script],
    notChosen,
    anomalies,
    broken: [],
    skip,
  }
}
