import type { Some } from '../../model/result.ts'
import { tierUnreadable } from '../unreadable.ts'
import { readMakefile, recipeOf, targetsOf } from './makefile.ts'
import { fileIn, type TaskRunner } from './task.ts'

const FILES = ['GNUmakefile', 'makefile', 'Makefile']
const SHELL: Some<string> = ['sh', '-c']
const PROGRAMS = new Set(['make', 'gmake'])

/** GNU make (its manual, chapters 3 to 6), one target at a time. */
export const make: TaskRunner = {
  program: 'make',
  call: (view, [program, ...words], cwd) => {
    const [target, ...more] = words
    if (!PROGRAMS.has(program) || target?.startsWith('-') || more.length > 0) return undefined
    const file = fileIn(view, cwd, FILES)
    if (file === undefined) return undefined
    const makefile = readMakefile(view, file)
    // Without a target make runs the first one.
    const [first] = targetsOf(makefile).keys()
    const name = target ?? first
    const recipe =
      name === undefined || (target === undefined && makefile.variables.has('.DEFAULT_GOAL'))
        ? undefined
        : recipeOf(makefile, name)
    const lines = recipe?.lines.map(({ text, file: from, line }) => ({
      text,
      file: from,
      line: () => line,
      cwd,
      env: recipe.env,
      shell: SHELL,
    }))
    return { name: `make:${cwd}:${name}`, lines }
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
