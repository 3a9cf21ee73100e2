import type { RepoView } from '../../model/repo-view.ts'

/** What is known of the variables of a Makefile: a value that only make can work out is undefined. */
export interface MakeVariables {
  readonly variables: ReadonlyMap<string, string | undefined>
  /** The environment of make, as far as it is known. */
  readonly given: Readonly<Record<string, string>>
  readonly view: RepoView
  /** Where make runs. */
  readonly cwd: string
  /** Variables of the command line, which a make that is called by this one is given too. */
  readonly fixed: ReadonlySet<string>
  /** How many more expansions are worth it: variables that hold each other many times over must not take for ever. */
  readonly budget: { left: number }
}

/** `shell`: the text is one that a shell is given, so that `$(shell …)` may stay for it to run. */
export type ExpansionPlace = 'make' | 'shell'

/** The root of the repository, in words that the shell parser resolves at the place where they stand. */
export const ROOT = ['$', '{GITHUB_WORKSPACE}'].join('')

/** A text that stands for itself when it is expanded. */
export const escaped = (text: string): string => text.replaceAll('$', '$$$$')
