import type { Token } from './shell-words.ts'

/** A run of tokens that belong together. */
export type Tokens = readonly Token[]

/** A statement of a list: everything up to `;`, `&` or a newline. */
export interface Statement {
  readonly tokens: Tokens
  readonly start: number
  readonly end: number
  /** Ended by `&`. */
  readonly background: boolean
  /** Brackets or keywords do not balance, or the text cannot be read: it covers the rest of the text. */
  readonly broken: boolean
}

const OPENS: Readonly<Record<string, string>> = {
  if: 'fi',
  for: 'done',
  while: 'done',
  until: 'done',
  select: 'done',
  case: 'esac',
  '{': '}',
  '[[': ']]',
}
const AGAIN = new Set(['then', 'do', 'else', 'elif', '!', 'time', ...['if', 'while', 'until', '{']])

/** The text of a word that is one unquoted piece, as keywords are; undefined otherwise. */
export const plain = (token: Token | undefined): string | undefined => {
  if (token?.kind !== 'word' || token.parts.length !== 1) return undefined
  const part = token.parts[0]
  return part?.kind === 'text' && !part.quoted ? part.value : undefined
}

export const isOperator = (token: Token | undefined, ...values: readonly string[]): boolean =>
  token?.kind === 'operator' && values.includes(token.value)

/** How deep in brackets and compound commands each token stands. Not balanced: `found` ends where that was noticed. */
interface Depths {
  readonly balanced: boolean
  readonly found: readonly number[]
}

/** False for a keyword that stands where its compound command is not open. */
const belongs = (word: string, open: string | undefined): boolean => {
  if (['then', 'else', 'elif'].includes(word)) return open === 'fi'
  if (word === 'do') return open === 'done'
  return !['fi', 'done', 'esac', '}', 'in'].includes(word)
}

const depths = (tokens: Tokens): Depths => {
  const open: string[] = []
  const found: number[] = []
  let command = true
  for (const token of tokens) {
    const word = plain(token)
    const inTest = open.at(-1) === ']]'
    if (token.kind === 'unreadable') return { balanced: false, found }
    if (inTest) {
      if (word === ']]') open.pop()
      found.push(open.length + 1)
      command = false
      continue
    }
    if (isOperator(token, '(')) {
      found.push(open.length)
      open.push(')')
      command = true
      continue
    }
    if (isOperator(token, ')')) {
      if (open.at(-1) === 'esac') {
        found.push(open.length)
        command = true
        continue
      }
      if (open.pop() !== ')') return { balanced: false, found }
      found.push(open.length)
      command = false
      continue
    }
    if (command && word !== undefined && OPENS[word] !== undefined) {
      found.push(open.length)
      open.push(OPENS[word])
      command = AGAIN.has(word)
      continue
    }
    if (command && word !== undefined && word === open.at(-1)) {
      open.pop()
      found.push(open.length)
      command = false
      continue
    }
    if (command && word !== undefined && !belongs(word, open.at(-1))) return { balanced: false, found }
    found.push(open.length)
    if (token.kind === 'operator') command = true
    else if (token.kind === 'word') command = command && word !== undefined && AGAIN.has(word)
  }
  return { balanced: open.length === 0, found }
}

/** Splits a list into its statements. Where something does not balance, the last statement is broken and covers the rest. */
export const statements = (all: Tokens): readonly Statement[] => {
  const { balanced, found: depth } = depths(all)
  if (!balanced) {
    // What stands before the trouble may still be read: give up only from the statement that holds it.
    const cut = depth.findLastIndex((value, index) => value === 0 && isOperator(all[index], '\n', ';'))
    const { start, end } = { start: all[cut + 1]?.start ?? 0, end: all.at(-1)?.end ?? 0 }
    const rest: Statement = { tokens: all.slice(cut + 1), start, end, background: false, broken: true }
    return cut < 0 ? [rest] : [...statements(all.slice(0, cut + 1)), rest]
  }
  const found: Statement[] = []
  let from = 0
  const close = (to: number, background: boolean): void => {
    const part = all.slice(from, to)
    from = to + 1
    const first = part[0]
    const last = part.at(-1)
    if (first === undefined || last === undefined) {
      // `;` and `&` need something in front of them.
      const stray = all[to]
      if (stray !== undefined && !isOperator(stray, '\n'))
        found.push({ tokens: [stray], start: stray.start, end: stray.end, background, broken: true })
      return
    }
    const heredoc = part.some((token) => token.kind === 'redirect' && token.heredoc)
    const end = heredoc ? (all[to]?.end ?? last.end) : last.end
    found.push({ tokens: part, start: first.start, end, background, broken: false })
  }
  let solid: Token | undefined
  all.forEach((token, index) => {
    const newline = isOperator(token, '\n')
    // A newline after `&&` continues the statement: the token is kept, the parser skips it.
    const continued = newline && index !== from && isOperator(solid, '&&', '||', '|', '|&')
    if (!newline) solid = token
    if (depth[index] !== 0 || continued) return
    if (newline || isOperator(token, ';')) close(index, false)
    else if (isOperator(token, '&')) close(index, true)
  })
  close(all.length, false)
  return found
}

/** Splits at operators that stand outside of brackets and compound commands; newlines that continue a statement are dropped. */
export const splitAt = (
  part: Tokens,
  ...values: readonly string[]
): { readonly pieces: readonly Tokens[]; readonly by: readonly string[] } => {
  const { found: depth } = depths(part)
  const pieces: Token[][] = [[]]
  const by: string[] = []
  part.forEach((token, index) => {
    if (depth[index] === 0 && token.kind === 'operator' && values.includes(token.value)) {
      by.push(token.value)
      pieces.push([])
    } else if (!(depth[index] === 0 && isOperator(token, '\n'))) pieces.at(-1)?.push(token)
  })
  return { pieces, by }
}
