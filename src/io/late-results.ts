import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { RunRequest } from '../model/world.ts'
import { reportFiles } from './report-files.ts'

/** What tells two states of a file apart; its times cannot all be set back. */
const stateOf = async (file: string): Promise<string | null> => {
  const found = await lstat(file, { bigint: true }).catch(() => null)
  return found === null ? null : [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ')
}

/** Files that a run may leave as its results, absolute. */
const filesOf = async (tree: string, request: RunRequest): Promise<readonly string[]> => {
  const found = [...(request.results ?? [])]
  for (const { path: place, several } of request.channels) {
    if (place === 'stdout') continue
    const base = place.startsWith(`${tree}/`) ? tree : request.reportDirectory
    if (several)
      found.push(...(await reportFiles(base, path.relative(base, place))).map((name) => path.join(base, name)))
    else found.push(place)
  }
  return found
}

const look = async (tree: string, request: RunRequest): Promise<ReadonlyMap<string, string | null>> => {
  const states = new Map<string, string | null>()
  for (const file of await filesOf(tree, request)) states.set(file, await stateOf(file))
  return states
}

/** Watches the results of a run: what is written when its process has ended is of nobody whom we ran. */
export const watchResults = (
  tree: string,
  request: RunRequest,
): { readonly onExit: () => Promise<void>; late(): Promise<readonly string[]> } => {
  let atExit: ReadonlyMap<string, string | null> | null = null
  return {
    onExit: async () => {
      atExit = await look(tree, request)
    },
    async late() {
      if (atExit === null) return []
      const now = await look(tree, request)
      return [...now].flatMap(([file, state]) =>
        state !== null && state !== (atExit?.get(file) ?? null) ? [file] : [],
      )
    },
  }
}
