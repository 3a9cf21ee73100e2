import type { Evidence } from '../model/check.ts'
import { hasBelow } from '../model/repo-view.ts'
import type { Some } from '../model/result.ts'
import type { ScriptLine, Stack, Tool } from '../model/stack.ts'
import { join } from './paths.ts'
import type { Grounds } from './projects.ts'

/** What a command turned out to be, after package runners were taken away. */
export type Recognition =
  | { readonly is: 'script'; readonly stack: Stack; readonly directory: string; readonly lines: readonly ScriptLine[] }
  | { readonly is: 'tool'; readonly stack: Stack; readonly tool: Tool; readonly argv: Some<string> }
  | { readonly is: 'unknown'; readonly argv: Some<string> }

const LAYERS = 6

/** Evidence of a stack is relative to the directory it looked at; everybody else's is relative to the repository. */
export const rebase = (evidence: Evidence, directory: string): Evidence =>
  evidence.file === null ? evidence : { ...evidence, file: join(directory, evidence.file) ?? evidence.file }

/** Asks every stack what an argv is: first whether it is a script (`pnpm test` may be either), then a tool, then without its package runner. */
export const recognise = (grounds: Grounds, argv: Some<string>, cwd: string): Recognition => {
  let innermost = argv
  const made = (directory = '.'): boolean => {
    const at = join(cwd, directory)
    return at !== null && at !== '.' && !hasBelow(grounds.view, at)
  }
  for (const stack of grounds.stacks) {
    const home = grounds.packageAt(stack, cwd)
    let words: Some<string> | undefined = argv
    for (let layer = 0; layer < LAYERS && words !== undefined; layer++) {
      const lines: readonly ScriptLine[] | undefined = home && stack.script(words, home.view)
      if (home !== undefined && lines !== undefined) return { is: 'script', stack, directory: home.directory, lines }
      const own: Some<string> = words
      const tool = stack.tools.find((candidate) => candidate.recognises(own))
      if (tool !== undefined) return { is: 'tool', stack, tool, argv: own }
      innermost = own
      words = stack.unwrap(own, made, home?.view)
    }
    if (innermost !== argv) break
  }
  return { is: 'unknown', argv: innermost }
}
