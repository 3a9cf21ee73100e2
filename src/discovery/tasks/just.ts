import type { Some } from '../../model/result.ts'
import { join, parent } from '../paths.ts'
import { tierUnreadable } from '../unreadable.ts'
import { type Justfile, type JustRecipe, readJustfile } from './justfile.ts'
import { fileIn, quoted, type TaskLine, type TaskRunner } from './task.ts'

const FILES = ['justfile', 'Justfile', '.justfile', 'JUSTFILE']
/** `just` gives each line to this shell where nothing else is set. */
const SHELL: Some<string> = ['sh', '-cu']
const DEPTH = 8

type Values = ReadonlyMap<string, string>

/** The value of an expression that is made of strings, names, `+` and `/`; undefined where only just knows it. */
const evaluated = (expression: string, file: Justfile, values: Values, depth = 0): string | undefined => {
  const pieces = [...expression.matchAll(/\s*('[^']*'|"[^"]*"|[A-Za-z_][\w-]*|[+/])\s*/gy)]
  if (depth > DEPTH || pieces.map(([all]) => all).join('') !== expression || pieces.length % 2 === 0) return undefined
  let made = ''
  for (const [index, [, piece = '']] of pieces.entries()) {
    if (index % 2 === 1) {
      if (!/[+/]/.test(piece)) return undefined
      made += piece === '/' ? '/' : ''
      continue
    }
    if (/[+/]/.test(piece)) return undefined
    const variable = file.variables.get(piece)
    const value = /^'/.test(piece)
      ? piece.slice(1, -1)
      : /^"/.test(piece)
        ? piece.includes('\\')
          ? undefined
          : piece.slice(1, -1)
        : (values.get(piece) ?? (variable === undefined ? undefined : evaluated(variable, file, new Map(), depth + 1)))
    if (value === undefined) return undefined
    made += value
  }
  return made
}

/** `{{ }}` replaced; undefined where only just knows a value. */
const filled = (text: string, file: Justfile, values: Values): string | undefined => {
  let known = true
  const result = text.replace(/\{\{\{\{|\{\{(.*?)\}\}/g, (whole, inner?: string) => {
    if (whole === '{{{{') return '{{'
    const value = evaluated(inner ?? '', file, values)
    if (value === undefined) known = false
    return value ?? ''
  })
  return known ? result : undefined
}

/** Values of the parameters of a recipe for the arguments of a call; undefined when they do not fit. */
const bound = (recipe: JustRecipe, given: readonly string[], file: Justfile): Values | undefined => {
  const values = new Map<string, string>()
  const left = [...given]
  for (const { name, rest, value } of recipe.parameters) {
    const own = rest ? left.splice(0) : left.splice(0, 1)
    const made = own.length > 0 ? own.join(' ') : value === undefined ? undefined : evaluated(value, file, values)
    if (made === undefined) return undefined
    values.set(name, made)
  }
  return left.length === 0 ? values : undefined
}

const shellOf = (file: Justfile): Some<string> | undefined => {
  const set = file.settings.get('shell')
  if (set === undefined) return SHELL
  const words = [...set.matchAll(/['"]([^'"]*)['"]/g)].map((match) => match[1] ?? '')
  const [program, ...rest] = words
  return program !== undefined && /^(?:.*\/)?(?:ba|da|z)?sh$/.test(program) ? [program, ...rest] : undefined
}

/** The lines of a recipe: one text a line, or the whole body where it begins with `#!` and a POSIX shell. */
const bodyOf = (
  recipe: JustRecipe,
  file: Justfile,
  values: Values,
  place: Pick<TaskLine, 'cwd' | 'env'>,
): readonly TaskLine[] | undefined => {
  const shell = shellOf(file)
  const [first] = recipe.body
  const interpreter = /^#!\s*(?:\/usr\/bin\/env\s+(?:-S\s+)?|(?:\/\w+)*\/)(bash|sh|dash|zsh)\b(.*)$/.exec(
    first?.text ?? '',
  )
  const line = (text: string, at: number): TaskLine | undefined => {
    const made = filled(text, file, values)
    if (made === undefined || shell === undefined) return undefined
    const [, marks = '', command = ''] = /^\s*([@-]*)\s*([\s\S]*)$/.exec(made) ?? []
    const text_ = marks.includes('-') ? `${command} || true` : command
    return { ...place, text: text_, file: recipe.file, line: (index) => at + index, shell }
  }
  if (first?.text.startsWith('#!')) {
    const made = interpreter === null ? undefined : filled(recipe.body.map(({ text }) => text).join('\n'), file, values)
    const flags = (interpreter?.[2] ?? '').trim().split(/\s+/).filter(Boolean)
    if (made === undefined) return undefined
    const at = first.line
    return [
      {
        ...place,
        text: made,
        file: recipe.file,
        line: (index) => at + index,
        shell: [interpreter?.[1] ?? 'sh', ...flags, '-c'],
      },
    ]
  }
  const joined: { text: string; line: number }[] = []
  let open = false
  for (const one of recipe.body) {
    const last = joined.at(-1)
    if (open && last !== undefined) last.text += `\n${one.text}`
    else joined.push({ ...one })
    open = one.text.endsWith('\\')
  }
  const lines = joined.filter(({ text }) => text.trim() !== '').map(({ text, line: at }) => line(text, at))
  return lines.some((one) => one === undefined) ? undefined : (lines as readonly TaskLine[])
}

const collect = (
  file: Justfile,
  name: string,
  given: readonly string[],
  home: string,
  done: Set<string>,
  depth: number,
): readonly TaskLine[] | undefined => {
  const recipe = file.recipes.get(file.aliases.get(name) ?? name)
  if (recipe === undefined || depth > DEPTH || recipe.directory === null) return undefined
  const key = JSON.stringify([name, given])
  if (done.has(key)) return []
  done.add(key)
  const values = bound(recipe, given, file)
  const set = file.settings.get('working-directory')
  const directory = recipe.directory ?? (set === undefined ? '.' : evaluated(set, file, new Map()))
  const cwd = directory === undefined ? null : join(home, directory)
  if (values === undefined || cwd === null) return undefined
  const env: Record<string, string> = {}
  for (const variable of file.exported) {
    const value = evaluated(file.variables.get(variable) ?? '', file, new Map())
    if (value !== undefined) env[variable] = value
  }
  const others = (list: JustRecipe['before']): readonly TaskLine[] | undefined => {
    const found = list.map((one) => {
      const words = one.arguments.map((word) => evaluated(word, file, values))
      return words.includes(undefined) ? undefined : collect(file, one.name, words as string[], home, done, depth + 1)
    })
    return found.includes(undefined) ? undefined : found.flatMap((one) => one ?? [])
  }
  const before = others(recipe.before)
  const own = bodyOf(recipe, file, values, { cwd, env })
  const after = others(recipe.after)
  return before && own && after && [...before, ...own, ...after]
}

/** `just RECIPE ARGUMENTS` (just, "The justfile reference"). */
export const just: TaskRunner = {
  program: 'just',
  call: (view, [program, ...words], cwd) => {
    const [name, ...given] = words
    if (program !== 'just' || name === undefined || !/^[A-Za-z_][\w-]*$/.test(name)) return undefined
    const file = fileIn(view, cwd, FILES)
    if (file === undefined) return undefined
    const read = readJustfile(view, file)
    const lost = read.problems.length > 0 || read.settings.get('dotenv-load') === 'true'
    const lines = lost ? undefined : collect(read, name, given.map(quoted), parent(file), new Set(), 0)
    return { name: `just:${cwd}:${name}`, lines }
  },
  list: (view, directory) => {
    const file = fileIn(view, directory, FILES)
    if (file === undefined) return undefined
    return { file, names: new Map([...readJustfile(view, file).recipes].map(([name, { line }]) => [name, line])) }
  },
  problems: (view, directory) => {
    const file = fileIn(view, directory, FILES)
    const found = file === undefined ? [] : readJustfile(view, file).problems
    return found.map(({ file: at, line, message }) => tierUnreadable(at, line, `${at}:${line}: ${message}`))
  },
}
