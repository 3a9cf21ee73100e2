import type { DocumentedExit, ExitMeaning } from '../model/stack.ts'

/** A code or a range of codes (both ends belong to it), what they say, and in words. */
type Entry = readonly [codes: number | readonly [from: number, to: number], meaning: ExitMeaning, note: string]

/** Rows that one source documents: a page, a file of the tool's source or runs of it, with the version that was looked at. */
export const exitTable = (source: string, entries: readonly Entry[]): readonly DocumentedExit[] =>
  entries.flatMap(([codes, meaning, note]) => {
    const [from, to] = typeof codes === 'number' ? [codes, codes] : codes
    return Array.from({ length: to - from + 1 }, (_, at) => ({ code: from + at, meaning, note, source }))
  })
