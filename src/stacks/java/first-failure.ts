const ERROR = /^\[ERROR\] (?:\S*\/)?[^\s:]+\.(?:java|kt|groovy|scala):(?:\[\d+,\d+\]|\d+)/
const GRADLE = /^(?:e: )?(?:file:\/\/)?\/\S+\.(?:java|kt|groovy|scala):\d+(?::\d+)?:? /

/**
 * The first complaint of a compiler with its further lines, verbatim: `[ERROR] /path/File.java:[3,5] …` as Maven prints it, or the
 * compiler's own words in Gradle's output; else the first lines in which Maven says why it stopped.
 */
export const firstFailure = (log: string): string | undefined => {
  const lines = log.split('\n')
  const first = lines.findIndex((line) => ERROR.test(line) || GRADLE.test(line))
  if (first >= 0) {
    let end = first + 1
    while (
      end < lines.length &&
      /^(?:\[ERROR\] {2,}\S|\s+\S|\[ERROR\] {3}(?:symbol|location))/.test(lines[end] as string)
    )
      end += 1
    return lines.slice(first, end).join('\n')
  }
  const stopped = lines.findIndex((line) =>
    /^\[ERROR\] (?:Failed to execute goal|The forked VM|Crashed tests|Process Exit Code)/.test(line),
  )
  if (stopped < 0) return undefined
  const end = lines.findIndex((line, at) => at > stopped && /^\[ERROR\]\s*$|^\[ERROR\] -> \[Help/.test(line))
  return lines.slice(stopped, Math.min(end < 0 ? stopped + 1 : end, stopped + 20)).join('\n')
}
