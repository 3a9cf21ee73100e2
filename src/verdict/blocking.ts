import { BLOCKING_LIMIT } from '../model/verdict.ts'

const MORE = /^and (\d+) more$/

const oneLine = (reason: string): string => reason.replace(/\s*[\r\n]\s*/g, ' ').trim()

/** Takes the closing line `and N more` of an earlier list off: the reasons that are spelled out, and how many are not. */
export const openBlocking = (
  blocking: readonly string[],
): { readonly reasons: readonly string[]; readonly more: number } => {
  const match = MORE.exec(blocking.at(-1) ?? '')
  return match === null ? { reasons: blocking, more: 0 } : { reasons: blocking.slice(0, -1), more: Number(match[1]) }
}

/** Reasons as a verdict carries them: one line each, empty ones left out, at most 20 and then `and N more`. `more` counts reasons that were cut off earlier. */
export const limitBlocking = (reasons: readonly string[], more = 0): string[] => {
  const lines = reasons.map(oneLine).filter((line) => line !== '')
  const shown = lines.slice(0, BLOCKING_LIMIT)
  const hidden = lines.length - shown.length + more
  return hidden > 0 ? [...shown, `and ${hidden} more`] : shown
}
