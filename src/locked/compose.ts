import type { Anomaly } from '../model/anomaly.ts'
import type { Check } from '../model/check.ts'
import type { VerifyConfig } from '../model/config.ts'
import type { CommitView, RepoView } from '../model/repo-view.ts'
import { ok, type Result, trouble } from '../model/result.ts'
import { type ComposedTree, leavesTree, type TreeEntry } from '../model/tree.ts'
import { testOnlyFeatureFlags } from './cargo-test-features.ts'
import { classifier, type LockedProject } from './classify-path.ts'
import { cppShadowed } from './cpp-shadowed.ts'
import { namedExam } from './exam.ts'
import { flag } from './flags.ts'
import { goTestHelpers } from './go-helpers.ts'
import { shadowedNames } from './go-shadowed.ts'
import { packageGone } from './gone-packages.ts'
import { importedByProduct } from './imports.ts'
import { inlineTestFlags } from './inline-tests.ts'
import { type Change, judgeFlags, type Sides, testFlags } from './locked-flags.ts'
import { mergedFile } from './manifests.ts'
import { productLikeTests } from './product-like-tests.ts'
import { judgedScripts } from './product-scripts.ts'
import { isRunnable } from './runnable.ts'
import { rustClasses } from './rust-classes.ts'
import { devCrateFlags, devCrates } from './rust-helper-crates.ts'
import { shadowedModules } from './shadowed-modules.ts'
import { suppressionsOf } from './suppressions.ts'
import { swappedModules } from './swapped-modules.ts'
import { swappedPackages } from './swapped-packages.ts'
import { helpersOfTests } from './test-helpers.ts'
import { unusedRecipes } from './unused-recipes.ts'
import { watchedFlags } from './watched.ts'

export interface Composition {
  readonly lock: RepoView
  readonly branch: RepoView
  /** Projects with their stacks; files outside them are looked at with the patterns of every stack. */
  readonly projects: readonly LockedProject[]
  /** The checks that were chosen at the lock: what they name is part of the exam. */
  readonly checks?: readonly Check[] | undefined
  readonly config?: Pick<VerifyConfig, 'lock'> | undefined
}

/**
 * Composes the tree that is verified. Product and building files come from the branch, tests and judging files from the lock, those
 * that only the branch has are left out, manifests are merged. Everything that differs from the branch is in `excluded` and flagged.
 * Views should be those of whole commits (`openView`, `memoryView`): without modes, symlink targets and submodules less is known.
 */
export const compose = ({ lock, branch, projects, checks = [], config }: Composition): Result<ComposedTree> => {
  const moved = movedSubmodule(lock, branch)
  if (moved !== undefined) return moved
  const byName = classifier(projects, config?.lock)
  const crates = devCrates(lock)
  const inCrates = [...lock.paths, ...branch.paths].filter((path) =>
    crates.helpers.some((each) => path.startsWith(each)),
  )
  const { tests: modules, product: rustProduct } = rustClasses(lock, (path) => byName.classOf(path) === 'test')
  const testModules = new Set([...modules, ...goTestHelpers(lock, branch), ...inCrates])
  const byPath = classifier(projects, config?.lock, rustProduct, testModules)
  // A helper that lies among product is no product that could make a test product by importing it.
  const early = new Set([...testModules, ...helpersOfTests(lock, branch, projects, byPath)])
  const withHelpers = early.size === testModules.size ? byPath : classifier(projects, config?.lock, rustProduct, early)
  const promoted = new Set([...rustProduct, ...importedByProduct(lock, branch, projects, withHelpers)])
  const shadows = lock.paths.filter(
    (path) => isOldModule(path) && byPath.activates(path) && byPath.classOf(path) === 'judge',
  )
  const likeTests = productLikeTests(lock, branch, projects, withHelpers)
  const recipes = unusedRecipes(lock, checks, withHelpers)
  const product = new Set([...promoted, ...shadows, ...likeTests, ...recipes])
  const withProduct = product.size === 0 ? byPath : classifier(projects, config?.lock, product, testModules)
  const helpers =
    promoted.size === 0 ? early : new Set([...testModules, ...helpersOfTests(lock, branch, projects, withProduct)])
  const withoutExam =
    helpers.size === testModules.size ? withProduct : classifier(projects, config?.lock, product, helpers)
  const exam = namedExam(lock, branch, projects, checks, withoutExam)
  // What the exam names judges, however silent it is.
  for (const path of likeTests) if (exam.judging.has(path) || exam.tests.has(path)) product.delete(path)
  const classes =
    exam.judging.size + exam.tests.size === 0
      ? withoutExam
      : classifier(projects, config?.lock, product, new Set([...helpers, ...exam.tests]), exam.judging)
  const draft: Draft = {
    entries: new Map(),
    excluded: new Map(),
    anomalies: [],
    branchTests: [],
    locked: new Set(),
    silenced: suppressionsOf(lock, branch, new Set((checks ?? []).map(({ tool }) => tool))),
  }
  const standIns = [...new Set(projects.map(({ stack }) => stack.standIn))]
  const standIn = (path: string): string | undefined =>
    standIns.map((make) => make?.(path)).find((text) => text !== undefined)
  const added = new Map(branch.paths.filter((path) => !lock.has(path)).map((path) => [branch.oid(path) ?? '', path]))
  const deleted = lock.paths.filter((path) => !branch.has(path) && classes.classOf(path) === 'test')
  const sides: Sides = {
    lock,
    branch,
    classes,
    added,
    doctests: exam.doctests,
    aliases: exam.aliases,
    isJudged: judgedScripts(lock, classes),
    gone: new Set(deleted.map((path) => lock.oid(path) ?? '')),
  }
  for (const path of [...new Set([...lock.paths, ...branch.paths])].sort()) {
    const change = changeOf(lock, branch, path)
    if (promoted.has(path) && change.kind !== 'same')
      draft.anomalies.push(
        flag(
          'product-in-test-path',
          path,
          `${path} lies among tests, but it is a program or product code imports it: taken from the branch.`,
        ),
      )
    if (recipes.has(path) && change.kind !== 'same') draft.anomalies.push(buildFlag(path, change))
    if (exam.shared.has(path) && change.kind !== 'same')
      draft.anomalies.push(
        flag(
          'fixture-shared-with-product',
          path,
          `${path}, which the branch changes, is named by tests and by product: taken from the branch.`,
        ),
      )
    place(draft, sides, path, change)
    const instead = change.kind === 'added' && classes.classOf(path) === 'test' ? standIn(path) : undefined
    if (instead !== undefined && branch.mode?.(path) !== '120000')
      draft.entries.set(path, { ...entryOf(branch, path, 'merged'), oid: null, text: instead })
  }
  draft.anomalies.push(...swappedPackages(lock, branch, projects, classes), ...swappedModules(lock, branch, classes))
  draft.anomalies.push(
    ...testOnlyFeatureFlags(lock, branch),
    ...shadowedModules(lock, branch, classes),
    ...shadowedNames(lock, branch, classes),
    ...cppShadowed(lock, branch, projects, classes),
    ...devCrateFlags(lock, branch, crates),
  )
  draft.anomalies.push(...watchedFlags({ lock, branch, projects, classOf: classes.classOf }))
  const paths = withoutCollisions(draft)
  return ok({
    entries: paths.flatMap((path) => draft.entries.get(path) ?? []),
    excluded: [...draft.excluded]
      .map(([path, reason]) => ({ path, reason }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    anomalies: draft.anomalies,
    branchTestFiles: draft.branchTests,
    doubtful: [...likeTests].filter((path) => product.has(path)).sort(),
    helpersPutBack: lock.paths.filter(
      (path) =>
        helpers.has(path) && !modules.has(path) && draft.locked.has(path) && lock.oid(path) !== branch.oid(path),
    ),
    lockedPaths: paths.filter((path) => draft.locked.has(path)),
  })
}

interface Draft {
  readonly entries: Map<string, TreeEntry>
  readonly excluded: Map<string, string>
  readonly anomalies: Anomaly[]
  readonly branchTests: string[]
  readonly locked: Set<string>
  readonly silenced: (path: string) => readonly Anomaly[]
}

const place = (draft: Draft, sides: Sides, path: string, change: Change): void => {
  const { lock, branch, classes } = sides
  const kind = classes.classOf(path)
  const isLocked = (each: string): boolean => lock.has(each) && classes.classOf(each) === 'test'
  const merged =
    kind === 'test' ? undefined : mergedFile(lock, branch, path, change, kind, sides.aliases, sides.isJudged, isLocked)
  if (merged !== undefined) {
    draft.anomalies.push(...merged.anomalies)
    if (merged.from === 'lock') draft.entries.set(path, entryOf(lock, path, 'lock'))
    else if (merged.text !== null)
      draft.entries.set(path, { ...entryOf(branch, path, 'merged'), oid: null, text: merged.text })
    else fromBranch(draft, sides, path, change)
    if ((merged.from === 'lock' || merged.text !== null) && branch.has(path))
      draft.excluded.set(path, merged.anomalies[0]?.kind ?? 'runner-config-modified')
    // A judging file that could have been merged and is unchanged is locked all the same.
    if (kind === 'judge' && change.kind === 'same') draft.locked.add(path)
    return
  }
  if (kind !== 'test' && kind !== 'judge') {
    if (kind === 'build' && change.kind !== 'same') draft.anomalies.push(buildFlag(path, change))
    if (change.kind !== 'same' && change.kind !== 'mode') draft.anomalies.push(...inlineTestFlags(path, lock, branch))
    if (change.kind === 'changed' || change.kind === 'added') draft.anomalies.push(...draft.silenced(path))
    fromBranch(draft, sides, path, change)
    return
  }
  // A test alone where its package was would be a package without a manifest, and cargo would load nothing at all.
  const gone = change.kind === 'deleted' ? packageGone(lock, branch, path, isLocked) : undefined
  if (gone !== undefined) {
    const detail = `The branch deletes ${path} with its package ${gone}: it cannot run any more.`
    draft.anomalies.push(flag(kind === 'test' ? 'test-deleted' : 'runner-config-modified', path, detail))
    return
  }
  const flags = kind === 'test' ? testFlags(sides, path, change) : judgeFlags(sides, path, change)
  draft.anomalies.push(...flags)
  if (change.kind !== 'added') {
    draft.entries.set(path, entryOf(lock, path, 'lock'))
    draft.locked.add(path)
  }
  if (change.kind !== 'same' && branch.has(path)) {
    draft.excluded.set(path, flags[0]?.kind ?? 'test-modified')
    if (kind === 'test' && isRunnable(path, branch.read(path) ?? '')) draft.branchTests.push(path)
  }
}

const fromBranch = (draft: Draft, { lock, branch }: Sides, path: string, change: Change): void => {
  if (change.kind === 'deleted') return
  if (change.kind === 'same') {
    draft.entries.set(path, entryOf(lock, path, 'lock'))
    return
  }
  if (branch.mode?.(path) === '120000') {
    const target = targetOf(branch, path)
    if (target === undefined || leavesTree(path, target)) {
      draft.anomalies.push(
        flag('symlink-escape', path, `The symlink ${path} leads out of the tree.`, { evidence: target ?? null }),
      )
      draft.excluded.set(path, 'symlink-escape')
      return
    }
  }
  if (isLfs(branch, path))
    draft.anomalies.push(flag('lfs-pointer-changed', path, `${path}, which Git LFS keeps, has other content.`))
  draft.entries.set(path, entryOf(branch, path, 'branch'))
}

/**
 * A file and a directory cannot have one name: what is locked stays, what the branch put in its way or below it goes. Returns the
 * paths that remain, sorted.
 */
const withoutCollisions = (draft: Draft): string[] => {
  for (const path of [...draft.entries.keys()]) {
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const above = path.slice(0, slash)
      if (!draft.entries.has(above)) continue
      const loser = draft.locked.has(path) ? above : path
      draft.entries.delete(loser)
      draft.excluded.set(loser, 'path-collision')
      draft.anomalies.push(
        flag(
          'path-collision',
          loser,
          `${loser} stands in the way of ${loser === path ? above : path}, which is locked.`,
        ),
      )
    }
  }
  return [...draft.entries.keys()].sort()
}

/** A module that has a name of Python's own and was there before (`src/types.py`) is product; only a new one could stand in for the real. */
const isOldModule = (path: string): boolean =>
  /\.py$/.test(path) && !/(?:^|\/)(?:conftest|sitecustomize|usercustomize)\.py$/.test(path)

const entryOf = (view: RepoView, path: string, from: TreeEntry['from']): TreeEntry => ({
  path,
  mode: view.mode?.(path) ?? '100644',
  from,
  oid: view.oid(path) ?? null,
  text: null,
})

const changeOf = (lock: RepoView, branch: RepoView, path: string): Change => {
  if (!lock.has(path)) return { kind: 'added' }
  if (!branch.has(path)) return { kind: 'deleted' }
  const [was, is] = [lock.mode?.(path) ?? '100644', branch.mode?.(path) ?? '100644']
  if (lock.oid(path) === branch.oid(path)) return was === is ? { kind: 'same' } : { kind: 'mode' }
  return { kind: 'changed' }
}

const buildFlag = (path: string, change: Change): Anomaly => {
  const kind = /\.(?:jsonc?|toml|ya?ml|cfg|ini)$|rc$/.test(path) ? 'build-config-modified' : 'build-hook-modified'
  const verb = change.kind === 'added' ? 'adds' : change.kind === 'deleted' ? 'deletes' : 'changes'
  return flag(kind, path, `The branch ${verb} ${path}, which takes part in the build.`)
}

const targetOf = (view: RepoView, path: string): string | undefined => (view as Partial<CommitView>).target?.(path)

const isLfs = (view: RepoView, path: string): boolean =>
  (view as Partial<CommitView>).lfs?.some((each) => each.path === path) ?? false

const movedSubmodule = (lock: RepoView, branch: RepoView): Result<never> | undefined => {
  const pins = (view: RepoView) =>
    new Map(((view as Partial<CommitView>).submodules ?? []).map(({ path, oid }) => [path, oid]))
  const [before, after] = [pins(lock), pins(branch)]
  const path = [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .find((each) => before.get(each) !== after.get(each))
  if (path === undefined) return undefined
  return trouble('submodule-moved', `The submodule ${path} is not pinned alike at the lock and on the branch.`, {
    remedy: 'Look at the new pin, then lock a commit that has it (--lock <sha>).',
    detail: `${before.get(path) ?? 'absent'} → ${after.get(path) ?? 'absent'}`,
  })
}
