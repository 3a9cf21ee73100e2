import { type PythonToken, pythonTokens } from './python-tokens.ts'

/**
 * True when two Python sources are the same program in another layout: the same tokens, where commas before a closing bracket and
 * parentheses around a whole condition or value may differ as formatters write them. False wherever that is not sure.
 */
export const samePython = (before: string, after: string): boolean => {
  const [old, now] = [pythonTokens(before), pythonTokens(after)]
  if (old === undefined || now === undefined) return false
  return printed(old) === printed(now)
}

const printed = (tokens: readonly PythonToken[]): string =>
  withoutParentheses(withoutTrailingCommas(tokens))
    .map(({ kind, text }) => `${kind} ${text}`)
    .join('\0')

const keywords = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal ' +
    // Of `match`, `case`, `type` and `_` only the grammar knows whether they are names.
    'not or pass raise return try while with yield match case type _'
  ).split(' '),
)

/** A bracket that continues what stands before it: a call, a subscript. */
const continues = (previous: PythonToken | undefined): boolean =>
  previous !== undefined &&
  ((previous.kind === 'name' && !keywords.has(previous.text)) ||
    previous.kind === 'string' ||
    previous.kind === 'number' ||
    /^[)\]}]$/.test(previous.text))

interface Group {
  readonly opener: string
  readonly continuing: boolean
  commas: number
  /** Parameters of a lambda have commas of their own. */
  lambda: boolean
}

/** A comma before a closing bracket says nothing in calls, lists, sets and dictionaries, and behind another comma; it makes the tuple in `(x,)` and `a[x,]`. */
const withoutTrailingCommas = (tokens: readonly PythonToken[]): readonly PythonToken[] => {
  const groups: Group[] = []
  return tokens.filter(({ kind, text }, at) => {
    const group = groups.at(-1)
    if (kind === 'name' && text === 'lambda' && group !== undefined) group.lambda = true
    if (kind !== 'operator') return true
    if (/^[([{]$/.test(text))
      groups.push({ opener: text, continuing: continues(tokens[at - 1]), commas: 0, lambda: false })
    else if (/^[)\]}]$/.test(text)) groups.pop()
    else if (text === ',' && group !== undefined) {
      const next = tokens[at + 1]
      const last = next?.kind === 'operator' && /^[)\]}]$/.test(next.text)
      if (last && isIdle(group)) return false
      group.commas += 1
    }
    return true
  })
}

const isIdle = ({ opener, continuing, commas, lambda }: Group): boolean => {
  if (opener === '{') return true
  if (opener === '(' ? continuing : !continuing) return true
  return commas > 0 && !lambda
}

/** Words at the start of a statement whose whole expression may stand in parentheses. */
const heads: Readonly<Record<string, readonly string[]>> = {
  assert: ['\n', ','],
  return: ['\n'],
  if: [':'],
  elif: [':'],
  while: [':'],
}

/** Takes off parentheses that hold the whole of `assert …`, `return …`, `if …:` or the value behind `=`, as long as there are any. */
const withoutParentheses = (tokens: readonly PythonToken[]): readonly PythonToken[] => {
  const kept = tokens.map(() => true)
  const stack: number[] = []
  const closing = new Map<number, number>()
  const depths: number[] = []
  tokens.forEach(({ kind, text }, at) => {
    if (kind === 'operator' && /^[)\]}]$/.test(text)) closing.set(stack.pop() ?? -1, at)
    depths.push(stack.length)
    if (kind === 'operator' && /^[([{]$/.test(text)) stack.push(at)
  })
  for (const [at, token] of tokens.entries()) {
    if (depths[at] !== 0) continue
    const starts = at === 0 || /^(?:newline|indent|dedent)$/.test(tokens[at - 1]?.kind ?? '')
    const ends =
      token.kind === 'operator' && token.text === '='
        ? ['\n']
        : token.kind === 'name' && starts && Object.hasOwn(heads, token.text)
          ? heads[token.text]
          : undefined
    if (ends === undefined) continue
    let [from, to] = [at + 1, closing.get(at + 1)]
    const next = to === undefined ? undefined : tokens[to + 1]
    if (tokens[from]?.text !== '(' || next === undefined || !ends.includes(next.text)) continue
    while (to !== undefined && tokens[from]?.text === '(' && isPlain(tokens, depths, from, to)) {
      kept[from] = false
      kept[to] = false
      // A second pair directly inside of the first.
      const inner = closing.get(from + 1)
      if (inner !== to - 1) break
      from += 1
      to = inner
    }
  }
  return tokens.filter((_, at) => kept[at])
}

/** True for a group that is one expression: no tuple, generator, `yield`, `:=` or star needs its parentheses. */
const isPlain = (tokens: readonly PythonToken[], depths: readonly number[], from: number, to: number): boolean => {
  const inside = tokens.slice(from + 1, to).filter((_, at) => depths[from + 1 + at] === (depths[from] ?? 0) + 1)
  return (
    to > from + 1 &&
    !inside.some(({ kind, text }) =>
      kind === 'operator' ? text === ',' || text === ':=' || text === '=' : /^(?:for|yield|async|from)$/.test(text),
    ) &&
    !/^\*{1,2}$/.test(tokens[from + 1]?.text ?? '')
  )
}
