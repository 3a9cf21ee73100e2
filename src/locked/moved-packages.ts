import { hasBelow, type RepoView } from '../model/repo-view.ts'
import type { Move } from './moves.ts'

/** How the manifests of packages that are built from a list of members say their own name. */
const NAMES: Readonly<Record<string, (text: string) => string | undefined>> = {
  'Cargo.toml': (text) => /^\s*\[package\][^[]*?^\s*name\s*=\s*"([^"]+)"/ms.exec(text)?.[1],
  'go.mod': (text) => /^module\s+(\S+)/m.exec(text)?.[1],
  'package.json': (text) => /^\s*\{[\s\S]*?"name"\s*:\s*"([^"]+)"/.exec(text)?.[1],
  'pom.xml': (text) => /<artifactId>\s*([^<\s]+)\s*</.exec(text.replace(/<parent>[\s\S]*?<\/parent>/, ''))?.[1],
}

const homeOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** True where a file of a package reaches out of it: elsewhere the same words would mean another file. */
const reachesOut = (view: RepoView, path: string, home: string): boolean => {
  const depth = path.slice(home.length).split('/').length - 1
  const climbs = view.read(path)?.match(/(?:\.\.[/\\])+/g) ?? []
  return climbs.some((climb) => climb.length / 3 > depth)
}

/**
 * Packages of the lock whose directory is gone from the branch as a whole, and stands there under another path, which the lock does not
 * have, with a manifest of the same kind and name: their tests move with them, as the lock has them. Only where nothing of the package
 * reaches out of its directory, so that the move cannot put other files under the tests, and only where one place is meant.
 */
export const movedPackages = (lock: RepoView, branch: RepoView): readonly Move[] => {
  const manifests = (view: RepoView): readonly string[] =>
    view.paths.filter((path) => path.includes('/') && NAMES[nameOf(path)] !== undefined)
  const called = (view: RepoView, path: string): string | undefined => NAMES[nameOf(path)]?.(view.read(path) ?? '')
  const places = manifests(branch).filter((path) => !hasBelow(lock, homeOf(path).slice(0, -1)))
  if (places.length === 0) return []
  return manifests(lock).flatMap((manifest) => {
    const from = homeOf(manifest)
    const name = called(lock, manifest)
    if (name === undefined || hasBelow(branch, from.slice(0, -1))) return []
    const found = places.filter((path) => nameOf(path) === nameOf(manifest) && called(branch, path) === name)
    const [place, second] = found
    const twins = manifests(lock).filter((path) => called(lock, path) === name)
    if (place === undefined || second !== undefined || twins.length > 1) return []
    const inside = lock.paths.filter((path) => path.startsWith(from) && path !== manifest)
    return inside.some((path) => reachesOut(lock, path, from)) ? [] : [{ from, to: homeOf(place) }]
  })
}
