import { hasBelow, type RepoView } from '../../model/repo-view.ts'
import { type Argument, baseName, optionValue, readArguments } from './arguments.ts'
import { presetDirectory } from './presets.ts'

/** A call of `cmake` that makes a build directory. */
export interface Configuration {
  /** Relative to the directory that it runs in; null where a preset says it. */
  readonly directory: string | null
  readonly preset: string | null
}

const VALUED = ['-B', '-S', '-H', '-G', '-A', '-T', '-D', '-U', '-C', '--preset', '--toolchain', '--install-prefix']
/** Calls of cmake that do something else: cmake(1), synopsis. */
const OTHER =
  /^(?:--build|--install|--open|-P|-E|--find-package|--help.*|--version|--workflow|-N|--list-presets|-L\w*)$/

/** Reads `cmake -B build -S .`, `cmake ..`, `cmake --preset ci`; undefined for another program or another use. */
export const readConfiguration = (argv: readonly string[]): Configuration | undefined => {
  const [program = '', ...words] = argv
  if (!/^cmake3?$/.test(baseName(program))) return undefined
  const all = readArguments(words, VALUED)
  if (all.length === 0 || all.some(({ name }) => name !== null && OTHER.test(name))) return undefined
  const preset = optionValue(all, '--preset')
  const named = optionValue(all, '-B')
  return { directory: named ?? (preset === null ? '.' : null), preset }
}

/** A call of `cmake --build`. */
export interface Build {
  /** Relative to the directory that it runs in; null where a preset says it. */
  readonly directory: string | null
  readonly preset: string | null
  readonly all: readonly Argument[]
  /** Words behind a lone `--`, for the tool below. */
  readonly native: readonly string[]
}

const BUILD_VALUED = [
  '--build',
  '--preset',
  '-j',
  '--parallel',
  '-t',
  '--target',
  '--config',
  '--resolve-package-references',
]
/** Targets that are no build of the project: what is run, made or written by them is another question. */
const NO_BUILD =
  /^(?:test|RUN_TESTS|check|(?:.*[-_])?(?:ci[-_])?(?:run[-_]?)?tests?[-_].*|run[-_]?tests?|ci[-_].*|install.*|package.*|doc.*|clean|format.*|clang-format.*|coverage.*|uninstall|tidy|lint|clang-tidy|cppcheck)$/i

/** Reads `cmake --build …`; undefined for another program, and for targets that are no build. */
export const readBuild = (argv: readonly string[]): Build | undefined => {
  const [program = '', ...words] = argv
  if (!/^cmake3?$/.test(baseName(program)) || words[0] !== '--build') return undefined
  const dashes = words.indexOf('--')
  const own = dashes < 0 ? words : words.slice(0, dashes)
  const at = own[1]
  // `--build --preset x` has no directory.
  const preset = at === undefined || at.startsWith('-')
  const all = readArguments(own.slice(preset ? 1 : 2), BUILD_VALUED)
  const targets = own.flatMap((word, index) => {
    const given = /^(?:--target|-t)(?:=(.*))?$/.exec(word)
    return given === null ? [] : given[1] !== undefined ? [given[1]] : following(own, index + 1)
  })
  if (targets.some((target) => NO_BUILD.test(target))) return undefined
  return {
    directory: preset ? null : (at as string),
    preset: optionValue(all, '--preset'),
    all,
    native: dashes < 0 ? [] : words.slice(dashes + 1),
  }
}

const following = (words: readonly string[], from: number): readonly string[] => {
  const end = words.findIndex((word, index) => index >= from && word.startsWith('-'))
  return words.slice(from, end < 0 ? words.length : end)
}

/** Where a call builds, relative to where it runs; `.` where nothing tells. */
export const directoryOf = (
  { directory, preset }: Pick<Build, 'directory' | 'preset'>,
  project: RepoView,
  kind: 'configure' | 'build' | 'test',
): string => directory ?? (preset === null ? undefined : presetDirectory(project, kind, preset)) ?? '.'

/** Where a project is built when nobody names it: a directory that the locked ref does not have. */
export const ownDirectory = (project: RepoView): string => {
  const taken = (name: string): boolean => project.has(name) || hasBelow(project, name)
  let name = 'cmake-out'
  for (let count = 2; taken(name); count += 1) name = `cmake-out-${count}`
  return name
}
