/** A token verbatim; `\n`, `>` and `<` stand for the end of a logical line, a deeper and a shallower block. */
export interface PythonToken {
  readonly kind: 'name' | 'number' | 'string' | 'operator' | 'comment' | 'newline' | 'indent' | 'dedent'
  readonly text: string
}

const name = /[\p{ID_Start}_][\p{ID_Continue}]*/uy
const number =
  /0[xX](?:_?[\da-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|(?:\d(?:_?\d)*(?:\.(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?[jJ]?/y
const operator =
  /\*\*=|\/\/=|>>=|<<=|\.\.\.|!=|->|:=|==|<=|>=|\+=|-=|\*=|\/=|%=|@=|&=|\|=|\^=|\*\*|\/\/|<<|>>|[-+*/%@&|^~<>()[\]{},:.;=]/y
const prefixes = /^(?:[rub]|br|rb|[ft]|fr|rf|tr|rt)$/i
/** Comments that tools obey; all others say nothing to a machine. */
const directive =
  /noqa|type\s*:|pragma|pylint|pyright|mypy|pytype|ruff|flake8|nosec|coding[:=]|isort|fmt\s*:|yapf|cython/i

/**
 * The tokens of a Python source as its reference (lexical analysis) defines them, without comments but those that tools obey. Undefined
 * wherever this reading is not sure: tabs in indentation, form feeds, characters that are no Python, quotes of one kind nested in an f-string.
 */
export const pythonTokens = (source: string): readonly PythonToken[] | undefined => {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  if (/[\r\f\0\v]/.test(text)) return undefined
  const tokens: PythonToken[] = []
  const indents = [0]
  const open: string[] = []
  let at = 0
  let fresh = true

  const push = (kind: PythonToken['kind'], word: string): void => {
    tokens.push({ kind, text: word })
  }
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  /** Blocks open and close with the first token of a logical line. */
  const indent = (): boolean => {
    fresh = false
    const width = at - (text.lastIndexOf('\n', at - 1) + 1)
    if (width > (indents.at(-1) ?? 0)) {
      indents.push(width)
      push('indent', '>')
    }
    while (width < (indents.at(-1) ?? 0)) {
      indents.pop()
      push('dedent', '<')
    }
    return width === indents.at(-1)
  }

  while (at < text.length) {
    const char = text[at] as string
    if (char === '\t' && fresh) return undefined
    if (char === ' ' || char === '\t') at += 1
    else if (char === '\n') {
      if (open.length === 0 && !fresh) {
        push('newline', '\n')
        fresh = true
      }
      at += 1
    } else if (char === '#') {
      const end = text.indexOf('\n', at)
      const comment = text.slice(at, end < 0 ? text.length : end).trimEnd()
      if (directive.test(comment) || (at === 0 && comment.startsWith('#!'))) push('comment', comment)
      at += comment.length
    } else if (char === '\\') {
      if (text[at + 1] !== '\n' || fresh) return undefined
      at += 2
    } else {
      if (fresh && open.length === 0 && !indent()) return undefined
      const word = match(name)
      const quoted = word === undefined ? char : prefixes.test(word) ? text[at + word.length] : undefined
      if (quoted === '"' || quoted === "'") {
        const end = endOfString(text, at, word ?? '')
        if (end === undefined) return undefined
        push('string', text.slice(at, end))
        at = end
        continue
      }
      const digits = word === undefined ? match(number) : undefined
      const found = word ?? digits ?? match(operator)
      if (found === undefined) return undefined
      at += found.length
      // `1if` is two tokens for Python, and an error soon.
      if (digits !== undefined && match(name) !== undefined) return undefined
      if (word === undefined && digits === undefined && !paired(open, found)) return undefined
      push(word !== undefined ? 'name' : digits !== undefined ? 'number' : 'operator', found)
    }
  }
  if (open.length > 0) return undefined
  if (!fresh) push('newline', '\n')
  return [...tokens, ...indents.slice(1).map((): PythonToken => ({ kind: 'dedent', text: '<' }))]
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

const paired = (open: string[], found: string): boolean => {
  const closer = closers[found]
  if (closer !== undefined) open.push(closer)
  else if (/^[)\]}]$/.test(found)) return open.pop() === found
  return true
}

/** Index behind the string that begins here; undefined when it does not end, or when an f-string may end elsewhere. */
const endOfString = (text: string, start: number, prefix: string): number | undefined => {
  const from = start + prefix.length
  const char = text[from] as string
  const quote = text.startsWith(char.repeat(3), from) ? char.repeat(3) : char
  const formatted = /[ft]/i.test(prefix)
  let depth = 0
  for (let at = from + quote.length; at < text.length; at += 1) {
    const here = text[at] as string
    if (text.startsWith(quote, at)) return depth === 0 ? at + quote.length : undefined
    if (here === '\\') {
      // In a field of an f-string a backslash is an error before Python 3.12.
      if (depth > 0) return undefined
      at += 1
    } else if (here === '\n' && quote.length === 1) return undefined
    else if (formatted && (here === '{' || here === '}')) {
      if (depth === 0 && text[at + 1] === here) at += 1
      else depth += here === '{' ? 1 : -1
      if (depth < 0) return undefined
    }
  }
  return undefined
}
