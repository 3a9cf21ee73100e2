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
    if (!PROGRAMS.has(program) || target === undefined || target.startsWith('-') || more.length > 0) return undefined
    const file = fileIn(view, cwd, FILES)
    if (file === undefined) return undefined
    const recipe = recipeOf(readMakefile(view, file), target)
    const lines = recipe?.lines.map(({ text, file: from, line }) => ({
      text,
      file: from,
      line: () => line,
      cwd,
      env: recipe.env,
      shell: SHELL,
    }))
    return { name: `make:${cwd}:${target}`, lines }
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
