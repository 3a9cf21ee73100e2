import type { RepoView } from '../../model/repo-view.ts'
import { declarations } from './declarations.ts'
import { readToml, type Table } from './pyproject.ts'
import { normalName } from './requirement.ts'

/** Lockfiles that list packages as `[[package]]` with a name and a version. */
const TABLE_LOCKS = ['uv.lock', 'poetry.lock', 'pdm.lock', 'pylock.toml'] as const

/** The version of a package that a lockfile or an exact pin fixes; undefined when nothing does. */
export const lockedVersion = (project: RepoView, name: string): string | undefined => {
  for (const file of TABLE_LOCKS) {
    const all = readToml(project, file)
    const packages = [all.package, all.packages].find(Array.isArray) ?? []
    const found = (packages as readonly Table[]).find(
      (entry) => typeof entry.name === 'string' && normalName(entry.name) === name,
    )
    if (typeof found?.version === 'string') return found.version
  }
  for (const declaration of declarations(project)) {
    const pin = declaration.name === name ? /={2,3}\s*["']?v?(\d[\w.]*)/.exec(declaration.requirement) : null
    if (pin) return pin[1]
  }
  return undefined
}

/** True when a known version is older; an unknown one is held to be new. */
export const olderThan = (version: string | undefined, [major, minor]: readonly [number, number]): boolean => {
  if (version === undefined) return false
  const [a = 0, b = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  return a < major || (a === major && b < minor)
}
