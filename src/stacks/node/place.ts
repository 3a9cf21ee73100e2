import type { Channel, Place } from '../../model/stack.ts'

/** Environment of every test run: the stream's file, and `CI=1` so that no runner watches, asks or writes snapshots. */
export const eventsEnvironment = (place: Place): Readonly<Record<string, string>> => ({
  CI: '1',
  TRIVERDICT_EVENTS: eventsFile(place),
})

const eventsFile = (place: Place): string => `${place.reportDirectory}/events.jsonl`

/** The stream of our own reporter: it decides. */
export const eventsChannel = (place: Place): Channel => ({
  path: eventsFile(place),
  format: 'events',
  role: 'events',
  required: true,
})

/** Where coverage goes. A directory of its own, since runners empty it. */
export const coverageDirectory = (place: Place): string => `${place.reportDirectory}/coverage`

/** Istanbul's JSON, as vitest, jest, c8 and nyc write it. Coverage is a qualifier, so it is never required. */
export const istanbulChannel = (place: Place): Channel => ({
  path: `${coverageDirectory(place)}/coverage-final.json`,
  format: 'istanbul',
  role: 'coverage',
  required: false,
})
