import { argumentsOf } from './rust-cfg.ts'
import { type IncludedPath, includedPath } from './rust-included.ts'
import { behindGroup, isOpen, isPunct } from './rust-items.ts'
import { literalText, type RustToken } from './rust-tokens.ts'

/** Words of a fence that leave it a Rust example (rustdoc book, documentation tests). */
const RUST =
  /^(?:rust|no_run|should_panic|compile_fail|test_harness|standalone(?:_crate)?|allow_fail|edition\d{4}|E\d{4}|\{.*\})$/
const FENCE = /^\s{0,3}(`{3,}|~{3,})\s*(.*)$/

/** What a source says as documentation. */
export interface Documentation {
  /** Texts of comments and `doc` attributes that stand together, joined. */
  readonly texts: readonly string[]
  /** Files that it includes as documentation. */
  readonly included: readonly IncludedPath[]
  /** Values of `doc` attributes that only the compiler can work out, as tokens. */
  readonly opaque: readonly string[]
}

/** The documentation of a source. The tokens are those of `rustTokens`, documentation and all. */
export const documentation = (tokens: readonly RustToken[]): Documentation => {
  const [texts, included, opaque] = [[] as string[], [] as IncludedPath[], [] as string[]]
  let open = false
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as RustToken
    const isAttribute = token.kind === 'word' && token.text === 'doc' && isPunct(tokens[at + 1], '=')
    const end = isAttribute ? behindValue(tokens, at + 2) : at + 1
    const said = isAttribute ? saidBy(tokens.slice(at + 2, end)) : undefined
    const text = token.kind === 'doc' ? token.text : said?.text
    included.push(...(said?.included ?? []))
    if (said?.isOpaque === true)
      opaque.push(
        tokens
          .slice(at + 2, end)
          .map((each) => each.text)
          .join(' '),
      )
    if (text !== undefined) {
      if (open) texts.push(`${texts.pop()}\n${text}`)
      else texts.push(text)
      open = true
    } else if (token.kind === 'word' && token.text !== 'doc') open = false
    at = end
  }
  return { texts, included, opaque }
}

/** A value ends where its attribute does, or where the next of a list begins. */
const behindValue = (tokens: readonly RustToken[], from: number): number => {
  let at = from
  while (at < tokens.length && !isPunct(tokens[at], ']') && !isPunct(tokens[at], ')') && !isPunct(tokens[at], ','))
    at = isOpen(tokens[at]) ? behindGroup(tokens, at) : at + 1
  return at
}

interface Said {
  readonly text: string
  readonly included: readonly IncludedPath[]
  readonly isOpaque: boolean
}

/** A literal, `concat!` of such, `include_str!` of a literal path; names and versions hold no example. */
const saidBy = (value: readonly RustToken[]): Said => {
  const [first, , open] = value
  const plain = value.length === 1 && first?.kind === 'literal' ? (literalText(first.text) ?? first.text) : undefined
  if (plain !== undefined) return { text: plain, included: [], isOpaque: false }
  const inner = isOpen(open) ? value.slice(3, behindGroup(value, 2) - 1) : []
  const isCall = isPunct(value[1], '!') && isOpen(open)
  if (isCall && first?.text === 'concat') {
    const parts = argumentsOf(inner).map(saidBy)
    return {
      text: parts.map(({ text }) => text).join(''),
      included: parts.flatMap((part) => part.included),
      isOpaque: parts.some((part) => part.isOpaque),
    }
  }
  const path = isCall && first?.text === 'include_str' ? includedPath(inner) : undefined
  if (path !== undefined) return { text: '', included: [path], isOpaque: false }
  const isName = isCall && /^(?:stringify|env|module_path)$/.test(first?.text ?? '')
  return { text: value.map(({ text }) => text).join(' '), included: [], isOpaque: !isName }
}
/** The examples of a documentation that are tests: their words and lines, in order. */
export const examplesIn = (text: string): readonly string[] => {
  const lines = text.split(/\r?\n/)
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)?.[0].length ?? 0)
  const shift = indents.length === 0 ? 0 : Math.min(...indents)
  const found: string[] = []
  let fence: { readonly mark: string; readonly words: readonly string[]; readonly lines: string[] } | null = null
  let block: string[] | null = null
  let blank = true
  const close = (): void => {
    if (block !== null) found.push(['rust', ...block].join('\n').trimEnd())
    block = null
  }
  for (const whole of lines) {
    const line = whole.slice(shift)
    const marked = FENCE.exec(line)
    if (fence !== null) {
      if (marked?.[1]?.startsWith(fence.mark) && marked[2] === '') {
        if (isExample(fence.words)) found.push([fence.words.join(','), ...fence.lines].join('\n'))
        fence = null
      } else fence.lines.push(line.trimEnd())
      blank = false
    } else if (marked !== null) {
      close()
      fence = { mark: marked[1] ?? '', words: (marked[2] ?? '').split(/[\s,]+/).filter(Boolean), lines: [] }
    } else {
      if (line.trim() === '') block?.push('')
      else if (/^(?: {4}|\t)/.test(line) && (blank || block !== null)) block = [...(block ?? []), line.trimEnd()]
      else close()
      blank = line.trim() === ''
    }
  }
  close()
  return found
}

const isExample = (words: readonly string[]): boolean => words.every((word) => RUST.test(word))
