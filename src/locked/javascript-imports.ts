import type { RepoView } from '../model/repo-view.ts'
import { at, isTable, parseJsonc } from './jsonc.ts'

const specifier =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*(?:\.resolve\s*)?\(\s*|\bexport\s*\*\s*from\s*)(['"`])([^'"`\n]+)\1/g

/** Specifiers of import, export … from, require and dynamic import, in the order of the text. Comments are left out; strings that only look like imports may be in it. */
export const javascriptImports = (text: string): readonly string[] => {
  if (!/['"`](?:\.|@|~|#|\w)/.test(text)) return []
  return [...withoutComments(text).matchAll(specifier)].flatMap((match) => match[2] ?? [])
}

/** A `//` inside a string (an address) and a quote inside a regular expression are the cases that a plain pattern gets wrong: a string ends at its line. */
const withoutComments = (text: string): string =>
  text.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('/') ? ' ' : part,
  )

const endings = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'json', 'vue', 'svelte', 'd.ts']
const sources: Readonly<Record<string, readonly string[]>> = {
  js: ['ts', 'tsx', 'jsx'],
  mjs: ['mts'],
  cjs: ['cts'],
  jsx: ['tsx'],
}

export interface Alias {
  /** Directory of the tsconfig, with a slash, empty for the root: only files below it use the alias. */
  readonly scope: string
  readonly prefix: string
  /** What stands instead, from the root of the repository. */
  readonly target: string
  readonly exact: boolean
}

/** `compilerOptions.paths` of the tsconfig.json in these directories; extended configurations are not followed. */
export const aliasesOf = (view: RepoView, directories: readonly string[]): readonly Alias[] =>
  directories.flatMap((directory) => {
    const scope = directory === '.' ? '' : `${directory}/`
    const options = at(parseJsonc(view.read(`${scope}tsconfig.json`) ?? ''), 'compilerOptions')
    const paths = at(options, 'paths')
    const base = at(options, 'baseUrl')
    if (!isTable(paths)) return []
    return Object.entries(paths).flatMap(([pattern, targets]) =>
      (Array.isArray(targets) ? targets : []).flatMap((target): Alias[] => {
        if (typeof target !== 'string') return []
        const place = normal(`${scope}${typeof base === 'string' ? `${base}/` : ''}${target.replace(/\*$/, '')}`)
        if (place === undefined) return []
        const slash = target.endsWith('/*') && place !== '' ? '/' : ''
        return [{ scope, prefix: pattern.replace(/\*$/, ''), target: place + slash, exact: !pattern.endsWith('*') }]
      }),
    )
  })

/** Files of the view that a specifier can stand for: relative ones and aliases. Packages give none. */
export const resolveJavascript = (
  view: RepoView,
  importer: string,
  text: string,
  aliases: readonly Alias[],
): readonly string[] => {
  const plain = text.replace(/[?#].*$/, '') || text
  const directory = importer.slice(0, importer.lastIndexOf('/') + 1)
  const bases = /^\.{1,2}(?:\/|$)/.test(plain)
    ? [normal(directory + plain)]
    : aliases
        .filter(
          (alias) =>
            importer.startsWith(alias.scope) && (alias.exact ? plain === alias.prefix : plain.startsWith(alias.prefix)),
        )
        .map((alias) => normal(alias.target + plain.slice(alias.prefix.length)))
  return bases.flatMap((base) => (base === undefined ? [] : filesOf(view, base)))
}

const filesOf = (view: RepoView, base: string): readonly string[] => {
  const [, stem, ending] = /^(.*)\.(\w+)$/.exec(base) ?? []
  const swapped =
    stem === undefined || ending === undefined ? [] : (sources[ending] ?? []).map((other) => `${stem}.${other}`)
  const below = base === '' ? '' : `${base}/`
  const candidates = [
    base,
    ...swapped,
    ...endings.map((each) => `${base}.${each}`),
    ...endings.map((each) => `${below}index.${each}`),
  ]
  return candidates.filter((path) => view.has(path)).slice(0, 1)
}

/** Entry points that a package.json names: whoever installs the package imports them. */
export const packageEntries = (view: RepoView, path: string): readonly string[] => {
  const directory = path.slice(0, path.lastIndexOf('/') + 1)
  const manifest = parseJsonc(view.read(path) ?? '')
  const entries = ['main', 'module', 'browser', 'types', 'typings', 'bin', 'exports'].flatMap((key) =>
    stringsOf(at(manifest, key)),
  )
  return entries.flatMap((entry) => {
    const base = normal(directory + entry)
    return base === undefined ? [] : filesOf(view, base)
  })
}

const stringsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.flatMap(stringsOf)
      : isTable(value)
        ? Object.values(value).flatMap(stringsOf)
        : []

/** Removes `.` and `..`; undefined when it leaves the repository. */
export const normal = (path: string): string | undefined => {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}
