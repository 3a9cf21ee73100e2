import picomatch from 'picomatch'
import type { Check } from '../model/check.ts'
import { hasBelow, type RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'
import { configWords } from './config-words.ts'

const configs = /(?:^|\/)(?:pyproject\.toml|\.?pytest\.(?:ini|toml)|tox\.ini|setup\.cfg)$/

/**
 * Texts of class product that pytest takes for doctests: those that `--doctest-glob` matches, in a command or in the configuration, below
 * `testpaths` where these are set and the command names nothing, and with an example at the lock or on the branch.
 */
export const textDoctests = (
  lock: RepoView,
  branch: RepoView,
  checks: readonly Check[],
  { classOf }: Pick<Classifier, 'classOf'>,
): ReadonlySet<string> => {
  const runs = checks.filter(({ tool }) => tool === 'pytest' || tool === null)
  const commands = runs.map(({ command }) => (command.form === 'argv' ? command.argv : command.line.split(/\s+/)))
  const words = lock.paths
    .filter((path) => configs.test(path))
    .flatMap((path) => configWords(path, lock.read(path) ?? ''))
  const ofKey = (key: RegExp) => words.filter(({ keys }) => key.test(keys.at(-1) ?? '')).map(({ text }) => text)
  const options = [...ofKey(/^addopts$/).map((text) => text.split(/\s+/)), ...commands]
  const globs = options.flatMap(globsIn)
  if (globs.length === 0) return new Set()
  const isPath = (word: string): boolean =>
    !word.startsWith('-') && (lock.has(word) || hasBelow(lock, word.replace(/\/$/, '')))
  const narrowed = commands.some((argv) => argv.slice(1).some(isPath))
  const below = narrowed
    ? []
    : ofKey(/^testpaths$/)
        .flatMap((text) => text.split(/\s+/))
        .filter(isPath)
  const named = picomatch(
    globs.map((glob) => (glob.includes('/') ? glob : `**/${glob}`)),
    { dot: true },
  )
  const collected = (path: string): boolean =>
    named(path) &&
    !/\.(?:[cm]?[jt]sx?|pyi?)$/.test(path) &&
    (below.length === 0 || below.some((each) => path === each || path.startsWith(`${each.replace(/\/$/, '')}/`)))
  const hasExample = (path: string): boolean => [lock, branch].some((view) => /^\s*>>> /m.test(view.read(path) ?? ''))
  const all = new Set([...lock.paths, ...branch.paths])
  return new Set([...all].filter((path) => collected(path) && classOf(path) === 'product' && hasExample(path)))
}

const globsIn = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, index) => {
    const bare = word.replaceAll(/["']/g, '')
    if (bare.startsWith('--doctest-glob=')) return [bare.slice('--doctest-glob='.length)]
    return bare === '--doctest-glob' ? [(words[index + 1] ?? '').replaceAll(/["']/g, '')].filter(Boolean) : []
  })
