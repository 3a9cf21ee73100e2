import type { RepoView } from '../model/repo-view.ts'
import { ok, type Result, type Some, trouble } from '../model/result.ts'
import type { Stack, Tool } from '../model/stack.ts'
import { ancestors, byText, join, parent, within } from './paths.ts'

/** A directory that a stack answers for, with its view. */
export interface Project {
  readonly stack: Stack
  readonly directory: string
  readonly view: RepoView
}

/** What commands are resolved against: the locked ref, the stacks, the projects. */
export interface Grounds {
  readonly view: RepoView
  readonly stacks: readonly Stack[]
  readonly projects: readonly Project[]
  /** Those that are asked about: all, or those that a person named. A command still belongs to the nearest of all. */
  readonly selected: readonly Project[]
  /** The root, for commands that belong to no project: there when a person declared the report that they leave, and where no project of a stack has tests. */
  readonly fallback: Project | undefined
  /** Tools of no stack: what they look at is the tree. */
  readonly beside: readonly Tool[]
  /** The root as a project of a stack, for commands that run tests which no marked directory of the stack holds. */
  readonly unmarked: readonly Project[]
  /** The nearest directory at or above `cwd` that has a marker of the stack, workspace members too. */
  packageAt(stack: Stack, cwd: string): { readonly directory: string; readonly view: RepoView } | undefined
  /** The project that a command belongs to: the nearest at or above, else the only one below that it can mean. */
  owner(stack: Stack, cwd: string, argv: readonly string[]): Project | undefined
}

/** Directories whose packages are material of somebody else's tests, or somebody else's code. */
const ASIDE =
  /(^|\/)(node_modules|\.[^/]+|vendor|vendored|third[-_]party|licen[cs]es|deps|extern|external|tests?|__tests__|spec|e2e|fixtures?|__fixtures__|testdata|test[-_]data|examples?|samples?|demos?|docs?|documentation|templates?|benchmarks?|playgrounds?|dist|build|out|site-packages)(\/|$)/i

/** Every directory with a marker, by stack, in one pass over the paths. */
const marked = (view: RepoView, stacks: readonly Stack[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const byMarker = new Map<string, string[]>()
  for (const stack of stacks)
    for (const marker of stack.markers) byMarker.set(marker, [...(byMarker.get(marker) ?? []), stack.id])
  const found = new Map(stacks.map((stack) => [stack.id, new Set<string>()]))
  for (const path of view.paths) {
    const cut = path.lastIndexOf('/')
    const ids = byMarker.get(cut < 0 ? path : path.slice(cut + 1))
    if (ids !== undefined) for (const id of ids) found.get(id)?.add(parent(path))
  }
  return found
}

/** Projects that nobody named: every marked directory that is not set aside and not a member of another project's workspace. */
const found = (view: RepoView, stack: Stack, directories: ReadonlySet<string>): readonly Project[] => {
  const projects: Project[] = []
  const members = new Set<string>()
  for (const directory of [...directories].sort(byDepth)) {
    if (members.has(directory) || (directory !== '.' && ASIDE.test(directory))) continue
    const project = { stack, directory, view: view.under(directory) }
    projects.push(project)
    for (const member of stack.members(project.view)) members.add(join(directory, member) ?? directory)
    members.delete(directory)
  }
  return projects
}

/** True where a project has tests of its stack, or its manifest says what runs some. */
const namesTests = ({ stack, view }: Project): boolean =>
  stack.hasTests(view) || stack.manifestCommands(view).some(({ kind }) => kind === 'tests')

const depth = (directory: string): number => (directory === '.' ? 0 : directory.split('/').length)
const byDepth = (a: string, b: string): number => depth(a) - depth(b) || byText(a, b)

/**
 * The projects of a repository and how commands find theirs. Without any marker the root is one of every stack that has tests there. `named` are directories that a person named (`verify.projects`,
 * `--project`): each must have a marker of a stack, otherwise `project-not-found`. `other` answers for what belongs to nobody.
 */
export const readGrounds = (
  view: RepoView,
  stacks: readonly Stack[],
  named: readonly string[] | undefined,
  other?: Stack,
  declared = false,
): Result<Grounds> => {
  const markers = marked(view, stacks)
  const projects: Project[] = []
  // Also where some are named: a command of another project is that project's, and nothing that nobody reads.
  for (const stack of stacks) projects.push(...found(view, stack, markers.get(stack.id) ?? new Set()))
  // A Makefile and files of tests are a project too, though nothing marks it.
  if (named === undefined && projects.length === 0) {
    const tested = stacks.filter((stack) => stack.hasTests(view))
    projects.push(...tested.map((stack): Project => ({ stack, directory: '.', view })))
  }
  // Where a stack has tests or names them, what CI calls beside them is named and not run until a person says how it is heard.
  const isAside = !declared && named === undefined && projects.some(namesTests)
  const fallback = other === undefined || isAside ? undefined : { stack: other, directory: '.', view }
  const selected = named === undefined ? projects : []
  for (const name of new Set(named ?? [])) {
    const directory = join('.', name)
    const here = stacks.filter((stack) => directory !== null && markers.get(stack.id)?.has(directory))
    if (here.length === 0 && directory === '.' && fallback !== undefined) {
      selected.push(fallback)
      continue
    }
    if (directory === null || here.length === 0) {
      const known = stacks.flatMap((stack) => stack.markers).join(', ')
      return trouble('project-not-found', `${name} is no project that this version knows: none of ${known} is in it`, {
        remedy: 'Name a directory that has one of these files at the locked ref.',
      })
    }
    for (const stack of here) {
      const known = projects.find((project) => project.stack === stack && project.directory === directory)
      const project = known ?? { stack, directory, view: view.under(directory) }
      if (known === undefined) projects.push(project)
      if (!selected.includes(project)) selected.push(project)
    }
  }
  const order = (a: Project, b: Project): number =>
    byText(a.directory, b.directory) || stacks.indexOf(a.stack) - stacks.indexOf(b.stack)
  projects.sort(order)
  selected.sort(order)
  const unmarked = stacks
    .filter((stack) => !projects.some((project) => project.stack === stack && project.directory === '.'))
    .map((stack): Project => ({ stack, directory: '.', view }))
  const views = new Map(projects.map((project) => [project.directory, project.view]))
  const viewOf = (directory: string): RepoView => {
    const known = views.get(directory) ?? view.under(directory)
    views.set(directory, known)
    return known
  }
  return ok({
    view,
    stacks,
    projects,
    selected,
    fallback,
    beside: other?.tools.filter(({ beside }) => beside === true) ?? [],
    unmarked: named === undefined ? unmarked : [],
    packageAt: (stack, cwd) => {
      const directory = ancestors(cwd).find((candidate) => markers.get(stack.id)?.has(candidate))
      return directory === undefined ? undefined : { directory, view: viewOf(directory) }
    },
    owner: (stack, cwd, argv) => {
      const own = projects.filter((project) => project.stack === stack)
      const above = ancestors(cwd).flatMap((directory) => own.filter((project) => project.directory === directory))
      if (above[0] !== undefined) return above[0]
      const below = own.filter((project) => within(cwd, project.directory))
      if (below.length === 1) return below[0]
      const meant = below.filter((project) => argv.some((word) => within(project.directory, join(cwd, word) ?? '')))
      return meant.length === 1 ? meant[0] : undefined
    },
  })
}

/** Words of a list with at least one, or undefined. */
export const some = <T>(words: readonly T[]): Some<T> | undefined =>
  words.length === 0 ? undefined : [words[0] as T, ...words.slice(1)]
