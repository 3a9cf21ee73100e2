import type { RepoView } from '../model/repo-view.ts'
import { at, isTable, parseJsonc } from './jsonc.ts'
import { upwards } from './test-libraries.ts'

const entryKeys = ['main', 'module', 'browser', 'types', 'typings', 'bin', 'exports']

/**
 * True for a file that users of its package reach by a name of their own: an entry of a package.json above it (what is built is taken
 * for its source), the index of a package without entries; in Python a package itself and modules that the manifests name.
 */
export const isExported = (view: RepoView, path: string): boolean =>
  /\.pyi?$/.test(path) ? isPublicModule(view, path) : upwards(path).some((directory) => isEntry(view, directory, path))

const stem = (path: string): string => path.replace(/(?:\.d)?\.(?:[cm]?[jt]sx?|json)$/, '').replace(/\/index$/, '')

const isEntry = (view: RepoView, directory: string, path: string): boolean => {
  const manifest = parseJsonc(view.read(`${directory}package.json`) ?? '')
  if (!isTable(manifest)) return false
  const entries = entryKeys.flatMap((key) => stringsOf(at(manifest, key)))
  const own = stem(path.slice(directory.length))
  if (entries.length === 0) return own === 'index'
  return entries.some((entry) => sourcesOf(entry.replace(/^\.\//, '')).some((source) => fits(source, own)))
}

/** The entry itself, and where its source is likely to lie. */
const sourcesOf = (entry: string): readonly string[] => {
  const [, rest] =
    /^(?:dist|build|lib|out|output|es|esm|cjs|types)\/(?:(?:esm|cjs|es|src|types)\/)?(.+)$/.exec(entry) ?? []
  return rest === undefined ? [entry] : [entry, `src/${rest}`, `lib/${rest}`, rest]
}

/** A star stands for anything below a directory that is named; one for the whole package says nothing about a single file. */
const fits = (source: string, own: string): boolean => {
  const star = source.indexOf('*')
  if (star < 0) return stem(source) === own
  const before = source.slice(0, star)
  return /^(?:src\/|lib\/)?[^/]+\//.test(before) && before !== 'src/' && before !== 'lib/' && own.startsWith(before)
}

const stringsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.flatMap(stringsOf)
      : isTable(value)
        ? Object.values(value).flatMap(stringsOf)
        : []

const isPublicModule = (view: RepoView, path: string): boolean => {
  if (/(?:^|\/)__(?:init|main)__\.pyi?$/.test(path)) return true
  const parts = path.replace(/\.pyi?$/, '').split('/')
  // `src/pkg/plugin.py` may be named `pkg.plugin`: every tail of the path that is longer than its last word, and a module of the root whole.
  const names = parts.flatMap((_, from) => (from < parts.length - 1 || from === 0 ? [parts.slice(from).join('.')] : []))
  return upwards(path).some((directory) =>
    ['pyproject.toml', 'setup.cfg', 'setup.py'].some((manifest) => {
      const text = view.read(directory + manifest) ?? ''
      const local = [
        ...names,
        path
          .slice(directory.length)
          .replace(/\.pyi?$/, '')
          .replaceAll('/', '.'),
      ]
      return local.some((name) =>
        new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?![\\w.-])`).test(declaring(text)),
      )
    }),
  )
}

/** Lines that declare modules and entry points, not those of tools and prose. */
const declaring = (text: string): string =>
  text
    .split('\n')
    .filter((line) =>
      /py[-_]?modules|["'=]\s*["']?[\w.]+:[\w.]+|pytest11|^\s*["']?[\w-]+\s*=\s*["']?[\w.]+["']?,?\s*$/.test(line),
    )
    .join('\n')
