import type { RepoView } from '../../model/repo-view.ts'
import type { DependencyPlan } from './dependency-plan.ts'
import { installHashed, installInto } from './environment-steps.ts'
import { type Pin, poetryPins } from './poetry-lock.ts'
import { readToml, type Table } from './pyproject.ts'

/** A lockfile whose pins pip's own options can express: nothing is resolved, and its manager need not be on this machine. */
interface PinnedLock {
  readonly file: string
  readonly manager: string
  readonly pins: readonly Pin[]
}

/** The pins of Pipfile.lock, pdm.lock or a poetry.lock with markers (2.1 and later), without local directories; undefined without one. */
export const pinnedLock = (project: RepoView): PinnedLock | undefined => {
  const poetry = poetryPins(project)
  if (poetry !== undefined) return { file: 'poetry.lock', manager: 'poetry', pins: poetry }
  if (project.has('Pipfile.lock'))
    return { file: 'Pipfile.lock', manager: 'pipenv', pins: ofPipfile(project.read('Pipfile.lock') ?? '') }
  if (project.has('pdm.lock')) return { file: 'pdm.lock', manager: 'pdm', pins: ofPdm(readToml(project, 'pdm.lock')) }
  return undefined
}

/** Packages with hashes are checked against them; what has none (a git revision) is installed after them. */
export const fromPinned = (lock: PinnedLock, directory: string): DependencyPlan => {
  const hashed = lock.pins.filter(({ hashes }) => hashes.length > 0)
  const others = lock.pins.filter(({ hashes }) => hashes.length === 0).map(({ requirement }) => requirement)
  const lines = hashed.map(({ requirement, hashes }) =>
    [requirement, ...hashes.map((hash) => `--hash=${hash}`)].join(' '),
  )
  const why = { file: lock.file, text: lock.file }
  return {
    manager: lock.manager,
    steps: [
      ...(lines.length > 0 ? [installHashed(directory, lines, why)] : []),
      ...(others.length > 0 ? [installInto(directory, ['--no-deps', ...others], why)] : []),
    ],
    pinned: true,
    programs: [],
  }
}

const withMarker = (requirement: string, marker: unknown): string =>
  typeof marker === 'string' && marker !== '' ? `${requirement} ; ${marker}` : requirement

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []

interface PipfileEntry {
  readonly version?: string
  readonly markers?: string
  readonly hashes?: readonly string[]
  readonly git?: string
  readonly ref?: string
}

const ofPipfile = (text: string): readonly Pin[] => {
  let all: Readonly<Record<string, Readonly<Record<string, PipfileEntry>> | undefined>>
  try {
    all = JSON.parse(text)
  } catch {
    return []
  }
  const pins = new Map<string, Pin>()
  for (const section of ['default', 'develop']) {
    for (const [name, { version, markers, hashes, git, ref }] of Object.entries(all[section] ?? {})) {
      if (version !== undefined)
        pins.set(name, { requirement: withMarker(`${name}${version}`, markers), hashes: strings(hashes) })
      else if (git !== undefined) pins.set(name, { requirement: `${name} @ git+${git}@${ref ?? 'HEAD'}`, hashes: [] })
    }
  }
  return [...pins.values()]
}

const ofPdm = (all: Table): readonly Pin[] => {
  const packages = (Array.isArray(all.package) ? all.package : []) as readonly Table[]
  return (
    packages
      .filter(
        ({ name, version, path }) => typeof name === 'string' && typeof version === 'string' && path === undefined,
      )
      // One entry for each set of extras: the one without names the same files.
      .filter(({ extras }) => extras === undefined)
      .map(({ name, version, marker, git, revision, files }) =>
        typeof git === 'string'
          ? { requirement: withMarker(`${name} @ git+${git}@${revision ?? 'HEAD'}`, marker), hashes: [] }
          : {
              requirement: withMarker(`${name}==${version}`, marker),
              hashes: (Array.isArray(files) ? (files as readonly Table[]) : []).map(({ hash }) => String(hash)),
            },
      )
  )
}
