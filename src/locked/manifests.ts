import type { RepoView } from '../model/repo-view.ts'
import type { PathClass } from '../model/tree.ts'
import { flag } from './flags.ts'
import { isGone } from './gone-packages.ts'
import type { Change } from './locked-flags.ts'
import { lockfileFlags, patchFlags, unreadable } from './lockfile-flags.ts'
import { isLockfile, isWholeLockfile } from './lockfiles.ts'
import { mergeCargoToml } from './merge-cargo-toml.ts'
import { mergeSetupCfg, mergeTsconfig } from './merge-config.ts'
import { type Merged, mergePackageJson } from './merge-package-json.ts'
import { mergePom } from './merge-pom.ts'
import { mergePyproject } from './merge-pyproject.ts'
import { differingTools, movedTools } from './moved-tools.ts'
import type { TestAliases } from './test-aliases.ts'
import { isTestTool } from './test-tools.ts'
import { wordOf, xmlTree } from './xml-tree.ts'

const named = (path: string, pattern: RegExp): boolean => pattern.test(path.slice(path.lastIndexOf('/') + 1))
/** The pom.xml of a build; those among resources are templates and data. */
const isPom = (path: string): boolean => named(path, /^pom\.xml$/) && !/(?:^|\/)(?:src|resources)\//.test(path)
/** True where a commit holds the pom of an artifact of this name. */
const isArtifact = (view: RepoView, artifact: string): boolean =>
  artifact !== '' && view.paths.some((path) => isPom(path) && artifactOf(view.read(path) ?? '') === artifact)
const artifactOf = (pom: string): string | undefined => wordOf(pom, xmlTree(pom), 'artifactId')
const untouched: Merged = { text: null, anomalies: [] }

/**
 * Files in which judging and other words stand together, and lockfiles: what becomes of them. Undefined when the class of the
 * path alone decides.
 */
export const mergedFile = (
  lock: RepoView,
  branch: RepoView,
  path: string,
  change: Change,
  kind: PathClass,
  aliases: TestAliases['names'] = new Map(),
  isJudged?: (script: string) => boolean,
  isLocked: (path: string) => boolean = () => false,
): Merged | undefined => {
  const mergeable =
    named(path, /^(?:package\.json|pyproject\.toml|Cargo\.toml|setup\.cfg|[tj]sconfig(?:\..+)?\.json)$/) || isPom(path)
  const settings = named(path, /^[tj]sconfig|^setup\.cfg$/)
  const pins = isLockfile(path) || isWholeLockfile(path)
  if (!mergeable && !pins)
    return kind === 'manifest' && change.kind !== 'same' && change.kind !== 'deleted' ? otherManifest(path) : undefined
  if (change.kind === 'same') return untouched
  const [before, after] = [lock.read(path), branch.read(path)]
  if (pins && change.kind === 'mode') return untouched
  if (pins) {
    const [isMoved, differing] = [movedTools(lock, branch, path), differingTools(lock, branch, path)]
    // What cannot be read (a symlink, a binary) is neither gone nor new.
    const isHidden = (before === undefined && lock.has(path)) || (after === undefined && branch.has(path))
    if (isHidden) return { text: null, anomalies: [unreadable(path)] }
    return { text: null, anomalies: lockfileFlags(path, before, after, isMoved, differing) }
  }
  if (change.kind === 'mode') return untouched
  if (after === undefined || (before === undefined && lock.has(path)))
    return withoutText(branch, path, change, settings && kind === 'judge')
  if (named(path, /^package\.json$/))
    return mergePackageJson(
      path,
      before,
      after,
      isPinned(branch, path, /^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/),
      aliases.get(path),
      isJudged,
    )
  if (named(path, /^pyproject\.toml$/))
    return mergePyproject(path, before, after, isPinned(branch, path, /^(?:uv|poetry|pdm)\.lock$/))
  if (named(path, /^Cargo\.toml$/))
    return mergeCargoToml(path, before, after, isPinned(branch, path, /^Cargo\.lock$/), { lock, branch, isLocked })
  if (isPom(path)) return mergePom(path, before, after, (artifact) => isArtifact(branch, artifact))
  if (named(path, /^setup\.cfg$/)) return mergeSetupCfg(path, before ?? '', after)
  if (before === undefined)
    return { text: null, anomalies: [flag('build-config-modified', path, `The branch adds ${path}.`)] }
  return mergeTsconfig(path, before, after)
}

/**
 * Deleted on the branch, or a symlink or binary there or at the lock: the lock's file stays, since it also judges. A package that the
 * branch removed whole goes with its manifest; a symlink where the lock has nothing is no manifest.
 */
const withoutText = (branch: RepoView, path: string, change: Change, judges: boolean): Merged => {
  const directory = path.slice(0, path.lastIndexOf('/') + 1)
  const gone = change.kind === 'deleted' && isGone(branch, directory)
  if (change.kind === 'added' || (gone && !judges)) return untouched
  const verb = change.kind === 'deleted' ? 'deletes' : 'replaces'
  return {
    from: 'lock',
    text: null,
    anomalies: [
      flag(
        'runner-config-modified',
        path,
        `The branch ${verb} ${path}, which says how the project is judged: restored.`,
      ),
    ],
  }
}

/** A lockfile beside the manifest or above it. */
const isPinned = (view: RepoView, path: string, names: RegExp): boolean =>
  view.paths.some((each) => {
    const cut = each.lastIndexOf('/') + 1
    return names.test(each.slice(cut)) && path.startsWith(each.slice(0, cut))
  })

const otherManifest = (path: string): Merged => ({
  text: null,
  anomalies: patchFlags(path, (name) => isTestTool(name, 'javascript')),
})
