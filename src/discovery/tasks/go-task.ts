import { tierUnreadable } from '../unreadable.ts'
import { quoted, type TaskLine, type TaskRunner } from './task.ts'
import { readTaskfile, type TaskDefinition, type Taskfile, type TaskStep, taskfileIn } from './taskfile.ts'

const DEPTH = 8

type Vars = Readonly<Record<string, string | undefined>>

/** `{{.NAME}}` replaced; undefined where only the program knows the value. */
const filled = (text: string, vars: Vars, depth = 0): string | undefined => {
  let known = true
  const result = text.replace(/\{\{-?\s*(.*?)\s*-?\}\}/g, (_, inner: string) => {
    const name = /^\.(\w+)$/.exec(inner)?.[1]
    const value = name === undefined || depth > DEPTH ? undefined : vars[name]
    const made = value === undefined ? undefined : filled(value, vars, depth + 1)
    if (made === undefined) known = false
    return made ?? ''
  })
  return known ? result : undefined
}

const linesOf = (
  file: Taskfile,
  task: TaskDefinition,
  given: Vars,
  trail: readonly TaskDefinition[],
): readonly TaskLine[] | undefined => {
  if (!task.plain || task.cwd === null || trail.includes(task) || trail.length > DEPTH) return undefined
  const vars: Vars = { ...task.vars, ...given }
  const { cwd } = task
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(task.env)) {
    const made = filled(value, vars)
    if (made !== undefined) env[name] = made
  }
  const found = [...task.deps, ...task.steps].map((step: TaskStep): readonly TaskLine[] | undefined => {
    if (step.step === 'other') return undefined
    if (step.step === 'command') {
      const text = filled(step.text, vars)
      if (text === undefined) return undefined
      const whole = step.ignored ? `${text} || true` : text
      return [{ text: whole, file: task.file, line: step.at, cwd, env, shell: ['bash', '-c'] }]
    }
    const name = step.name.startsWith(':') ? step.name.slice(1) : `${task.namespace}${step.name}`
    const inner = file.tasks.get(name)
    const own = Object.fromEntries(Object.entries(step.vars).map(([key, value]) => [key, filled(value, vars)]))
    return inner && linesOf(file, inner, { CLI_ARGS: given.CLI_ARGS, ...own }, [...trail, task])
  })
  return found.includes(undefined) ? undefined : found.flatMap((lines) => lines ?? [])
}

/** `task NAME -- ARGUMENTS` (taskfile.dev). */
export const goTask: TaskRunner = {
  program: 'task',
  call: (view, [program, ...words], cwd) => {
    if (program !== 'task' && program !== 'go-task') return undefined
    const dashes = words.indexOf('--')
    const own = dashes < 0 ? words : words.slice(0, dashes)
    const names = own.filter((word) => !/^(?:-[syv]|--silent|--yes|--verbose|--output=\w+)$/.test(word))
    const [name = 'default', ...more] = names
    const file = taskfileIn(view, cwd)
    if (file === undefined || more.length > 0 || name.startsWith('-')) return undefined
    const read = readTaskfile(view, file)
    const task = read.tasks.get(name)
    const given = {
      CLI_ARGS:
        dashes < 0
          ? ''
          : words
              .slice(dashes + 1)
              .map(quoted)
              .join(' '),
    }
    const lines = task === undefined || read.problems.length > 0 ? undefined : linesOf(read, task, given, [])
    return { name: `task:${cwd}:${name}`, lines }
  },
  list: (view, directory) => {
    const file = taskfileIn(view, directory)
    if (file === undefined) return undefined
    return { file, names: new Map([...readTaskfile(view, file).tasks].map(([name, { line }]) => [name, line])) }
  },
  problems: (view, directory) => {
    const file = taskfileIn(view, directory)
    const found = file === undefined ? [] : readTaskfile(view, file).problems
    return found.map(({ file: at, line, message }) => tierUnreadable(at, line, `${at}:${line}: ${message}`))
  },
}
