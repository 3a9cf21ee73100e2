/** A name that a Go file declares at the level of its package. */
export interface GoDeclaration {
  readonly name: string
  /** A method belongs to a type, and stands for nothing by itself. */
  readonly method: boolean
  /** 1-based. */
  readonly line: number
}

interface Token {
  readonly text: string
  readonly kind: 'word' | 'mark' | 'literal' | 'end'
  readonly at: number
}

const PART =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|`[^`]*`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\p{L}_][\p{L}\p{N}_]*|\d[\w.]*|\n|[^\s]/gu

/** The tokens of a Go file; `end` stands where the lexer puts a semicolon (The Go Programming Language Specification, semicolons). */
const tokensOf = (text: string): readonly Token[] => {
  const tokens: Token[] = []
  const ends = (): boolean => {
    const last = tokens.at(-1)
    if (last === undefined || last.kind === 'end') return false
    return last.kind !== 'mark' ? !/^(?:func|var|const|type|import|package)$/.test(last.text) : /[)\]}]/.test(last.text)
  }
  for (const { 0: part, index: at } of text.matchAll(PART)) {
    const comment = part.startsWith('//') || part.startsWith('/*')
    if (part === '\n' || (comment && part.includes('\n'))) {
      if (ends()) tokens.push({ text: ';', kind: 'end', at })
    } else if (comment) continue
    else if (part === ';') tokens.push({ text: ';', kind: 'end', at })
    else if (/^["'`\d]/.test(part)) tokens.push({ text: part, kind: 'literal', at })
    else tokens.push({ text: part, kind: /^[\p{L}_]/u.test(part) ? 'word' : 'mark', at })
  }
  return tokens
}

/** What a Go file declares for its whole package: functions, methods, types, variables and constants, in order; `_` left out. */
export const goDeclarations = (text: string): readonly GoDeclaration[] => {
  const tokens = tokensOf(text)
  const found: GoDeclaration[] = []
  const take = (token: Token | undefined, method = false): void => {
    if (token?.kind === 'word' && token.text !== '_')
      found.push({ name: token.text, method, line: text.slice(0, token.at).split('\n').length })
  }
  /** `a, b = 1, 2`: the names in front. */
  const names = (from: number): void => {
    for (let at = from; tokens[at]?.kind === 'word'; at += 2) {
      take(tokens[at])
      if (tokens[at + 1]?.text !== ',') return
    }
  }
  let [depth, fresh] = [0, true]
  let group = ''
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token
    if (token.kind === 'mark' && /[([{]/.test(token.text)) depth += 1
    else if (token.kind === 'mark' && /[)\]}]/.test(token.text)) {
      depth -= 1
      if (depth === 0) group = ''
    } else if (token.kind === 'end') {
      fresh = true
      continue
    } else if (fresh && depth === 0 && /^(?:var|const|type)$/.test(token.text)) {
      if (tokens[at + 1]?.text === '(') {
        group = token.text
        depth += 1
        at += 1
        fresh = true
        continue
      }
      names(at + 1)
    } else if (fresh && depth === 0 && token.text === 'func') {
      const method = tokens[at + 1]?.text === '('
      take(tokens[method ? behind(tokens, at + 1) : at + 1], method)
    } else if (fresh && depth === 1 && group !== '') names(at)
    fresh = false
  }
  return found
}

/** The index behind the group that opens here. */
const behind = (tokens: readonly Token[], from: number): number => {
  let depth = 0
  for (let at = from; at < tokens.length; at += 1) {
    const { text, kind } = tokens[at] as Token
    if (kind !== 'mark') continue
    if (/[([{]/.test(text)) depth += 1
    else if (/[)\]}]/.test(text)) depth -= 1
    if (depth === 0) return at + 1
  }
  return tokens.length
}

/** The words of a Go file, and those that stand behind a dot (`pkg.Name`); comments and texts say nothing. */
export const goWords = (
  text: string,
): { readonly words: ReadonlySet<string>; readonly selected: ReadonlySet<string> } => {
  const [words, selected] = [new Set<string>(), new Set<string>()]
  const tokens = tokensOf(text)
  for (const [at, { kind, text: word }] of tokens.entries()) {
    if (kind !== 'word') continue
    words.add(word)
    if (tokens[at - 1]?.text === '.') selected.add(word)
  }
  return { words, selected }
}

/** The name of the package that a file belongs to. */
export const goPackageName = (text: string): string | undefined =>
  /^\s*package\s+([\p{L}_][\p{L}\p{N}_]*)/mu.exec(text.replaceAll(/\/\*[\s\S]*?\*\//g, ''))?.[1]

export const goDirectory = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Directories that go commands leave out (`go help packages`), and vendored code. */
const leftOut = /(?:^|\/)(?:[_.][^/]*|testdata|vendor)\//
/** Go files that go commands look at. */
export const isGoSource = (path: string): boolean => path.endsWith('.go') && !leftOut.test(path)
export const isGoTest = (path: string): boolean => path.endsWith('_test.go')
