import type { Filter } from '../../model/stack.ts'

/** One argument of a command line, with the words it was written in. */
export type Argument =
  | {
      readonly kind: 'option'
      readonly name: string
      readonly value: string | null
      readonly written: readonly string[]
    }
  | { readonly kind: 'word'; readonly written: readonly [string] }

/**
 * Takes arguments apart. `valued` names the options whose value is the next word (`--retry 2`); `--name=value` and `--name false`
 * need no naming.
 * Everything after a lone `--` is a word, and so is the `--` itself.
 */
export const readArguments = (words: readonly string[], valued: readonly string[]): readonly Argument[] => {
  const found: Argument[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    if (word === '--') return [...found, ...words.slice(at).map(plainWord)]
    if (!word.startsWith('-') || word === '-') {
      found.push(plainWord(word))
      continue
    }
    const equals = word.indexOf('=')
    const next = words[at + 1]
    if (equals > 0) {
      found.push({ kind: 'option', name: word.slice(0, equals), value: word.slice(equals + 1), written: [word] })
    } else if (next !== undefined && (valued.includes(word) || next === 'true' || next === 'false')) {
      found.push({ kind: 'option', name: word, value: next, written: [word, next] })
      at += 1
    } else found.push({ kind: 'option', name: word, value: null, written: [word] })
  }
  return found
}

const plainWord = (word: string): Argument => ({ kind: 'word', written: [word] })

/** True for an option with one of these names. A name that ends with `*` stands for every option that begins so. */
export const isOption = (argument: Argument, names: readonly string[]): boolean =>
  argument.kind === 'option' &&
  names.some((name) => (name.endsWith('*') ? argument.name.startsWith(name.slice(0, -1)) : argument.name === name))

/** The arguments without the options of these names. */
export const withoutOptions = (all: readonly Argument[], names: readonly string[]): readonly Argument[] =>
  all.filter((argument) => !isOption(argument, names))

/** Only the options: what stands in its own place (file patterns, test names) is left out. */
export const optionsOnly = (all: readonly Argument[]): readonly Argument[] =>
  all.filter((argument) => argument.kind === 'option')

/** Back to words. */
export const write = (all: readonly Argument[]): readonly string[] => all.flatMap((argument) => argument.written)

/** An option that selects tests: `many` takes every word up to the next option. */
export interface Selector {
  readonly names: readonly string[]
  readonly many?: boolean
}

/** The selecting options among the arguments, with what they were given. An empty value selects nothing. */
export const selecting = (all: readonly Argument[], selectors: readonly Selector[]): readonly Filter[] =>
  all.flatMap((argument, at) => {
    if (argument.kind !== 'option') return []
    const selector = selectors.find(({ names }) => names.includes(argument.name))
    if (selector === undefined || argument.value === '') return []
    const rest = all.slice(at + 1)
    const end = rest.findIndex(({ kind }) => kind === 'option')
    const more = selector.many ? rest.slice(0, end < 0 ? rest.length : end).flatMap(({ written }) => written) : []
    const words = [...(argument.value === null ? [] : [argument.value]), ...more]
    return [{ option: argument.name, value: words.length === 0 ? null : words.join(' '), evidence: null }]
  })
