import { type Argument, isOption, readArguments, write } from './arguments.ts'
import { baseName } from './call.ts'

/** A call of a package.json script, as the manager would understand it. */
export interface ScriptCall {
  readonly name: string
  /** What the manager appends to the script's own line. */
  readonly args: readonly string[]
  readonly where: ScriptPlace
}

/** Whose script is meant. Directories are relative to the project. */
export type ScriptPlace =
  | { readonly kind: 'here' }
  | { readonly kind: 'directory'; readonly directory: string }
  /** Every workspace member; `root` when the project itself is one of them. */
  | { readonly kind: 'members'; readonly root: boolean }
  | { readonly kind: 'named'; readonly names: readonly string[] }

/** Reads `npm test`, `npm run x -- --flag`, `pnpm -r test`, `yarn workspace a run x`, … Undefined for anything else. */
export const readScriptCall = (argv: readonly string[]): ScriptCall | undefined => {
  const [program = '', ...words] = argv
  switch (baseName(program)) {
    case 'npm':
      return readNpm(words)
    case 'pnpm':
      return readPnpm(words)
    case 'yarn':
    case 'yarnpkg':
      return readYarn(words)
    case 'bun':
      return readBun(words)
    default:
      return undefined
  }
}

/** `bun run x`, `bun run --filter '*' x`, `bun --filter web x`; flags of the runtime (`--bun`) change nothing about the script. */
const readBun = (words: readonly string[]): ScriptCall | undefined => {
  const filters: string[] = []
  let runs = false
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    if (word === 'run' && !runs) runs = true
    else if (word === '--filter' || word === '-F') filters.push((words[++at] as string | undefined) ?? '')
    else if (word.startsWith('--filter=')) filters.push(word.slice('--filter='.length))
    else if (!['--bun', '-b', '--silent', '--if-present'].includes(word)) {
      if (!runs && filters.length === 0) return undefined
      const all = filters.some((filter) => filter === '*' || filter === './*')
      const where: ScriptPlace =
        filters.length === 0 ? HERE : all ? { kind: 'members', root: false } : { kind: 'named', names: filters }
      return named(word, words.slice(at + 1), where)
    }
  }
  return undefined
}

const HERE: ScriptPlace = { kind: 'here' }
const RUN = ['run', 'run-script', 'rum', 'urn']
const QUIET = ['-s', '--silent', '-q', '--quiet', '--loglevel', '--if-present', '--color', '--no-color']

const named = (name: string | undefined, args: readonly string[], where: ScriptPlace): ScriptCall | undefined =>
  name === undefined || name === '' || name.startsWith('-') ? undefined : { name, args, where }

/** Npm takes options anywhere before `--`; only words and what follows `--` reach the script. */
const readNpm = (words: readonly string[]): ScriptCall | undefined => {
  const all = readArguments(words, ['--prefix', '-C', '-w', '--workspace', '--loglevel'])
  const where = npmPlace(all.filter((argument) => argument.kind === 'option'))
  if (where === undefined) return undefined
  const plain = write(all.filter((argument) => argument.kind === 'word'))
  const dashes = plain.indexOf('--')
  const [command = '', ...rest] = plain.filter((_, at) => at !== dashes)
  if (['test', 't', 'tst'].includes(command)) return named('test', rest, where)
  if (['start', 'stop', 'restart'].includes(command)) return named(command, rest, where)
  return RUN.includes(command) ? named(rest[0], rest.slice(1), where) : undefined
}

const npmPlace = (options: readonly Argument[]): ScriptPlace | undefined => {
  const values = (names: readonly string[]): readonly string[] =>
    options.flatMap((option) => (option.kind === 'option' && isOption(option, names) ? [option.value ?? ''] : []))
  const has = (names: readonly string[]): boolean => options.some((option) => isOption(option, names))
  const known = [
    '--prefix',
    '-C',
    '-w',
    '--workspace',
    '-ws',
    '--ws',
    '--workspaces',
    '-iwr',
    '--include-workspace-root',
  ]
  if (options.some((option) => !isOption(option, [...known, ...QUIET]))) return undefined
  const names = values(['-w', '--workspace'])
  if (names.length > 0) return { kind: 'named', names }
  if (has(['-ws', '--ws', '--workspaces'])) return { kind: 'members', root: has(['-iwr', '--include-workspace-root']) }
  const directory = values(['--prefix', '-C']).at(-1)
  return directory === undefined ? HERE : { kind: 'directory', directory: tidy(directory) }
}

/** Pnpm takes its own options before the script's name; everything after it, a `--` too, reaches the script. */
const readPnpm = (words: readonly string[]): ScriptCall | undefined => {
  const own: Argument[] = []
  const verbs: string[] = []
  let taken = 0
  for (const argument of readArguments(words, ['-C', '--dir', '-F', '--filter', ...VALUED_PNPM])) {
    const verb = argument.kind === 'word' && [...RUN, 'recursive', 'm', 'multi'].includes(argument.written[0])
    if (argument.kind === 'word' && (!verb || verbs.some((word) => RUN.includes(word)))) break
    if (argument.kind === 'option') own.push(argument)
    else verbs.push(argument.written[0])
    taken += argument.written.length
  }
  const [word = '', ...args] = words.slice(taken)
  const runs = verbs.some((verb) => RUN.includes(verb))
  if (own.some((option) => !isOption(option, PNPM_KNOWN)) || (!runs && NOT_SCRIPTS.has(word))) return undefined
  const value = (names: readonly string[]): readonly string[] =>
    own.flatMap((option) => (option.kind === 'option' && isOption(option, names) ? [option.value ?? ''] : []))
  const name = !runs && word === 't' ? 'test' : word
  const filters = value(['-F', '--filter'])
  if (filters.length > 0) return named(name, args, { kind: 'named', names: filters })
  if (verbs.some((verb) => !RUN.includes(verb)) || own.some((option) => isOption(option, ['-r', '--recursive'])))
    return named(name, args, { kind: 'members', root: false })
  const directory = value(['-C', '--dir']).at(-1)
  return named(name, args, directory === undefined ? HERE : { kind: 'directory', directory: tidy(directory) })
}

const VALUED_PNPM = ['--workspace-concurrency', '--reporter', '--loglevel']
const PNPM_KNOWN = [
  ...['-C', '--dir', '-F', '--filter', '-r', '--recursive', '-w', '--workspace-root', '--stream', '--parallel'],
  ...['--aggregate-output', '--bail', '--no-bail', '--sort', '--no-sort', '--sequential', ...VALUED_PNPM, ...QUIET],
]

/** Commands of pnpm and yarn that run no script, whatever package.json says. */
const NOT_SCRIPTS = new Set(
  (
    'install i add remove exec dlx create init publish pack audit fetch prune rebuild store update up link unlink import deploy patch ' +
    'list ls why outdated config setup env workspace workspaces'
  ).split(' '),
)

/** Yarn takes its own options before the script's name; what follows it reaches the script (version 1 without the first `--`). */
const readYarn = (words: readonly string[]): ScriptCall | undefined => {
  const [first, second, ...rest] = words
  const over = (inner: readonly string[], where: ScriptPlace): ScriptCall | undefined => {
    const call = readYarn(inner)
    return call && { ...call, where }
  }
  if (first === 'workspace' && second !== undefined) return over(rest, { kind: 'named', names: [second] })
  if (first === '--cwd' && second !== undefined) return over(rest, { kind: 'directory', directory: tidy(second) })
  if (first === 'workspaces' && second === 'run') return over(rest, { kind: 'members', root: false })
  if (first === 'workspaces' && second === 'foreach') {
    const at = rest.findIndex((word) => !word.startsWith('-'))
    const selects = /^(?:-[Apvit]+|--(?:all|parallel|verbose|interlaced|topological|topological-dev))$/
    return rest.slice(0, at).every((option) => selects.test(option))
      ? over(rest.slice(Math.max(at, 0)), { kind: 'members', root: true })
      : undefined
  }
  const plain = QUIET.includes(first ?? '') ? words.slice(1) : words
  const runs = plain[0] === 'run'
  const [name = '', ...args] = runs ? plain.slice(1).filter((word, at) => at > 0 || !QUIET.includes(word)) : plain
  if (!runs && NOT_SCRIPTS.has(name)) return undefined
  return named(name, args, HERE)
}

const tidy = (directory: string): string => directory.replace(/^\.\/(?=.)/, '').replace(/(?<=.)\/+$/, '') || '.'
