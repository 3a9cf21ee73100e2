import { hasBelow } from '../../model/repo-view.ts'
import { expandGlob } from '../glob-words.ts'
import { byText } from '../paths.ts'
import { type ExpansionPlace, escaped, type MakeVariables, ROOT } from './make-context.ts'
import { splitOutside } from './make-lines.ts'

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

/** The part of a word that `%` stands for in a pattern; undefined where it does not match. */
export const stemOf = (pattern: string, word: string): string | undefined => {
  const at = pattern.indexOf('%')
  if (at < 0) return pattern === word ? '' : undefined
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + 1)]
  const fits = word.length >= before.length + after.length && word.startsWith(before) && word.endsWith(after)
  return fits ? word.slice(before.length, word.length - after.length) : undefined
}

const each = (text: string, change: (word: string) => string): string => words(text).map(change).join(' ')
const cut = (word: string): number => word.lastIndexOf('/') + 1

/** Functions of text whose arguments are all expanded first (GNU make, "Functions for String Substitution and Analysis" and "for File Names"). */
const PLAIN: Readonly<Record<string, { readonly args: number; readonly make: (...args: string[]) => string }>> = {
  subst: { args: 3, make: (from = '', to = '', text = '') => (from === '' ? text : text.replaceAll(from, () => to)) },
  patsubst: {
    args: 3,
    make: (from = '', to = '', text = '') =>
      each(text, (word) => {
        const stem = stemOf(from.trim(), word)
        return stem === undefined ? word : from.includes('%') ? to.trim().replace('%', () => stem) : to.trim()
      }),
  },
  strip: { args: 1, make: (text = '') => words(text).join(' ') },
  findstring: { args: 2, make: (find = '', text = '') => (text.includes(find) ? find : '') },
  filter: {
    args: 2,
    make: (patterns = '', text = '') =>
      words(text)
        .filter((word) => words(patterns).some((one) => stemOf(one, word) !== undefined))
        .join(' '),
  },
  'filter-out': {
    args: 2,
    make: (patterns = '', text = '') =>
      words(text)
        .filter((word) => !words(patterns).some((one) => stemOf(one, word) !== undefined))
        .join(' '),
  },
  sort: { args: 1, make: (text = '') => [...new Set(words(text))].sort(byText).join(' ') },
  word: { args: 2, make: (n = '', text = '') => words(text)[Number(n) - 1] ?? '' },
  words: { args: 1, make: (text = '') => String(words(text).length) },
  firstword: { args: 1, make: (text = '') => words(text)[0] ?? '' },
  lastword: { args: 1, make: (text = '') => words(text).at(-1) ?? '' },
  dir: { args: 1, make: (text = '') => each(text, (word) => word.slice(0, cut(word)) || './') },
  notdir: { args: 1, make: (text = '') => each(text, (word) => word.slice(cut(word))) },
  basename: { args: 1, make: (text = '') => each(text, (word) => word.replace(/\.[^./]*$/, '')) },
  suffix: { args: 1, make: (text = '') => each(text, (word) => /\.[^./]*$/.exec(word)?.[0] ?? '') },
  addprefix: { args: 2, make: (before = '', text = '') => each(text, (word) => `${before}${word}`) },
  addsuffix: { args: 2, make: (after = '', text = '') => each(text, (word) => `${word}${after}`) },
  info: { args: 1, make: () => '' },
  warning: { args: 1, make: () => '' },
}
const OTHERS =
  'wildcard if or and foreach call abspath realpath shell error eval value origin flavor file join guile let'

/** Names of the functions of make. */
export const FUNCTIONS: ReadonlySet<string> = new Set([...Object.keys(PLAIN), ...OTHERS.split(' ')])

/** `known`: what a shell would say is no value yet, so that nothing may be made of it. */
type Expand = (text: string, place: 'known' | 'text', variables?: MakeVariables) => string | undefined

const withVariables = (file: MakeVariables, own: Readonly<Record<string, string>>): MakeVariables => ({
  ...file,
  variables: new Map([
    ...file.variables,
    ...Object.entries(own).map(([name, value]) => [name, escaped(value)] as const),
  ]),
})

/** What a function gives; undefined where only make can tell: the outside world (`shell` but for the name of the system), and what reads or writes make itself. */
export const callFunction = (
  name: string,
  given: string,
  file: MakeVariables,
  place: ExpansionPlace,
  expand: Expand,
): string | undefined => {
  const plain = PLAIN[name]
  if (plain !== undefined) {
    const args = splitOutside(given, ',', plain.args).map((part) => expand(part, 'known'))
    return args.includes(undefined) ? undefined : plain.make(...(args as string[]))
  }
  const parts = splitOutside(given, ',')
  switch (name) {
    case 'wildcard': {
      const patterns = expand(given, 'known')
      const found = patterns === undefined ? [] : words(patterns).map((one) => expandGlob(file.view, file.cwd, one))
      if (patterns === undefined || found.includes(undefined)) return undefined
      // A glob without a match gives itself in a shell, and nothing here.
      const there = (path: string): boolean => file.view.has(path) || hasBelow(file.view, path)
      const at = file.cwd === '.' ? '' : `${file.cwd}/`
      return found
        .flatMap((list) => list ?? [])
        .filter((path) => there(`${at}${path}`))
        .join(' ')
    }
    case 'if': {
      const asked = expand((parts[0] ?? '').trim(), 'known')
      if (asked === undefined) return undefined
      return expand(asked === '' ? parts.slice(2).join(',') : (parts[1] ?? ''), 'text')
    }
    case 'or':
    case 'and': {
      let last: string | undefined = ''
      for (const part of parts) {
        last = expand(part.trim(), 'known')
        if (last === undefined || (last !== '') === (name === 'or')) return last
      }
      return last
    }
    case 'foreach': {
      const [variable = '', list = ''] = parts
      const over = expand(list, 'known')
      const body = parts.slice(2).join(',')
      const made =
        over === undefined
          ? [undefined]
          : words(over).map((word) => expand(body, 'text', withVariables(file, { [variable.trim()]: word })))
      return made.includes(undefined) ? undefined : made.join(' ')
    }
    case 'call': {
      const args = parts.map((part) => expand(part, 'text'))
      const [called = '', ...rest] = args as string[]
      const body = file.variables.get(called.trim())
      if (args.includes(undefined) || body === undefined || rest.length > 9) return undefined
      const own = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [String(at + 1), rest[at] ?? '']))
      return expand(body, 'text', withVariables(file, { ...own, 0: called.trim() }))
    }
    case 'abspath':
    case 'realpath': {
      const text = expand(given, 'known')
      const home = file.cwd === '.' ? ROOT : `${ROOT}/${file.cwd}`
      return text === undefined ? undefined : each(text, (word) => (/^[/$]/.test(word) ? word : `${home}/${word}`))
    }
    case 'shell': {
      const command = expand(given, 'text')?.trim()
      if (command === undefined) return undefined
      if (/^uname(?: -s)?(?:\s*2>\s*\/dev\/null)?$/.test(command)) return 'Linux'
      // The shell of the recipe runs it as make would have: what it gives is not asked here.
      return place === 'shell' ? `$(${command})` : undefined
    }
    default:
      return undefined
  }
}
