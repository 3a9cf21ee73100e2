import type { RepoView } from '../../model/repo-view.ts'
import { readManifest } from './manifest.ts'

/** `yarn` is version 1, `berry` is yarn 2 and later: they differ in everything but the name. */
export type Manager = 'npm' | 'pnpm' | 'yarn' | 'berry' | 'bun'

export const LOCKFILES: Readonly<Record<Manager, readonly string[]>> = {
  npm: ['package-lock.json', 'npm-shrinkwrap.json'],
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
  berry: ['yarn.lock'],
  bun: ['bun.lock', 'bun.lockb'],
}

/** The package manager of a project: what package.json pins, else what its lockfile belongs to, else npm. */
export const managerOf = (project: RepoView): Manager => {
  const pinned = /^(npm|pnpm|yarn|bun)@(\d+)/.exec(readManifest(project)?.packageManager ?? '')
  if (pinned?.[1] === 'yarn') return pinned[2] === '1' ? 'yarn' : 'berry'
  if (pinned) return pinned[1] as Manager
  if (LOCKFILES.pnpm.some((file) => project.has(file))) return 'pnpm'
  if (LOCKFILES.yarn.some((file) => project.has(file))) return isBerryLock(project) ? 'berry' : 'yarn'
  if (LOCKFILES.npm.some((file) => project.has(file))) return 'npm'
  return LOCKFILES.bun.some((file) => project.has(file)) ? 'bun' : 'npm'
}

/** Yarn 2 and later write YAML with a `__metadata` entry. */
const isBerryLock = (project: RepoView): boolean =>
  project.has('.yarnrc.yml') || /^__metadata:/m.test(project.read('yarn.lock') ?? '')

/** The lockfile that the manager reads, or undefined. */
export const lockfileOf = (project: RepoView, manager: Manager): string | undefined =>
  LOCKFILES[manager].find((file) => project.has(file))

/** The word the manager is called by. */
export const programOf = (manager: Manager): string => (manager === 'berry' ? 'yarn' : manager)
