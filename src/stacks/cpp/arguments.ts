/** Options of a call with their values; `name` is null for a word that is none. */
export interface Argument {
  readonly name: string | null
  readonly value: string | null
  readonly written: readonly string[]
}

/** Reads words, where these options take the next word; `--name=value` always has one, `-jN` is an option with its value joined. */
export const readArguments = (words: readonly string[], valued: readonly string[]): readonly Argument[] => {
  const found: Argument[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    const next = words[at + 1]
    if (!word.startsWith('-') || word === '-') found.push({ name: null, value: word, written: [word] })
    else if (valued.includes(word) && next !== undefined) {
      found.push({ name: word, value: next, written: [word, next] })
      at += 1
    } else {
      const joined = /^(--[^=]+)=(.*)$/s.exec(word)
      const short = valued.find((each) => each.length === 2 && word.startsWith(each) && word.length > 2)
      if (joined !== null) found.push({ name: joined[1] as string, value: joined[2] as string, written: [word] })
      else if (short !== undefined) found.push({ name: short, value: word.slice(2).replace(/^=/, ''), written: [word] })
      else found.push({ name: word, value: null, written: [word] })
    }
  }
  return found
}

/** The value of the last of these options. */
export const optionValue = (all: readonly Argument[], ...names: readonly string[]): string | null =>
  all.findLast(({ name }) => name !== null && names.includes(name))?.value ?? null

/** The name of a program without its directory. */
export const baseName = (program: string): string => program.slice(program.lastIndexOf('/') + 1)
