import type { Node } from 'yaml'
import type { RepoView } from '../../model/repo-view.ts'
import { join, parent } from '../paths.ts'
import { CALL_DEPTH, circle } from '../unreadable.ts'
import { readYaml, type YamlSource } from '../yaml-source.ts'

/** One entry of `cmds`. */
export type TaskStep =
  | {
      readonly step: 'command'
      readonly text: string
      readonly at: (index: number) => number
      readonly ignored: boolean
    }
  | { readonly step: 'task'; readonly name: string; readonly vars: Readonly<Record<string, string>> }
  /** Something that only the program understands: `for`, `defer`, a condition. */
  | { readonly step: 'other' }

/** A task of a Taskfile. */
export interface TaskDefinition {
  readonly file: string
  readonly line: number
  readonly namespace: string
  readonly deps: readonly TaskStep[]
  readonly steps: readonly TaskStep[]
  /** Relative to the root of the repository; null when it is not known. */
  readonly cwd: string | null
  readonly env: Readonly<Record<string, string>>
  readonly vars: Readonly<Record<string, string | undefined>>
  /** It may be left out of a run, or runs elsewhere: `platforms`, `if`. */
  readonly plain: boolean
}

/** A Taskfile (taskfile.dev, schema version 3) with what it includes; names carry their namespace. */
export interface Taskfile {
  readonly tasks: ReadonlyMap<string, TaskDefinition>
  readonly problems: readonly { readonly file: string; readonly line: number; readonly message: string }[]
}

const texts = (yaml: YamlSource, node: Node | null): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(yaml.entries(node).map(({ key, value }) => [key, yaml.text(value)]))

const known = (all: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))

const stepOf = (yaml: YamlSource, node: Node, ignored: boolean): TaskStep => {
  const command = (at: Node, more: boolean): TaskStep => ({
    step: 'command',
    text: yaml.text(at) ?? '',
    at: (index) => yaml.lineWithin(at, index),
    ignored: ignored || more,
  })
  if (yaml.text(node) !== undefined) return command(node, false)
  const keys = yaml.entries(node).map(({ key }) => key)
  if (keys.some((key) => ['for', 'defer', 'if', 'platforms'].includes(key))) return { step: 'other' }
  const cmd = yaml.get(node, 'cmd')
  if (cmd !== null && yaml.text(cmd) !== undefined)
    return command(cmd, yaml.text(yaml.get(node, 'ignore_error')) === 'true')
  const task = yaml.text(yaml.get(node, 'task'))
  return task === undefined
    ? { step: 'other' }
    : { step: 'task', name: task, vars: known(texts(yaml, yaml.get(node, 'vars'))) }
}

interface Reading {
  readonly view: RepoView
  readonly tasks: Map<string, TaskDefinition>
  readonly problems: { file: string; line: number; message: string }[]
}

interface Place {
  readonly file: string
  readonly home: string
  readonly namespace: string
  readonly vars: Readonly<Record<string, string | undefined>>
  readonly env: Readonly<Record<string, string>>
  readonly trail: readonly string[]
}

const NAMES = [
  'Taskfile.yml',
  'taskfile.yml',
  'Taskfile.yaml',
  'taskfile.yaml',
  'Taskfile.dist.yml',
  'Taskfile.dist.yaml',
]

const readInto = (reading: Reading, place: Place): void => {
  const { file, namespace } = place
  const yaml = readYaml(reading.view.read(file) ?? '')
  if (yaml.problem !== null) {
    reading.problems.push({ file, line: yaml.problem.line, message: `it cannot be read: ${yaml.problem.message}` })
    return
  }
  const vars = { ...place.vars, ...texts(yaml, yaml.get(yaml.root, 'vars')) }
  const env = { ...place.env, ...known(texts(yaml, yaml.get(yaml.root, 'env'))) }
  for (const { key, at, value } of yaml.entries(yaml.get(yaml.root, 'includes'))) {
    const target = yaml.text(value) ?? yaml.text(yaml.get(value, 'taskfile')) ?? ''
    const optional = yaml.text(yaml.get(value, 'optional')) === 'true'
    const line = yaml.line(at)
    const path = target === '' ? null : join(parent(file), target)
    const found =
      path === null
        ? undefined
        : [path, ...NAMES.map((name) => join(path, name) ?? name)].find((one) => reading.view.read(one) !== undefined)
    if (found === undefined) {
      if (!optional && !target.includes('{{') && !target.includes('://'))
        reading.problems.push({ file, line, message: `it includes ${target}, which is not in the repository` })
    } else if (place.trail.includes(found))
      reading.problems.push({
        file,
        line,
        message: `Taskfiles include each other in a circle: ${circle(place.trail, found)}`,
      })
    else if (place.trail.length < CALL_DEPTH) {
      const directory = yaml.text(yaml.get(value, 'dir'))
      const home = directory === undefined ? place.home : (join(parent(file), directory) ?? place.home)
      const flat = yaml.text(yaml.get(value, 'flatten')) === 'true'
      readInto(reading, {
        file: found,
        home,
        namespace: flat ? namespace : `${namespace}${key}:`,
        vars: { ...vars, ...texts(yaml, yaml.get(value, 'vars')) },
        env,
        trail: [...place.trail, found],
      })
    }
  }
  for (const { key, at, value } of yaml.entries(yaml.get(yaml.root, 'tasks'))) {
    const ignored = yaml.text(yaml.get(value, 'ignore_error')) === 'true'
    const written = yaml.get(value, 'cmds') ?? yaml.get(value, 'cmd')
    const short = yaml.text(value) !== undefined || yaml.items(value).length > 0
    const body = short ? value : written
    const nodes =
      body === null ? [] : yaml.text(body) !== undefined || yaml.entries(body).length > 0 ? [body] : yaml.items(body)
    const directory = yaml.text(yaml.get(value, 'dir'))
    const keys = yaml.entries(value).map((entry) => entry.key)
    const definition: TaskDefinition = {
      file,
      line: yaml.line(at),
      namespace,
      deps: yaml.items(yaml.get(value, 'deps')).map((node): TaskStep => {
        const name = yaml.text(node)
        return name === undefined ? stepOf(yaml, node, false) : { step: 'task', name, vars: {} }
      }),
      steps: nodes.map((node) => stepOf(yaml, node, ignored)),
      cwd: directory === undefined ? place.home : directory.includes('{{') ? null : join(place.home, directory),
      env: { ...env, ...known(texts(yaml, yaml.get(value, 'env'))) },
      vars: { ...vars, ...texts(yaml, yaml.get(value, 'vars')) },
      plain: !keys.some((one) => ['platforms', 'if', 'for', 'requires'].includes(one)),
    }
    for (const name of [key, ...yaml.items(yaml.get(value, 'aliases')).flatMap((node) => yaml.text(node) ?? [])])
      reading.tasks.set(`${namespace}${name}`, definition)
  }
}

/** The Taskfile of a directory; undefined when there is none. */
export const taskfileIn = (view: RepoView, directory: string): string | undefined =>
  NAMES.map((name) => join(directory, name) ?? name).find((path) => view.has(path))

/** Reads a Taskfile of a view and what it includes. Never throws. */
export const readTaskfile = (view: RepoView, file: string): Taskfile => {
  const reading: Reading = { view, tasks: new Map(), problems: [] }
  readInto(reading, { file, home: parent(file), namespace: '', vars: {}, env: {}, trail: [file] })
  return reading
}
