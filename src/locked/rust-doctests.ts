import type { RustToken } from './rust-tokens.ts'

/** Words of a fence that leave it a Rust example (rustdoc book, documentation tests). */
const RUST =
  /^(?:rust|no_run|should_panic|compile_fail|test_harness|standalone(?:_crate)?|allow_fail|edition\d{4}|E\d{4}|\{.*\})$/
const FENCE = /^\s{0,3}(`{3,}|~{3,})\s*(.*)$/

/** The documentation of a source: the texts of comments and `doc` attributes that stand together, joined. */
export const documentation = (tokens: readonly RustToken[]): readonly string[] => {
  const texts: string[] = []
  let open = false
  for (const [at, token] of tokens.entries()) {
    const attribute = token.kind === 'literal' && tokens[at - 1]?.text === '=' && tokens[at - 2]?.text === 'doc'
    const text = token.kind === 'doc' ? token.text : attribute ? unquoted(token.text) : undefined
    if (text !== undefined) {
      if (open) texts.push(`${texts.pop()}\n${text}`)
      else texts.push(text)
      open = true
    } else if (token.kind === 'word' && token.text !== 'doc') open = false
  }
  return texts
}

const unquoted = (literal: string): string => {
  const raw = /^r(#*)"([\s\S]*)"\1$/.exec(literal)
  if (raw !== null) return raw[2] ?? ''
  return literal.slice(1, -1).replaceAll(/\\(n|t|"|\\)/g, (_, name) => ({ n: '\n', t: '\t' })[name as string] ?? name)
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
