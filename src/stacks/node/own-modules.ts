import type { RepoView } from '../../model/repo-view.ts'
import { readManifest } from './manifest.ts'
import type { Load } from './module-loads.ts'

const NOT_CODE =
  /[?!]|\.(?:json5?|ya?ml|toml|css|s[ac]ss|less|svg|png|jpe?g|gif|html?|txt|md|wasm|node|graphql|gql|snap)$/

/** True for loads of modules of the project itself that are code, and that the test file `path` (its text without comments: `bare`) does not mock. */
export const ownCode = (project: RepoView, path: string, bare: string): ((load: Load) => boolean) => {
  const manifest = readManifest(project)
  const packages = { ...manifest?.dependencies, ...manifest?.devDependencies }
  const replaced = [
    ...bare.matchAll(/\.(?:do|unstable_)?[mM]ock(?:Module)?(?:<[^(]*>)?\(\s*(?:import\(\s*)?(['"`])([^'"`\n]+)\1/g),
  ].map(([, , specifier]) => specifier)
  const isOwn = (specifier: string): boolean => {
    if (/^(?:\.{1,2}(?:\/|$)|#|@\/|~|\$lib\b)/.test(specifier)) return true
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''
    const version = packages[name]
    if (version !== undefined) return /^(?:workspace|file|link|portal):/.test(version)
    return (
      name === manifest?.name || (specifier.includes('/') && project.paths.some((file) => file.startsWith(`${name}/`)))
    )
  }
  return ({ specifier }) =>
    isOwn(specifier) &&
    !NOT_CODE.test(specifier) &&
    !replaced.includes(specifier) &&
    !isDeclaration(project, path, specifier)
}

/** A relative module of which only the types exist. */
const isDeclaration = (project: RepoView, path: string, specifier: string): boolean => {
  if (!specifier.startsWith('.')) return false
  const parts = path.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  const base = parts.join('/').replace(/\.[cm]?js$/, '')
  const code = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'].some((ending) => project.has(`${base}.${ending}`))
  return !code && project.has(`${base}.d.ts`)
}
