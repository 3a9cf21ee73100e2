import type { Some } from '../../model/result.ts'
import type { Place } from '../../model/stack.ts'

/** A call through the script that ships with the reporters; what its modes do is said there. */
export const throughScript = (place: Place, mode: Some<string>, argv: readonly string[]): Some<string> => [
  'sh',
  `${place.reporters}/triverdict_go.sh`,
  ...mode,
  ...argv,
]

/** What every run is given: everything was fetched before, nothing is read from a user's own settings. */
export const OFFLINE: Readonly<Record<string, string>> = { GOPROXY: 'off', GOENV: 'off', GOTOOLCHAIN: 'local' }

/** The code by which the script says that a newer Go is asked for. */
export const TOO_OLD = {
  code: 125,
  meaning: 'not-started',
  note: 'the project asks for a newer Go than the one that is here',
  source: 'triverdict_go.sh: a code of its own',
} as const
