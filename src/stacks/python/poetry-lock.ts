import type { RepoView } from '../../model/repo-view.ts'
import { readPyproject, readToml, type Table, tableAt, valueAt } from './pyproject.ts'
import { chosenExtras, chosenGroups, isForChecking } from './selection.ts'

/** One locked package. */
export interface Pin {
  /** PEP 508: `six==1.17.0 ; python_version < "3"`. */
  readonly requirement: string
  /** `sha256:…`; empty where the lockfile has none. */
  readonly hashes: readonly string[]
}

/** The packages of a poetry.lock that the chosen groups need. Undefined before lock version 2.1, which has no markers and groups, and where an own index is named. */
export const poetryPins = (project: RepoView): readonly Pin[] | undefined => {
  const lock = readToml(project, 'poetry.lock')
  const version = valueAt(lock, 'metadata', 'lock-version')
  const packages = (Array.isArray(lock.package) ? lock.package : []) as readonly Table[]
  if (typeof version !== 'string' || Number.parseFloat(version) < 2.1) return undefined
  if (packages.some((entry) => valueAt(entry, 'source', 'type') === 'legacy')) return undefined
  const groups = groupsToInstall(project)
  const extras = chosenExtras(project)
  return packages.flatMap((entry) => pinOf(entry, groups, extras))
}

/** `main`, and the groups that are not for documentation; an optional one only when it is named for checking. */
const groupsToInstall = (project: RepoView): ReadonlySet<string> => {
  const poetry = tableAt(readPyproject(project), 'tool', 'poetry', 'group')
  const standard = Object.keys(tableAt(readPyproject(project), 'dependency-groups'))
  const wanted = Object.keys(poetry).filter((name) => valueAt(poetry, name, 'optional') !== true || isForChecking(name))
  return new Set(['main', 'dev', ...chosenGroups([...wanted, ...standard])])
}

const pinOf = (entry: Table, groups: ReadonlySet<string>, extras: readonly string[]): readonly Pin[] => {
  const { name, version, markers, files, source } = entry
  const own = (Array.isArray(entry.groups) ? entry.groups : ['main']).filter((group) => groups.has(String(group)))
  if (typeof name !== 'string' || typeof version !== 'string' || own.length === 0) return []
  const marker = withExtras(markerOf(markers, own), extras)
  const kind = valueAt({ source }, 'source', 'type')
  const place = valueAt({ source }, 'source', 'url')
  if (kind === 'directory' || kind === 'file') return []
  const suffix = marker === '' ? '' : ` ; ${marker}`
  if (kind === 'git') {
    const revision = valueAt({ source }, 'source', 'resolved_reference')
    return [{ requirement: `${name} @ git+${place}@${revision}${suffix}`, hashes: [] }]
  }
  if (kind === 'url') return [{ requirement: `${name} @ ${place}${suffix}`, hashes: [] }]
  const hashes = (Array.isArray(files) ? (files as readonly Table[]) : []).map(({ hash }) => String(hash))
  return [{ requirement: `${name}==${version}${suffix}`, hashes }]
}

/** Markers are one text for all groups, or one for each group; a group without one needs the package always. */
const markerOf = (markers: unknown, groups: readonly unknown[]): string => {
  if (typeof markers === 'string') return markers
  if (typeof markers !== 'object' || markers === null) return ''
  const each = groups.map((group) => (markers as Table)[String(group)])
  return each.every((marker) => typeof marker === 'string') ? each.map((marker) => `(${marker})`).join(' or ') : ''
}

/** `extra == "x"` holds for chosen extras; others stay, and nothing outside of poetry makes them true. */
const withExtras = (marker: string, extras: readonly string[]): string =>
  marker.replaceAll(/extra == ["']([^"']+)["']/g, (written, name) =>
    extras.includes(name) ? 'python_version >= "2"' : written,
  )
