/** `error[E0308]: …` of the compiler up to the blank line behind it, or a panic of a test, whichever comes first; whole lines. */
export const firstFailure = (log: string): string | undefined => {
  const lines = log.split('\n')
  const start = lines.findIndex(
    (line) => /^error(?:\[E\d+\])?: (?!could not compile|aborting)/.test(line) || /^---- .+ stdout ----$/.test(line),
  )
  if (start < 0) return undefined
  const isTest = lines[start]?.startsWith('----') === true
  let end = start + 1
  while (end < lines.length && !isEnd(lines, end, isTest)) end += 1
  while (end > start + 1 && (lines[end - 1] as string).trim() === '') end -= 1
  return lines.slice(start, end).join('\n')
}

const isEnd = (lines: readonly string[], at: number, isTest: boolean): boolean => {
  const line = lines[at] as string
  return isTest ? /^---- .+ stdout ----$|^failures:$/.test(line) : line.trim() === ''
}
