/** First lines of what GCC's and Clang's sanitizers print: UBSan goes on after it, the others may be told to. */
const START =
  /^.*(?:(?:\S+:\d+(?::\d+)?|<unknown>): runtime error: |={2,}\d*=*(?:ERROR|WARNING): (?:Address|Leak|Memory|HWAddress)Sanitizer|WARNING: ThreadSanitizer: |ERROR: ThreadSanitizer: )/m

const LONGEST = 40

/** The first report of a sanitizer in what a program printed, whole lines, verbatim; undefined when there is none. */
export const sanitizerReport = (printed: string): string | undefined => {
  const start = START.exec(printed)
  if (start === null) return undefined
  const lines = printed.slice(start.index).split('\n')
  if (/: runtime error: /.test(lines[0] as string)) return lines[0]
  const summary = lines.findIndex((line) => /^SUMMARY: \w+Sanitizer/.test(line))
  return lines.slice(0, Math.min(summary < 0 ? LONGEST : summary + 1, LONGEST)).join('\n')
}
