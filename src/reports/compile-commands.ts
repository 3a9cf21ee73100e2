import { z } from 'zod'
import type { ReadContext } from '../model/reader.ts'
import type { Registration } from '../model/registrations.ts'
import { type CompiledSource, compiledTargets } from './compiled-targets.ts'
import { jsonReader } from './json-document.ts'
import { treePath } from './naming.ts'

const TITLE = 'compile_commands.json'

const schema = z.array(
  z.object({
    directory: z.string(),
    file: z.string(),
    command: z.string().optional(),
    arguments: z.array(z.string()).optional(),
  }),
)
type Entry = z.infer<typeof schema>[number]

/**
 * How sources are compiled (Clang's JSON compilation database, which CMake and Meson write): for each object the source, and what could
 * change the meaning of a source that nobody touched: macros on the command line, and files that are included by it. And how strictly each
 * target is compiled (`compiledTargets`).
 */
export const compileCommands = jsonReader('compile-commands', TITLE, schema, (entries, context) => ({
  ok: true,
  value: {
    kind: 'registrations' as const,
    format: 'compile-commands' as const,
    complete: true,
    registrations: [
      ...entries.flatMap((entry) => registrations(entry, context)),
      ...compiledTargets(entries.flatMap((entry) => ownSource(entry, context))),
    ],
  },
}))

const ASIDE = /^\/|(?:^|\/)(?:_deps|third[_-]?party|3rdparty|vendor|external|extern|deps|subprojects)\//
const wordsOf = (entry: Entry): readonly string[] => entry.arguments ?? shellWords(entry.command ?? '')
const pathOf = ({ directory }: Entry, path: string, context: ReadContext): string =>
  treePath(path.startsWith('/') ? path : `${directory}/${path}`, context)

/** A source that the project wrote itself: no code of others, and none that the build writes. */
const ownSource = (entry: Entry, context: ReadContext): readonly CompiledSource[] => {
  const [source, build] = [pathOf(entry, entry.file, context), pathOf(entry, '.', context)]
  if (ASIDE.test(source) || (build !== '.' && source.startsWith(`${build}/`))) return []
  const words = wordsOf(entry)
  return [{ target: targetOf(objectOf(words)), language: /\.[cm]$/.test(source) ? 'C' : 'C++', words }]
}

const registrations = (entry: Entry, context: ReadContext): readonly Registration[] => {
  const { file } = entry
  const words = wordsOf(entry)
  const inBuild = (path: string): string => pathOf(entry, path, context)
  const source = inBuild(file)
  const id = `${source} in ${targetOf(objectOf(words))}`
  const part = (name: string, text: string, word?: string): Registration => ({
    group: 'part',
    id: name === '' ? id : `${id}: ${name}`,
    text,
    file: source,
    ...(word === undefined ? {} : { word }),
  })
  const macros = [...macrosOf(words)].map(([name, text]) => {
    // A macro with parameters takes the place of a function or of another macro; NDEBUG takes assert away.
    const always = name === 'NDEBUG' || /\(/.test(text.split('=')[0] as string)
    return part(name, text, always ? undefined : name)
  })
  const forced = valuesOf(words, ['-include', '-imacros']).map((path) => part(`includes ${inBuild(path)}`, ''))
  return [part('', ''), ...macros, ...forced]
}

/** `CMakeFiles/total_test.dir/tests/total_test.cpp.o`, Meson's `total_test.p/tests_total_test.cpp.o` → `total_test`; else the object itself. */
export const targetOf = (object: string): string =>
  /(?:^|\/)CMakeFiles\/(.+?)\.dir\//.exec(object)?.[1] ?? /(?:^|\/)([^/]+)\.p\//.exec(object)?.[1] ?? object

const objectOf = (words: readonly string[]): string => valuesOf(words, ['-o'])[0] ?? ''

/** Values of options that are written apart or joined (`-DX`, `-D X`), in order. */
const valuesOf = (words: readonly string[], names: readonly string[]): readonly string[] =>
  words.flatMap((word, at) => {
    if (names.includes(word)) return words[at + 1] ?? []
    const name = names.find((each) => each.length === 2 && word.startsWith(each))
    return name === undefined ? [] : word.slice(2)
  })

/** The last word on each macro: `NDEBUG` → `-DNDEBUG`, `-UNDEBUG`. */
const macrosOf = (words: readonly string[]): ReadonlyMap<string, string> => {
  const macros = new Map<string, string>()
  for (const [at, word] of words.entries()) {
    const option = /^-[DU]/.exec(word)?.[0]
    if (option === undefined) continue
    const text = word === option ? (words[at + 1] ?? '') : word.slice(2)
    macros.set(text.replace(/[=(].*$/s, ''), `${option}${text}`)
  }
  return macros
}

/** Words of a command line as a POSIX shell splits them; CMake quotes with backslashes and double quotes. */
const shellWords = (line: string): readonly string[] =>
  [...line.matchAll(/(?:[^\s"'\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g, (_, single, double, escaped) =>
      single !== undefined ? single : double !== undefined ? double.replace(/\\([$`"\\\n])/g, '$1') : escaped,
    ),
  )
