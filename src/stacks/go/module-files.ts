import type { RepoView } from '../../model/repo-view.ts'

/** What a go.mod or go.work says, as far as it matters here. */
export interface ModuleFile {
  /** Null in a go.work. */
  readonly module: string | null
  /** `1.22`, `1.22.3`; null without the line. */
  readonly go: string | null
  readonly requires: readonly { readonly path: string; readonly version: string }[]
  /** Old path (with its version, if one is named) → what stands for it. */
  readonly replaces: readonly { readonly path: string; readonly by: string }[]
  /** Directories of a workspace, relative, `.` for its own. */
  readonly uses: readonly string[]
}

/** Lines of a go.mod without comments, blocks spelled out: `require x v1`. Rule: Go modules reference, go.mod file lexical elements. */
export const moduleLines = (text: string): readonly string[] => {
  let block: string | null = null
  return text.split(/\r?\n/).flatMap((raw): readonly string[] => {
    const line = raw.replace(/\/\/.*$/, '').trim()
    if (line === '') return []
    if (block !== null) {
      if (line === ')') block = null
      return block === null ? [] : [`${block} ${line}`]
    }
    const opened = /^(\w+)\s*\($/.exec(line)
    if (opened === null) return [line]
    block = opened[1] as string
    return []
  })
}

const unquoted = (word: string): string => word.replace(/^["`](.*)["`]$/, '$1')

/** Reads a go.mod or go.work; what it does not know is skipped. */
export const readModuleFile = (text: string): ModuleFile => {
  const rows = moduleLines(text).map((line) => line.split(/\s+/).map(unquoted))
  const of = (verb: string): readonly (readonly string[])[] =>
    rows.filter((row) => row[0] === verb).map((row) => row.slice(1))
  return {
    module: of('module')[0]?.[0] ?? null,
    go: of('go')[0]?.[0] ?? null,
    requires: of('require').flatMap(([path, version]) => (path && version ? [{ path, version }] : [])),
    replaces: of('replace').flatMap((row) => {
      const arrow = row.indexOf('=>')
      return arrow < 1 ? [] : [{ path: row.slice(0, arrow).join(' '), by: row.slice(arrow + 1).join(' ') }]
    }),
    uses: of('use').flatMap(([directory]) => (directory === undefined ? [] : [plainDirectory(directory)])),
  }
}

const plainDirectory = (path: string): string => path.replace(/^\.\//, '').replace(/\/+$/, '') || '.'

/** Directories of the modules that a go.work names and that are there, relative to the project, `.` for its own; empty without one. */
export const workspaceMembers = (project: RepoView): readonly string[] => {
  const text = project.read('go.work')
  if (text === undefined) return []
  return readModuleFile(text)
    .uses.filter((directory) => project.has(directory === '.' ? 'go.mod' : `${directory}/go.mod`))
    .sort()
}

/** Directories of the modules that a call in this project works on. */
export const modulesOf = (project: RepoView): readonly string[] => {
  const members = workspaceMembers(project)
  return members.length > 0 ? members : ['.']
}

/** Package path of each module of the project → its directory, relative to the tree's root. */
export const modulePaths = (project: RepoView, directory: string): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const path of project.paths) {
    if (path !== 'go.mod' && !path.endsWith('/go.mod')) continue
    const module = readModuleFile(project.read(path) ?? '').module
    const inside = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const whole = [directory, inside].filter((part) => part !== '' && part !== '.').join('/')
    if (module !== null) found[module] ??= whole === '' ? '.' : whole
  }
  return found
}
