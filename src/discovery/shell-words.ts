/** A piece of a shell word. `dynamic` is what only a running shell can know; `expression` stands for a CI expression without a value. */
export type Part =
  | { readonly kind: 'text'; readonly value: string; readonly quoted: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly quoted: boolean }
  | { readonly kind: 'dynamic' }
  | { readonly kind: 'expression' }

/**
 * Tokens of a shell text with their offsets. `redirect` includes its target; `unreadable` is the last token of a text whose
 * end cannot be found (unbalanced quotes), and covers the rest.
 */
export type Token =
  | { readonly kind: 'word'; readonly parts: readonly Part[]; readonly start: number; readonly end: number }
  | { readonly kind: 'operator'; readonly value: string; readonly start: number; readonly end: number }
  | { readonly kind: 'redirect'; readonly heredoc: boolean; readonly start: number; readonly end: number }
  | { readonly kind: 'unreadable'; readonly start: number; readonly end: number }

/** Stands in a text for a `${{ }}` that has no value outside the CI run. A private-use character: no real text has it. */
export const UNKNOWN_EXPRESSION = '\uE0F1'

const OPERATORS = ['&&', '||', ';;', '|&', ';', '|', '&', '(', ')', '\n'] as const
const REDIRECT = /^(?:\d*|\{\w+\})(?:<<<|<<-|<<|<>|<&|>>|>&|>\||&>>|&>|<|>)/
const NAME = /^[A-Za-z_]\w*/

/** Offset just behind the bracket that closes the one at `open`, quotes and nesting respected; -1 when there is none. */
const closing = (text: string, open: number, left: string, right: string): number => {
  let depth = 0
  for (let i = open; i < text.length; i++) {
    const c = text[i]
    if (c === '\\') i++
    else if (c === "'") {
      i = text.indexOf("'", i + 1)
      if (i < 0) return -1
    } else if (c === '"') {
      i = closingQuote(text, i) - 1
      if (i < 0) return -1
    } else if (c === left) depth++
    else if (c === right && --depth === 0) return i + 1
  }
  return -1
}

/** Offset just behind the double quote that closes the one at `open`; -1 when there is none. */
const closingQuote = (text: string, open: number): number => {
  for (let i = open + 1; i < text.length; i++) {
    const c = text[i]
    if (c === '\\') i++
    else if (c === '"') return i + 1
    else if (c === '$' && text[i + 1] === '(') {
      i = closing(text, i + 1, '(', ')') - 1
      if (i < 0) return -1
    }
  }
  return -1
}

const closingSingle = (text: string, open: number, escapes: boolean): number => {
  for (let i = open + 1; i < text.length; i++) {
    if (escapes && text[i] === '\\') i++
    else if (text[i] === "'") return i + 1
  }
  return -1
}

/** What begins with `$` or a backtick at `at`: the part and where it ends, or null when its end cannot be found. */
const expansion = (text: string, at: number, quoted: boolean): { readonly part: Part; readonly end: number } | null => {
  const found = (end: number, part: Part = { kind: 'dynamic' }) => (end < 0 ? null : { part, end })
  if (text[at] === '`') {
    for (let i = at + 1; i < text.length; i++) {
      if (text[i] === '\\') i++
      else if (text[i] === '`') return found(i + 1)
    }
    return null
  }
  const next = text[at + 1] ?? ''
  if (next === '(') return found(closing(text, at + 1, '(', ')'))
  if (next === '{') {
    const simple = /^\$\{([A-Za-z_]\w*)\}/.exec(text.slice(at, at + 200))
    if (simple) return found(at + simple[0].length, { kind: 'variable', name: simple[1] ?? '', quoted })
    return found(closing(text, at + 1, '{', '}'))
  }
  if (next === "'" && !quoted) return found(closingSingle(text, at + 1, true))
  if (next === '"' && !quoted) return found(closingQuote(text, at + 1))
  const name = NAME.exec(text.slice(at + 1, at + 200))
  if (name) return found(at + 1 + name[0].length, { kind: 'variable', name: name[0], quoted })
  if (/[0-9@*#?$!-]/.test(next)) return found(at + 2)
  return found(at + 1, { kind: 'text', value: '$', quoted: true })
}

/** Parts of the word at `start`, or null when its end cannot be found. */
const readWord = (text: string, start: number): { readonly parts: Part[]; readonly end: number } | null => {
  const parts: Part[] = []
  const add = (value: string, quoted: boolean): void => {
    const last = parts.at(-1)
    if (last?.kind === 'text' && last.quoted === quoted)
      parts[parts.length - 1] = { ...last, value: last.value + value }
    else parts.push({ kind: 'text', value, quoted })
  }
  let inside = false
  let i = start
  while (i < text.length) {
    const c = text[i] ?? ''
    if (c === '\\') {
      const escaped = text[i + 1]
      if (escaped === '\n') {
        i += 2
        continue
      }
      if (inside && escaped !== undefined && !'$`"\\'.includes(escaped)) add(`\\${escaped}`, true)
      else add(escaped ?? '\\', true)
      i += 2
    } else if (c === '"') {
      inside = !inside
      add('', true)
      i++
    } else if (c === "'" && !inside) {
      const end = closingSingle(text, i, false)
      if (end < 0) return null
      add(text.slice(i + 1, end - 1), true)
      i = end
    } else if (c === '$' || c === '`') {
      const expanded = expansion(text, i, inside)
      if (expanded === null) return null
      if (expanded.part.kind === 'text') add(expanded.part.value, true)
      else parts.push(expanded.part)
      i = expanded.end
    } else if (c === UNKNOWN_EXPRESSION) {
      parts.push({ kind: 'expression' })
      i++
    } else if (!inside && /[\s;&|()<>]/.test(c)) {
      if ((c === '<' || c === '>') && text[i + 1] === '(') {
        const end = closing(text, i + 1, '(', ')')
        if (end < 0) return null
        parts.push({ kind: 'dynamic' })
        i = end
      } else break
    } else {
      add(c, inside)
      i++
    }
  }
  return inside ? null : { parts, end: i }
}

/**
 * Splits a shell text into tokens: quotes removed exactly, comments and continuation lines gone, bodies of here-documents
 * inside the newline that starts them. It reads the grammar that sh and bash share (POSIX.1-2017, 2.3); it never throws.
 */
export const tokens = (text: string): readonly Token[] => {
  const found: Token[] = []
  const waiting: { readonly end: string; readonly dash: boolean }[] = []
  let i = 0
  const unreadable = (start: number): readonly Token[] => [...found, { kind: 'unreadable', start, end: text.length }]
  while (i < text.length) {
    const c = text[i] ?? ''
    if (c === ' ' || c === '\t' || c === '\r') i++
    else if (c === '\\' && text[i + 1] === '\n') i += 2
    else if (c === '#') {
      const end = text.indexOf('\n', i)
      i = end < 0 ? text.length : end
    } else if ((c === '<' || c === '>') && text[i + 1] === '(') {
      const word = readWord(text, i)
      if (word === null) return unreadable(i)
      found.push({ kind: 'word', parts: word.parts, start: i, end: word.end })
      i = word.end
    } else {
      const redirect = REDIRECT.exec(text.slice(i, i + 60))
      if (redirect) {
        const start = i
        let at = i + redirect[0].length
        while (text[at] === ' ' || text[at] === '\t') at++
        const target = readWord(text, at)
        if (target === null || target.end === at) return unreadable(start)
        const heredoc = /<<-?$/.test(redirect[0])
        if (heredoc) {
          const end = target.parts.map((part) => (part.kind === 'text' ? part.value : '')).join('')
          waiting.push({ end, dash: redirect[0].endsWith('-') })
        }
        found.push({ kind: 'redirect', heredoc, start, end: target.end })
        i = target.end
        continue
      }
      const operator = OPERATORS.find((value) => text.startsWith(value, i))
      if (operator !== undefined) {
        const start = i
        i += operator.length
        if (operator === '\n') {
          for (const { end, dash } of waiting.splice(0)) {
            for (;;) {
              if (i >= text.length) return unreadable(start)
              const stop = text.indexOf('\n', i)
              const line = text.slice(i, stop < 0 ? text.length : stop)
              i = stop < 0 ? text.length : stop + 1
              if ((dash ? line.replace(/^\t+/, '') : line) === end) break
            }
          }
        }
        found.push({ kind: 'operator', value: operator, start, end: i })
        continue
      }
      const word = readWord(text, i)
      if (word === null || word.end === i) return unreadable(i)
      found.push({ kind: 'word', parts: word.parts, start: i, end: word.end })
      i = word.end
    }
  }
  return waiting.length > 0 ? unreadable(found.find((t) => t.kind === 'redirect' && t.heredoc)?.start ?? 0) : found
}
