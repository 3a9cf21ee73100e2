import { join } from '../paths.ts'
import { tierUnreadable } from '../unreadable.ts'
import { recipeOf } from './make-recipe.ts'
import { replaced } from './make-variables.ts'
import { readMakefile, targetsOf } from './makefile.ts'
import { fileIn, type TaskRunner } from './task.ts'

const FILES = ['GNUmakefile', 'makefile', 'Makefile']
const PROGRAMS = new Set(['make', 'gmake'])

/** A call of make: targets, variables of the command line, directory. Undefined with options that change what runs. */
const callOf = (
  words: readonly string[],
):
  | {
      readonly targets: readonly string[]
      readonly variables: Readonly<Record<string, string>>
      readonly directory: string
      readonly file: string | undefined
    }
  | undefined => {
  const targets: string[] = []
  const variables: Record<string, string> = {}
  let directory = '.'
  let file: string | undefined
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    const [, name, value = ''] = /^([A-Za-z_]\w*):?=(.*)$/s.exec(word) ?? []
    if (name !== undefined) variables[name] = value
    else if (word === '-C' || word === '--directory') {
      at += 1
      directory = words[at] ?? '.'
    } else if (/^-C./.test(word)) directory = word.slice(2)
    else if (word === '-f' || word === '--file' || word === '--makefile') {
      if (file !== undefined) return undefined
      at += 1
      file = words[at]
    } else if (/^--(?:file|makefile|directory)=/.test(word)) {
      const value = word.slice(word.indexOf('=') + 1)
      if (word.startsWith('--directory')) directory = value
      else file = value
    } else if (/^-j$/.test(word) && /^\d+$/.test(words[at + 1] ?? '')) at += 1
    else if (
      /^-(?:j\d*|s|k|B|-silent|-quiet|-keep-going|-no-print-directory|-jobs(?:=\d+)?|-output-sync.*|O\w*)$/.test(word)
    )
      continue
    else if (word.startsWith('-')) return undefined
    else targets.push(word)
  }
  return { targets, variables, directory, file }
}

/** GNU make (its manual, chapters 3 to 6), one target at a time. */
export const make: TaskRunner = {
  program: 'make',
  call: (view, [program, ...words], at, env) => {
    const call = PROGRAMS.has(program) ? callOf(words) : undefined
    const cwd = call && join(at, call.directory)
    const file =
      cwd === undefined || cwd === null ? undefined : fileIn(view, cwd, call?.file === undefined ? FILES : [call.file])
    if (call === undefined || file === undefined || cwd === undefined || cwd === null) return undefined
    const makefile = readMakefile(view, file, { variables: call.variables, env: env ?? {} })
    // Without a target make runs the first one.
    const goal = makefile.variables.get('.DEFAULT_GOAL')
    const named = goal === undefined ? undefined : replaced(goal, makefile, 'make')
    const [first] = makefile.variables.has('.DEFAULT_GOAL') ? [named] : targetsOf(makefile).keys()
    const names = call.targets.length > 0 ? call.targets : first === undefined ? [] : [first]
    const recipes = names.map((name) => recipeOf(makefile, name))
    const lines = recipes.flatMap((recipe) =>
      (recipe?.lines ?? []).map(({ text, file: from, line, env: own }) => ({
        text,
        file: from,
        line: () => line,
        cwd,
        env: own,
        shell: recipe?.shell ?? ['sh', '-c'],
      })),
    )
    const known = recipes.length > 0 && !recipes.includes(undefined)
    return { name: `make:${cwd}:${names.join(' ')}`, lines: known ? lines : undefined }
  },
  list: (view, directory) => {
    const file = fileIn(view, directory, FILES)
    return file === undefined ? undefined : { file, names: targetsOf(readMakefile(view, file)) }
  },
  problems: (view, directory) => {
    const file = fileIn(view, directory, FILES)
    return file === undefined
      ? []
      : readMakefile(view, file).problems.map(({ file: at, line, message }) =>
          tierUnreadable(at, line, `${at}:${line}: ${message}`),
        )
  },
}
