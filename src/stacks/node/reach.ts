import { parse } from 'yaml'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import { managerOf } from './manager.ts'
import { readManifest } from './manifest.ts'
import { members } from './members.ts'

interface Package {
  readonly name: string
  readonly version: string
}

/** Fetched where the locked ref names nothing: every registry that mirrors the public one has it, and it is tiny. */
const ANYWHERE: Package = { name: 'ms', version: '2.1.3' }

/** An argv that fetches one package that the project names, past every cache. It tells whether the registry serves at all. */
export const reach = (project: RepoView): Some<string> => {
  const { name, version } = smallest(named(project)) ?? ANYWHERE
  const what = `${name}@${version}`
  if (managerOf(project) === 'berry') {
    const own = /^yarnPath:/m.test(project.read('.yarnrc.yml') ?? '')
    const program: Some<string> =
      own || readManifest(project)?.packageManager === undefined ? ['yarn'] : ['corepack', 'yarn']
    return [...program, 'npm', 'info', what, '--fields', 'version']
  }
  // pnpm, yarn 1 and bun read the same .npmrc; `yarn info` exits 0 when nobody answers.
  const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=30000']
  return ['npm', 'cache', 'add', what, '--cache', '{stage}/temp/reach', '--prefer-online', ...patience]
}

/** Without a scope (which may be private) and with the shortest name: those are small as a rule. */
const smallest = (packages: readonly Package[]): Package | undefined =>
  packages
    .filter(({ name, version }) => !name.startsWith('@') && /^\d+\.\d+\.\d+/.test(version))
    .sort((a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : 1))[0]

const named = (project: RepoView): readonly Package[] => {
  for (const read of [ofPackageLock, ofPnpmLock, ofYarnLock]) {
    const found = read(project)
    if (found.length > 0) return found
  }
  return ofManifests(project)
}

const ofPackageLock = (project: RepoView): readonly Package[] => {
  const text = project.read('package-lock.json') ?? project.read('npm-shrinkwrap.json')
  if (text === undefined) return []
  try {
    const { packages = {} } = JSON.parse(text) as {
      packages?: Readonly<
        Record<string, { version?: unknown; resolved?: unknown; link?: unknown; name?: unknown; optional?: unknown }>
      >
    }
    return Object.entries(packages).flatMap(([path, entry]) => {
      const name = path.split('node_modules/').at(-1) ?? ''
      const fromRegistry = entry.resolved === undefined || /^https?:/.test(String(entry.resolved))
      const plain =
        path.includes('node_modules/') && entry.link !== true && entry.name === undefined && entry.optional !== true
      return plain && fromRegistry && typeof entry.version === 'string' ? [{ name, version: entry.version }] : []
    })
  } catch {
    return []
  }
}

const ofPnpmLock = (project: RepoView): readonly Package[] => {
  const text = project.read('pnpm-lock.yaml')
  if (text === undefined) return []
  try {
    const { packages } = (parse(text) ?? {}) as { packages?: Readonly<Record<string, unknown>> }
    return Object.keys(packages ?? {}).flatMap((key) => {
      const found = /^\/?([^@/(][^@/(]*)[@/](\d[^()_/]*)$/.exec(key)
      return found ? [{ name: found[1] as string, version: found[2] as string }] : []
    })
  } catch {
    return []
  }
}

/** Both forms: `ms@^2.1.3:` with `version "2.1.3"` below, and berry's `"ms@npm:^2.1.3":` with `version: 2.1.3`. */
const ofYarnLock = (project: RepoView): readonly Package[] =>
  [
    ...(project.read('yarn.lock') ?? '').matchAll(
      /^"?([^@"\s][^@"]*)@(?:npm:)?[~^<>=\d*][^\n]*:\n\s+version:? "?(\d[^"\n]*)"?$/gm,
    ),
  ].map(([, name, version]) => ({ name: name as string, version: version as string }))

/** Without a lockfile: the lowest version that a range names exists as a rule. */
const ofManifests = (project: RepoView): readonly Package[] =>
  ['package.json', ...members(project).map((member) => `${member}/package.json`)].flatMap((file) => {
    const manifest = readManifest(project, file)
    return Object.entries({ ...manifest?.dependencies, ...manifest?.devDependencies }).flatMap(([name, range]) => {
      const version = /^[~^]?(\d+\.\d+\.\d+[\w.-]*)$/.exec(range)?.[1]
      return version === undefined ? [] : [{ name, version }]
    })
  })
