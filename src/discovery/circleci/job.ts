import { type Anomaly, anomaly } from '../../model/anomaly.ts'
import type { NotChosen } from '../../model/check.ts'
import type { Some } from '../../model/result.ts'
import type { CiJob, CiScript } from '../ci-job.ts'
import { kindOfName } from '../kind-words.ts'
import { field, type Located, type LocatedMap, type LocatedText, textOf } from '../located.ts'
import { join } from '../paths.ts'
import { CALL_DEPTH, circle, ciUnreadable } from '../unreadable.ts'
import { bind, callOf, filled, holds, type Parameters, valueOfNode } from './parameters.ts'

/** CircleCI's default shell (configuration reference, "Default shell options"). */
const SHELL: Some<string> = ['bash', '-eo', 'pipefail', '-c']
/** Steps that move files about, or that are done here in another way. */
const BUILT_IN = new Set(
  'checkout restore_cache save_cache persist_to_workspace attach_workspace store_artifacts store_test_results setup_remote_docker add_ssh_keys'.split(
    ' ',
  ),
)
const STEP_LIMIT = 2000

export interface CircleJob {
  readonly file: string
  readonly root: LocatedMap
  readonly id: string
  readonly line: number
  readonly job: LocatedMap
  readonly parameters: Parameters
  /** What the workflow gives to the job. */
  readonly given: LocatedMap | undefined
  readonly skip: string | null
  readonly narrowed: readonly string[]
  readonly earlier: readonly CiScript[]
  readonly services: readonly string[]
}

const shellOf = (text: string | undefined): Some<string> | null => {
  if (text === undefined) return SHELL
  const [program, ...rest] = text.trim().split(/\s+/)
  if (program === undefined || !/^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh$/.test(program)) return null
  return [program, ...rest.filter((word) => !word.includes('{0}') && word !== '-c'), '-c']
}

const environmentOf = (node: Located | undefined, parameters: Parameters): Readonly<Record<string, string>> => {
  const maps = node?.is === 'list' ? node.items : node === undefined ? [] : [node]
  return Object.fromEntries(
    maps.flatMap((map) =>
      map.is !== 'map'
        ? []
        : [...map.entries].flatMap(([name, value]) => {
            const known = valueOfNode(value, parameters)
            return known === undefined || typeof known === 'object' ? [] : [[name, String(known)]]
          }),
    ),
  )
}

/** The executor of a job: its own keys, or those of a named one. */
const executorOf = (
  root: LocatedMap,
  job: LocatedMap,
  parameters: Parameters,
): { readonly node: LocatedMap; readonly parameters: Parameters } => {
  const named = field(job, 'executor')
  const name = textOf(named) ?? textOf(field(named, 'name'))
  const found = name === undefined ? undefined : field(field(root, 'executors'), filled(name, parameters))
  return found?.is === 'map'
    ? { node: found, parameters: bind('parameters.', field(found, 'parameters'), named, parameters) }
    : { node: job, parameters }
}

/** Lists of steps that are handed to a job or a command, with what they see. */
type Steps = ReadonlyMap<
  string,
  {
    readonly node: Located /** Null for a default: what the place sees that asks for it. */
    readonly parameters: Parameters | null
    readonly given: Steps
  }
>

/** Parameters of the type `steps` (CircleCI, "Reusable config reference"): what is given, else the default. */
const stepsOf = (
  declared: Located | undefined,
  given: Located | undefined,
  parameters: Parameters,
  outer: Steps,
): Steps =>
  new Map(
    (declared?.is === 'map' ? [...declared.entries] : []).flatMap(([name, definition]) => {
      if (textOf(field(definition, 'type')) !== 'steps') return []
      const own = field(given, name)
      const node = own ?? field(definition, 'default')
      return node === undefined
        ? []
        : [[name, { node, parameters: own === undefined ? null : parameters, given: outer }] as const]
    }),
  )

/** Everything a job of a workflow would run, in order, its commands followed. */
export const readCircleJob = (one: CircleJob): CiJob => {
  const { file, root, id, line, job } = one
  const scripts: CiScript[] = [...one.earlier]
  const notChosen: NotChosen[] = []
  const broken: Anomaly[] = []
  const anomalies: Anomaly[] = []
  let steps = 0
  const note = (kind: NotChosen['kind'], text: string, at: number, reason: string): void => {
    notChosen.push({ kind, text, evidence: { tier: 'ci', file, line: at, text }, reason })
  }
  const executor = executorOf(root, job, one.parameters)
  const home =
    textOf(field(job, 'working_directory')) ?? textOf(field(executor.node, 'working_directory')) ?? '~/project'
  const directory = (written: string | undefined): string | null => {
    if (written === undefined) return '.'
    const inner = [home, '~/project', '/home/circleci/project'].find(
      (root_) => written === root_ || written.startsWith(`${root_}/`),
    )
    const rest = inner === undefined ? written : written.slice(inner.length).replace(/^\//, '')
    return rest.startsWith('~') || rest.includes('$') ? null : join('.', rest === '' ? '.' : rest)
  }
  const env = {
    ...environmentOf(field(executor.node, 'environment'), executor.parameters),
    ...environmentOf(field(job, 'environment'), one.parameters),
  }

  const runStep = (node: Located, parameters: Parameters, condition: string | null): void => {
    const command = textOf(node) === undefined ? field(node, 'command') : node
    if (command?.is !== 'text') return
    const when = textOf(field(node, 'when'))
    const own = environmentOf(field(node, 'environment'), parameters)
    const written = textOf(field(node, 'working_directory'))
    const shell = textOf(field(node, 'shell')) ?? textOf(field(job, 'shell')) ?? textOf(field(executor.node, 'shell'))
    const text = command as LocatedText
    const background = textOf(field(node, 'background')) === 'true'
    scripts.push({
      text: filled(text.text ?? '', parameters),
      file,
      line: (index) => text.at(index),
      shell: shellOf(shell === undefined ? undefined : filled(shell, parameters)),
      shellName: shell ?? 'bash',
      cwd: directory(written === undefined ? undefined : filled(written, parameters)),
      env: { ...env, ...own },
      own: Object.keys(own),
      continueOnError: false,
      condition,
      skip:
        when === 'on_fail'
          ? 'it runs only after a failure'
          : background
            ? 'it starts something in the background'
            : null,
    })
  }

  const walk = (
    list: Located | undefined,
    parameters: Parameters,
    condition: string | null,
    trail: readonly string[],
    given: Steps,
  ): void => {
    for (const node of list?.is === 'list' ? list.items : []) {
      steps += 1
      const call = callOf(node)
      if (call === undefined || steps > STEP_LIMIT) continue
      const { name, given: handed } = call
      const inner = node.is === 'map' ? node.entries.get(name) : undefined
      if (name === 'run') {
        if (inner !== undefined) runStep(inner, parameters, condition)
        continue
      }
      if (BUILT_IN.has(name)) continue
      if (name === 'steps') {
        // `- steps: << parameters.before >>`: what the caller gives, or the default; each written list is walked where it was written.
        const asked = /^<<\s*parameters\.([\w-]+)\s*>>$/.exec(textOf(inner) ?? '')?.[1] ?? ''
        const found = given.get(asked)
        if (trail.length < CALL_DEPTH)
          walk(
            found?.node,
            found?.parameters ?? parameters,
            condition,
            [...trail, `steps ${asked}`],
            found?.given ?? new Map(),
          )
        continue
      }
      if (name === 'when' || name === 'unless') {
        const truth = holds(field(handed, 'condition'), parameters)
        if (truth === (name === 'unless')) continue
        walk(
          field(handed, 'steps'),
          parameters,
          truth === undefined ? `${name}, line ${call.line}` : condition,
          trail,
          given,
        )
        continue
      }
      const command = field(field(root, 'commands'), name)
      if (command?.is === 'map') {
        if (trail.includes(name))
          broken.push(
            ciUnreadable(
              file,
              call.line,
              `${file}:${call.line} commands call each other in a circle: ${circle(trail, name)}`,
            ),
          )
        else if (trail.length < CALL_DEPTH)
          walk(
            field(command, 'steps'),
            bind('parameters.', field(command, 'parameters'), handed, parameters),
            condition,
            [...trail, name],
            stepsOf(field(command, 'parameters'), handed, parameters, given),
          )
      } else if (name.includes('/'))
        note(
          kindOfName(name.split('/')[1] ?? '') ?? 'prepare',
          name,
          call.line,
          'it comes from an orb, which this version does not read',
        )
      else
        broken.push(ciUnreadable(file, call.line, `${file}:${call.line} names the command ${name}, which is nowhere`))
    }
  }
  walk(
    field(job, 'steps'),
    one.parameters,
    null,
    [],
    stepsOf(field(job, 'parameters'), one.given, one.parameters, new Map()),
  )

  const say = (kind: string, severity: Anomaly['severity'], detail: string, remedy: string | null): void => {
    anomalies.push(anomaly(kind, severity, detail, { path: file, line, remedy }))
  }
  if (one.narrowed.length > 0)
    say('matrix-narrowed', 'info', `Of the matrix of job ${id} only one cell is run: ${one.narrowed.join('; ')}`, null)
  const images = field(executor.node, 'docker')
  const [image, ...others] =
    images?.is === 'list'
      ? images.items.map((item) => filled(textOf(field(item, 'image')) ?? '', executor.parameters))
      : []
  for (const service of others)
    if (!one.services.some((known) => service.includes(known)))
      say(
        'service-absent',
        'low',
        `Job ${id} has a service that is not here: ${service}`,
        'Start it on loopback and name the variables that say where it is under `verify.env` in triverdict.yaml.',
      )
  if (image !== undefined && image !== '')
    say('container-absent', 'info', `Job ${id} runs in the image ${image}; here it runs on this machine`, null)
  const machine =
    JSON.stringify([...executor.node.entries.keys()]) + (textOf(field(executor.node, 'resource_class')) ?? '')
  const foreign = /"macos"|windows/i.test(machine) ? 'it runs on Windows or macOS only' : null
  return { file, id, line, scripts, notChosen, anomalies, broken, skip: one.skip ?? foreign }
}
