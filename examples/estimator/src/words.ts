/** Why a drawing cannot be read, and where. Lines count from 1. */
export class DrawingError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`)
    this.name = 'DrawingError'
    this.line = line
  }
}

/** The words of one line: bare ones, and those in double quotes with `""` for a quote. What follows a `#` outside of quotes is a comment. */
export const wordsOf = (text: string, line: number): string[] => {
  const words: string[] = []
  let at = 0
  while (at < text.length) {
    const letter = text[at] as string
    if (/\s/.test(letter)) at += 1
    else if (letter === '#') break
    else if (letter === '"') {
      const quoted = /^"((?:[^"]|"")*)"(?=\s|$)/.exec(text.slice(at))
      if (quoted === null) throw new DrawingError(line, 'a quote is not closed')
      words.push((quoted[1] as string).replaceAll('""', '"'))
      at += quoted[0].length
    } else {
      const bare = /^[^\s"#]+/.exec(text.slice(at))?.[0] as string
      words.push(bare)
      at += bare.length
    }
  }
  return words
}

/** A number as a drawing writes it: digits with an optional sign and decimal point, nothing else. */
export const numberOf = (word: string | undefined, line: number, what: string): number => {
  if (word === undefined) throw new DrawingError(line, `${what} is missing`)
  if (!/^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/.test(word)) throw new DrawingError(line, `${what} is no number: ${word}`)
  return Number(word)
}

export const positive = (word: string | undefined, line: number, what: string): number => {
  const value = numberOf(word, line, what)
  if (value <= 0) throw new DrawingError(line, `${what} must be above zero: ${word}`)
  return value
}
