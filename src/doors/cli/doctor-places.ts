import { tmpdir } from 'node:os'
import path from 'node:path'
import { probeDatabase } from '../../history/probe.ts'
import { makeDirectory } from '../../io/directories.ts'
import { probePlace } from '../../io/doctor/places.ts'
import { within } from '../../io/doctor/within.ts'
import type { Repository } from '../../io/git/repository.ts'
import { homeOf } from '../../io/home.ts'
import { findPlaces } from '../../io/places.ts'
import type { MachineFacts, PlaceFact } from '../../model/machine-facts.ts'
import type { Trouble } from '../../model/result.ts'

/** Where this machine keeps things for a repository, and the history there; `trouble` where the environment names no usable places. */
export const probePlaces = async (
  repository: Repository | null,
): Promise<Pick<MachineFacts, 'places' | 'database'> & { readonly trouble: Trouble | null }> => {
  const found = findPlaces(process.env, homeOf(process.env), repository?.id ?? 'none')
  const at: [name: PlaceFact['name'], directory: string][] = [['temporary', tmpdir()]]
  if (found.ok) at.push(['cache', found.value.cache])
  if (found.ok && repository !== null) at.push(['state', found.value.state], ['trees', found.value.trees])
  if (repository !== null) at.push(['repository', repository.worktree ?? repository.gitDirectory])
  // The trees may lie below the state: the one must not remove what the other is about to write in.
  const places: MachineFacts['places'][number][] = []
  for (const [name, directory] of at)
    places.push({ name, probe: await within(() => probePlace(name, path.resolve(directory))) })
  const state = places.find(({ name }) => name === 'state')?.probe
  const home = state?.end === 'answered' && state.found.writable ? state.found.path : null
  const database =
    home === null
      ? null
      : await within(async () => {
          await makeDirectory(home, 0o700)
          return await probeDatabase(path.join(home, 'history.sqlite'))
        })
  return { places, database, trouble: found.ok ? null : found.trouble }
}
