/** One line of a TAP stream, without its indentation. */
export type TapLine =
  | { readonly line: 'version'; readonly version: number }
  | { readonly line: 'plan'; readonly last: number; readonly skip: boolean; readonly reason: string | undefined }
  | { readonly line: 'point'; readonly point: TapPoint }
  | { readonly line: 'bail'; readonly reason: string }
  | { readonly line: 'comment'; readonly text: string }
  | { readonly line: 'other' }

export interface TapPoint {
  readonly good: boolean
  readonly number: number | undefined
  readonly name: string
  readonly directive: 'skip' | 'todo' | undefined
  readonly reason: string | undefined
}

const POINT = /^(not )?ok\b(?:\s+(\d+)\b)?\s*(.*)$/
const PLAN = /^1\.\.(\d+)(?:\s*#\s*(.*))?\s*$/
/** What runners write behind a name that differs from run to run: `# time=12ms`, `in 12ms`. */
const TIMING = /\s+#\s*time=[\d.]+m?s\s*$|\s+in \d+(?:ms|sec)$/i

/** Position of ` # ` that begins a directive: an escaped `\#` is a part of the name. */
const directiveAt = (text: string): { readonly name: string; readonly words: string } => {
  for (const match of text.matchAll(/(?:^|\s)#\s*(?=skip|todo)/gi)) {
    const slashes = /\\*$/.exec(text.slice(0, (match.index ?? 0) + match[0].search('#')))?.[0].length ?? 0
    if (slashes % 2 === 0)
      return { name: text.slice(0, match.index), words: text.slice((match.index ?? 0) + match[0].length) }
  }
  return { name: text, words: '' }
}

const pointOf = (match: RegExpExecArray): TapPoint => {
  const { name, words } = directiveAt(match[3] ?? '')
  const [, word, reason = ''] = /^(skip|todo)\S*\s*(.*)$/i.exec(words) ?? []
  const plain = name
    .replace(TIMING, '')
    .replace(/^-\s+|^-$/, '')
    .replace(/\s*\{\s*$/, '')
    .replaceAll(/\\([\\#])/g, '$1')
    .trim()
  return {
    good: match[1] === undefined,
    number: match[2] === undefined ? undefined : Number(match[2]),
    name: plain,
    directive: word === undefined ? undefined : (word.toLowerCase() as 'skip' | 'todo'),
    reason: reason.replace(TIMING, '') === '' ? undefined : reason.replace(TIMING, ''),
  }
}

/** Reads one line of TAP 12, 13 or 14 (testanything.org). Lines that are none of its own are `other`: they mean nothing. */
export const tapLine = (text: string): TapLine => {
  const version = /^TAP version (\d+)\s*$/i.exec(text)
  if (version !== null) return { line: 'version', version: Number(version[1]) }
  const plan = PLAN.exec(text)
  if (plan !== null) {
    const words = plan[2] ?? ''
    const skip = /^skip/i.test(words)
    return { line: 'plan', last: Number(plan[1]), skip, reason: words.replace(/^skip\S*\s*/i, '') || undefined }
  }
  const bail = /^Bail out!\s*(.*)$/i.exec(text)
  if (bail !== null) return { line: 'bail', reason: bail[1] ?? '' }
  if (text.startsWith('#')) return { line: 'comment', text: text.slice(1).replace(/^ /, '') }
  const point = POINT.exec(text)
  return point === null ? { line: 'other' } : { line: 'point', point: pointOf(point) }
}
