/** A line of a Makefile with its continuations; the number is that of the first, 1-based. */
export interface MakeLine {
  readonly text: string
  readonly line: number
}

/** Lines with continuations joined: those of a recipe keep the backslash, as the shell is given it. */
export const logicalLines = (text: string): readonly MakeLine[] => {
  const found: { text: string; line: number }[] = []
  let open = false
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const last = found.at(-1)
    const whole = raw.replace(/\\$/, '')
    if (open && last !== undefined)
      last.text = last.text.startsWith('\t')
        ? `${last.text}\\\n${whole.replace(/^\t/, '')}`
        : `${last.text.trimEnd()} ${whole.trim()}`
    else found.push({ text: whole, line: index + 1 })
    open = raw.endsWith('\\')
  }
  return found
}

/** Index of the first of some characters that stands outside of `$(…)` and `${…}`, or -1. */
export const outside = (text: string, wanted: string, from = 0): number => {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const c = text[at] as string
    if (c === '$' && /[({]/.test(text[at + 1] ?? '')) {
      depth += 1
      at += 1
    } else if (depth > 0 && /[({]/.test(c)) depth += 1
    else if (depth > 0 && /[)}]/.test(c)) depth -= 1
    else if (depth === 0 && wanted.includes(c)) return at
  }
  return -1
}

/** Splits at a character that stands outside of brackets, at most so many times. */
export const splitOutside = (text: string, by: string, limit = Number.POSITIVE_INFINITY): readonly string[] => {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length && parts.length < limit - 1; at += 1) {
    const c = text[at] as string
    if (/[({]/.test(c)) depth += 1
    else if (/[)}]/.test(c)) depth -= 1
    else if (c === by && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

/** Words at blanks that stand outside of brackets. */
export const wordsOutside = (text: string): readonly string[] =>
  splitOutside(text.replaceAll('\t', ' '), ' ').filter((word) => word !== '')

/** A value without the comment behind it. */
export const withoutComment = (text: string): string => text.replace(/(^|[^\\])#.*$/s, '$1').replaceAll('\\#', '#')
