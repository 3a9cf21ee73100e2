import type { Evidence } from '../../model/check.ts'
import type { Some } from '../../model/result.ts'
import type { Filter } from '../../model/stack.ts'

/** One argument with the words it was written in: `-k`, `expr` are one. */
interface Argument {
  /** `--maxfail`, `-k`; null for a word that is no option. */
  readonly name: string | null
  readonly value: string | null
  readonly written: readonly string[]
}

/**
 * Takes arguments apart. `valued` names options whose value is the next word (`-k EXPR`, `--maxfail 2`); `--name=value` and, for
 * one-letter options of `valued`, `-kEXPR` need no naming. After a lone `--` everything is a word.
 */
export const readArguments = (words: readonly string[], valued: readonly string[]): readonly Argument[] => {
  const found: Argument[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    if (word === '--') return [...found, ...words.slice(at).map(plain)]
    const equals = word.startsWith('--') ? word.indexOf('=') : -1
    const glued = valued.find(
      (name) => name.length === 2 && word.startsWith(name) && word.length > 2 && !word.startsWith('--'),
    )
    if (!word.startsWith('-') || word === '-') found.push(plain(word))
    else if (equals > 0) found.push({ name: word.slice(0, equals), value: word.slice(equals + 1), written: [word] })
    else if (glued !== undefined) found.push({ name: glued, value: word.slice(2), written: [word] })
    else if (valued.includes(word) && at + 1 < words.length) {
      found.push({ name: word, value: words[at + 1] as string, written: [word, words[at + 1] as string] })
      at += 1
    } else found.push({ name: word, value: null, written: [word] })
  }
  return found
}

const plain = (word: string): Argument => ({ name: null, value: null, written: [word] })

/** The words without the options of these names. */
export const withoutOptions = (
  words: readonly string[],
  names: readonly string[],
  valued: readonly string[] = [],
): readonly string[] =>
  readArguments(words, valued)
    .filter(({ name }) => name === null || !names.includes(name))
    .flatMap(({ written }) => written)

/** The options of these names among the words, with what they were given. An empty value selects nothing. */
export const selecting = (
  words: readonly string[],
  names: readonly string[],
  valued: readonly string[],
  evidence: Evidence | null = null,
): readonly Filter[] =>
  readArguments(words, valued).flatMap(({ name, value }) =>
    name === null || value === null || value === '' || !names.includes(name) ? [] : [{ option: name, value, evidence }],
  )

/** A line of options as words: quotes hold words together, a backslash takes the next character as it is. */
export const splitWords = (line: string): readonly string[] =>
  [...line.matchAll(/(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|\\[\s\S]|[^\s"'\\])+/g)].map(([word]) =>
    word.replaceAll(/"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|\\([\s\S])/g, (_all, double, single, escaped) =>
      double === undefined ? (single ?? escaped) : double.replaceAll(/\\(["\\])/g, '$1'),
    ),
  )

/** The words with these put behind the last option but before a lone `--`, so that the last one given wins. */
export const appended = (words: readonly string[], more: readonly string[]): readonly string[] => {
  const dashes = words.indexOf('--')
  return dashes < 0 ? [...words, ...more] : [...words.slice(0, dashes), ...more, ...words.slice(dashes)]
}

export const baseName = (program: string): string => program.slice(program.lastIndexOf('/') + 1)

/** True for `python`, `python3`, `python3.11`, with or without a directory. */
export const isPython = (program: string): boolean => /^(?:python|pypy)(?:\d(?:\.\d+)?)?$/.test(baseName(program))

interface ModuleCall {
  /** Words of the interpreter before `-m`: `python`, `-W`, `error`. */
  readonly interpreter: Some<string>
  readonly module: string
  readonly args: readonly string[]
}

/** `python [flags] -m module args`, taken apart; undefined for another argv. */
export const moduleCall = (argv: readonly string[]): ModuleCall | undefined => {
  if (!isPython(argv[0] ?? '')) return undefined
  const flags: string[] = []
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] as string
    const bundled = /^-[bBdEhiIOPqsSuvVx]*m(.*)$/.exec(word)
    if (bundled) {
      const bundle = word.slice(0, word.indexOf('m', 1))
      const module = bundled[1] === '' ? argv[at + 1] : bundled[1]
      if (module === undefined) return undefined
      return {
        interpreter: ['python', ...flags, ...(bundle === '-' ? [] : [bundle])],
        module,
        args: argv.slice(at + (bundled[1] === '' ? 2 : 1)),
      }
    }
    if (!word.startsWith('-')) return undefined
    flags.push(word)
    if (/^-[WX]$/.test(word)) flags.push(argv[++at] ?? '')
  }
  return undefined
}

/** The call of a program that `uvx`, `pipx run` or `uv tool run` brings along, with the words behind it; the argv itself for any other. */
export const carried = (argv: readonly string[], program: string): readonly string[] => {
  const runner = baseName(argv[0] ?? '')
  if (!['uvx', 'uv', 'pipx'].includes(runner)) return argv
  // `uv tool install tox` runs nothing.
  if (runner !== 'uvx' && argv[1] !== 'run' && !(argv[1] === 'tool' && argv[2] === 'run')) return argv
  const at = argv.findIndex(
    (word) => word === program || word.startsWith(`${program}@`) || word.startsWith(`${program}==`),
  )
  return at < 0 ? argv : [program, ...argv.slice(at + 1)]
}
