import type { RepoView } from '../model/repo-view.ts'
import { normal } from './javascript-imports.ts'
import { type OuterModule, type RustDeclarations, rustDeclarations } from './rust-declarations.ts'
import { includedFile } from './rust-included.ts'
import { type CargoTargets, cargoTargets } from './rust-targets.ts'

/** A file of a crate; `isRoot`: modules that it declares lie beside it (a crate's root, `mod.rs`, what `#[path]` names). */
interface Place {
  readonly path: string
  readonly isRoot: boolean
}

interface Edge {
  readonly to: Place
  readonly tested: boolean
  readonly by: RustEdge['by']
}

/** That a file takes another into its crate. */
export interface RustEdge {
  readonly to: string
  /** For tests alone. */
  readonly tested: boolean
  /** `guess`: it lies where the compiler would look for it only if the file that declares it were a root. */
  readonly by: 'module' | 'guess' | 'include'
}

/** The sources of a commit, as `mod` and `include!` hold them together from the targets of cargo on. */
export interface RustGraph {
  readonly targets: CargoTargets
  readonly sources: readonly string[]
  /** Targets of product, and sources that no other takes into its crate. */
  readonly roots: ReadonlySet<string>
  edgesOf(path: string): readonly RustEdge[]
  declarationsOf(path: string): RustDeclarations
}

const known = new WeakMap<RepoView, RustGraph>()

/** The graph of a commit. A source that `like`, another commit, has as well is not taken apart a second time. */
export const rustGraph = (view: RepoView, like?: RepoView): RustGraph => {
  const before = known.get(view)
  if (before !== undefined) return before
  const graph = graphOf(view, like)
  known.set(view, graph)
  return graph
}

const graphOf = (view: RepoView, like: RepoView | undefined): RustGraph => {
  const sources = view.paths.filter((path) => path.endsWith('.rs'))
  const targets = cargoTargets(view)
  const declarationsOf = remembered((path): RustDeclarations => {
    const isSame = like?.oid(path) !== undefined && like.oid(path) === view.oid(path)
    return isSame ? rustGraph(like).declarationsOf(path) : rustDeclarations(view.read(path) ?? '')
  })
  const [ofRoot, ofModule] = [true, false].map((isRoot) =>
    remembered((path) => edgesOf(view, { path, isRoot }, declarationsOf(path))),
  ) as [(path: string) => readonly Edge[], (path: string) => readonly Edge[]]
  const follow = ({ path, isRoot }: Place): readonly Edge[] => (isRoot ? ofRoot : ofModule)(path)
  // A file has one place: what cargo names is a root, and a library or a program has the first word on its modules.
  const stages = [[...targets.shipped.values()].flat(), [...targets.product], [...targets.tests]].map((paths) =>
    paths.filter((path) => path.endsWith('.rs')).map((path): Place => ({ path, isRoot: true })),
  )
  const places = new Map(stages.flat().map((place) => [place.path, place]))
  for (const stage of stages) walk(stage, follow, places)
  // What is left has roots of its own: `tests/*.rs`, crates without a manifest, files of the past.
  const left = sources.filter((path) => !places.has(path)).map(alone)
  const declared = new Set(left.flatMap(follow).map(({ to }) => to.path))
  const undeclared = left.filter(({ path }) => !declared.has(path))
  for (const place of undeclared) places.set(place.path, place)
  walk(undeclared, follow, places)
  return {
    targets,
    sources,
    roots: new Set([...targets.product, ...undeclared.map(({ path }) => path)]),
    edgesOf: (path) => follow(places.get(path) ?? alone(path)).map((edge) => ({ ...edge, to: edge.to.path })),
    declarationsOf,
  }
}

/** Adds the places that others lead to; of one file the place that is found first counts. */
const walk = (from: readonly Place[], follow: (place: Place) => readonly Edge[], places: Map<string, Place>): void => {
  const waiting = [...from]
  // The list grows while it is walked.
  for (const place of waiting)
    for (const { to } of follow(place)) {
      if (places.has(to.path)) continue
      places.set(to.path, to)
      waiting.push(to)
    }
}

/** A file of which its name alone tells where its modules lie. */
const alone = (path: string): Place => ({
  path,
  isRoot: /(?:^|\/)(?:(?:lib|main|mod)\.rs|(?:tests|bin)\/[^/]+\.rs)$/.test(path),
})

const edgesOf = (view: RepoView, place: Place, declared: RustDeclarations): readonly Edge[] => [
  ...declared.modules.flatMap((module) => {
    const found = fileOf(view, place, module)
    return found === undefined ? [] : [{ ...found, tested: module.tested }]
  }),
  // What `include!` brings is source of whoever includes it.
  ...declared.inclusions.flatMap((inclusion): readonly Edge[] => {
    const path = includedFile(view, place.path, inclusion)
    if (path === undefined || path === place.path) return []
    return [{ to: { path, isRoot: true }, tested: inclusion.tested, by: 'include' }]
  }),
]

/** The file of a module that another file declares (The Rust Reference, module source filenames). */
const fileOf = (
  view: RepoView,
  parent: Place,
  { name, inside, path }: OuterModule,
): Pick<Edge, 'to' | 'by'> | undefined => {
  const cut = parent.path.lastIndexOf('/') + 1
  const directory = parent.path.slice(0, cut)
  const own = `${directory}${parent.path.slice(cut).replace(/\.rs$/, '')}/`
  const below = inside.map((each) => `${each}/`).join('')
  if (path !== null) {
    const base = inside.length === 0 || parent.isRoot ? directory : own
    const to = placed(view, `${base}${below}${path}`, true)
    return to === undefined ? undefined : { to, by: 'module' }
  }
  // Of a root that nobody names as one the modules lie beside it.
  const bases = parent.isRoot ? [directory, own] : [own, directory]
  for (const base of bases) {
    const to = placed(view, `${base}${below}${name}.rs`, false) ?? placed(view, `${base}${below}${name}/mod.rs`, true)
    if (to === undefined || to.path === parent.path) continue
    return { to, by: base === directory && !parent.isRoot ? 'guess' : 'module' }
  }
  return undefined
}

const placed = (view: RepoView, written: string, isRoot: boolean): Place | undefined => {
  const path = normal(written)
  return path === undefined || !view.has(path) ? undefined : { path, isRoot }
}

const remembered = <T>(answer: (path: string) => T): ((path: string) => T) => {
  const answers = new Map<string, T>()
  return (path) => {
    const before = answers.get(path)
    if (before !== undefined) return before
    const found = answer(path)
    answers.set(path, found)
    return found
  }
}
