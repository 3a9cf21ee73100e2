import type { Place } from '../../model/stack.ts'
import { isSource } from './test-files.ts'

/** A word of the environment can be no longer (128 KiB on Linux). */
const LONGEST = 120_000
const isHeader = (path: string): boolean => /\.(?:h|hh|hpp|hxx|inc|ipp)$/.test(path)

/**
 * What reporters/triverdict_preprocess.sh must know: the tree, and the sources and headers of the locked test set, as far as they
 * have room, headers first.
 */
export const lockedSources = ({ tree, locked = [] }: Place): Readonly<Record<string, string>> => {
  const files = [...locked.filter(isHeader), ...locked.filter(isSource)]
  let length = 0
  const kept = files.filter((path) => {
    length += path.length + 1
    return length <= LONGEST
  })
  return { TRIVERDICT_TREE: tree, TRIVERDICT_LOCKED: kept.join('\n') }
}
