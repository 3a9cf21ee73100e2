/** The first block of compiler or vet output in a log: from its `# package` header (or the first line with a position) to the next header, verbatim. */
export const firstCompilerBlock = (log: string): string | undefined => {
  const lines = log.split('\n')
  const isPosition = (line: string): boolean => /^(?:vet: )?[^\s{"][^:{"]*\.\w+:\d+(?::\d+)?: /.test(line)
  const first = lines.findIndex(isPosition)
  if (first < 0) return undefined
  let start = first
  while (start > 0 && /^# /.test(lines[start - 1] as string)) start -= 1
  let end = first + 1
  while (end < lines.length && (isPosition(lines[end] as string) || /^\s+\S/.test(lines[end] as string))) end += 1
  return lines.slice(start, end).join('\n')
}
