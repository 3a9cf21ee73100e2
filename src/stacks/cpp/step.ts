import type { Stack } from '../../model/stack.ts'
import { directoryOf, readConfiguration } from './cmake-call.ts'
import { mesonStep } from './meson.ts'

/** A configuration starts from nothing: what a repository or a branch brings along in its place is emptied first. */
export const step: NonNullable<Stack['step']> = (argv, place) => {
  const meson = mesonStep(argv, place)
  if (meson !== undefined) return { argv: meson, env: {} }
  const configuration = readConfiguration(argv)
  if (configuration === undefined) return undefined
  const directory = directoryOf(configuration, place.project, 'configure')
  return { argv: ['sh', `${place.reporters}/triverdict_cmake.sh`, 'configure', directory, ...argv], env: {} }
}
