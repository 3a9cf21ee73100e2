import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import { baseName, readArguments } from './arguments.ts'
import { declares } from './declarations.ts'
import { lineOf } from './pyproject.ts'

/** Options of ruff's commands that take a value. */
export const RUFF_VALUED = (
  '--config --output-format -o --output-file --target-version --select --ignore --extend-select --per-file-ignores ' +
  '--extend-per-file-ignores --fixable --unfixable --extend-fixable --exclude --extend-exclude --cache-dir --stdin-filename --extension ' +
  '--line-length --range --color'
).split(' ')

/** Command (`check`, `format`) and arguments of a ruff call, options before the command kept; undefined for another program. */
export const readRuff = (
  argv: readonly string[],
): { readonly command: string; readonly args: readonly string[] } | undefined => {
  if (baseName(argv[0] ?? '') !== 'ruff') return undefined
  const all = readArguments(argv.slice(1), RUFF_VALUED)
  const at = all.findIndex(({ name }) => name === null)
  if (at < 0) return undefined
  return {
    command: all[at]?.written[0] as string,
    args: [...all.slice(0, at), ...all.slice(at + 1)].flatMap(({ written }) => written),
  }
}

/** Evidence of a configuration of ruff: a file of its own or a table of pyproject.toml that the pattern finds. */
export const ruffConfigured = (project: RepoView, table: RegExp): Evidence | undefined => {
  for (const file of ['ruff.toml', '.ruff.toml']) {
    if (project.has(file)) return { tier: 'default', file, line: null, text: file }
  }
  const text = project.read('pyproject.toml') ?? ''
  const line = lineOf(text, table)
  return line === null
    ? undefined
    : { tier: 'default', file: 'pyproject.toml', line, text: (text.split('\n')[line - 1] as string).trim() }
}

export const dependsOnRuff = (project: RepoView): Evidence | undefined => declares(project, 'ruff')
