/** How a runner's log marks one failure. Both patterns see one line without its end. */
interface BlockMarks {
  /** The first line of a failure. */
  readonly starts: RegExp
  /** The first line that is no longer part of it. */
  readonly ends: RegExp
}

/** The first block of a log: whole lines, verbatim, trailing blank lines left out. Undefined when no line starts one. */
export const blockFrom = (log: string, marks: BlockMarks): string | undefined => {
  const lines = log.split('\n')
  const start = lines.findIndex((line) => marks.starts.test(line))
  if (start < 0) return undefined
  let end = start + 1
  while (end < lines.length && !marks.ends.test(lines[end] as string)) end += 1
  while (end > start + 1 && (lines[end - 1] as string).trim() === '') end -= 1
  return lines.slice(start, end).join('\n')
}
