import picomatch from 'picomatch'
import type { RepoView } from '../model/repo-view.ts'
import { normal } from './javascript-imports.ts'

/** One target of a CMake build, as far as its words are literal. */
export interface CmakeTarget {
  readonly name: string
  readonly kind: 'library' | 'executable'
  /** Relative to the root of the view; those that exist. */
  readonly sources: readonly string[]
  /** Some call that registers tests names it, or it is linked with a test library. */
  readonly isTest: boolean
}

const CALL = /^[ \t]*(\w+)[ \t]*\(((?:[^()"]|"(?:[^"\\]|\\[\s\S])*"|\((?:[^()]|\([^()]*\))*\))*)\)/gm
const WORD = /"((?:[^"\\]|\\[\s\S])*)"|[^\s";]+/g
const LIBRARY =
  /\b(?:gtest|gmock|catch2|doctest|boost_?unit_test|unit_test_framework|cppunit|cpputest|cmocka|criterion)/i
const REGISTERS = /^(?:add_test|\w*discover_tests|\w*add_(?:\w+_)?tests?)$/i
const HERE = /^\$\{(?:CMAKE_CURRENT_SOURCE_DIR|CMAKE_CURRENT_LIST_DIR)\}\/?/
const ROOT = /^\$\{(?:CMAKE_SOURCE_DIR|PROJECT_SOURCE_DIR)\}\/?/
const SETTINGS = new Set(
  'STATIC SHARED MODULE OBJECT INTERFACE ALIAS EXCLUDE_FROM_ALL WIN32 MACOSX_BUNDLE PUBLIC PRIVATE'.split(' '),
)

interface Call {
  readonly name: string
  readonly words: readonly string[]
}

const callsOf = (text: string): readonly Call[] =>
  [...text.replaceAll(/#\[\[[\s\S]*?\]\]|#.*$/gm, '').matchAll(CALL)].map(([, name = '', words = '']) => ({
    name: name.toLowerCase(),
    words: [...words.matchAll(WORD)].map(([word, quoted]) => quoted ?? word),
  }))

/** What a word of a list of sources stands for: files of the view that lie where it says. */
const filesOf = (view: RepoView, directory: string, word: string): readonly string[] => {
  const inRoot = ROOT.test(word)
  const path = normal((inRoot ? '' : directory) + word.replace(inRoot ? ROOT : HERE, ''))
  return path !== undefined && view.has(path) ? [path] : []
}

/**
 * Targets that the CMakeLists.txt of a view make: literal sources, variables that `set`, `list(APPEND)` and `file(GLOB)` fill in the same
 * file. Functions and loops of the project are not followed: their targets are missing, or have fewer sources.
 */
export const cmakeTargets = (view: RepoView): readonly CmakeTarget[] => {
  const files = view.paths.filter((path) => /(?:^|\/)CMakeLists\.txt$/.test(path))
  const read = files.map((path) => ({
    directory: path.slice(0, -'CMakeLists.txt'.length),
    calls: callsOf(view.read(path) ?? ''),
  }))
  const registering = new Set(
    read.flatMap(({ calls }) => calls.flatMap(({ name, words }) => (REGISTERS.test(name) ? words : []))),
  )
  const linked = read.flatMap(({ calls }) =>
    calls.flatMap(({ name, words: [target = '', ...libraries] }) =>
      name === 'target_link_libraries' && libraries.some((each) => LIBRARY.test(each)) ? [target] : [],
    ),
  )
  const sources = new Map<string, { kind: CmakeTarget['kind']; sources: string[] }>()
  for (const { directory, calls } of read) {
    const variables = new Map<string, readonly string[]>()
    const meant = (words: readonly string[]): readonly string[] =>
      words.flatMap((word) => {
        const variable = /^\$\{(\w+)\}$/.exec(word)?.[1]
        if (variable !== undefined && variables.has(variable)) return variables.get(variable) ?? []
        return filesOf(view, directory, word)
      })
    for (const { name, words } of calls) {
      const [first = '', second = '', ...rest] = words
      if (name === 'set') variables.set(first, meant(words.slice(1)))
      else if (name === 'list' && first === 'APPEND')
        variables.set(second, [...(variables.get(second) ?? []), ...meant(rest)])
      else if (name === 'file' && /^GLOB/.test(first))
        variables.set(second, globbed(view, directory, rest, first === 'GLOB_RECURSE'))
      else if (/^add_(?:library|executable)$/.test(name) && !first.includes('$')) {
        const kind = name === 'add_library' ? 'library' : 'executable'
        sources.set(first, { kind, sources: [...meant(words.slice(1).filter((word) => !SETTINGS.has(word)))] })
      } else if (name === 'target_sources') sources.get(first)?.sources.push(...meant(words.slice(1)))
    }
  }
  return [...sources].map(([name, target]) => ({
    name,
    ...target,
    isTest:
      registering.has(name) || linked.includes(name) || [...registering].some((each) => each.includes(`:${name}>`)),
  }))
}

const globbed = (view: RepoView, directory: string, words: readonly string[], recurse: boolean): readonly string[] => {
  const globs = words.flatMap((word) => {
    const inRoot = ROOT.test(word)
    const glob = normal((inRoot ? '' : directory) + word.replace(inRoot ? ROOT : HERE, ''))
    if (glob === undefined || /[${}()!]/.test(glob) || !glob.includes('*')) return []
    const cut = glob.lastIndexOf('/') + 1
    return recurse ? [`${glob.slice(0, cut)}**/${glob.slice(cut)}`] : [glob]
  })
  if (globs.length === 0) return []
  const isMeant = picomatch(globs)
  return view.paths.filter((path) => isMeant(path))
}
