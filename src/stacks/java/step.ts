import type { Stack } from '../../model/stack.ts'
import { readMaven } from './maven-call.ts'
import { storeAt } from './store.ts'

/** A build of Maven before the tests fetches into, and installs into, the repository of its stage. */
export const step: NonNullable<Stack['step']> = (argv, place) => {
  const call = readMaven(argv)
  if (call === undefined) return undefined
  return { argv: [...argv, '-B', `-Dmaven.repo.local=${storeAt(place)}/repository`], env: {} }
}
