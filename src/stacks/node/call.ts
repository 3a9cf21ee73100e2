import type { Some } from '../../model/result.ts'
import { readArguments } from './arguments.ts'

/** A command line taken apart: what wraps the program, the words that start it, its name, and its arguments. */
export interface Call {
  /** `cross-env A=1`, `c8 --all`: kept in front of what runs. */
  readonly wrappers: readonly Wrapper[]
  /** `['jest']`, or `['node', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js']`. */
  readonly program: Some<string>
  /** `vitest`, `jest`, `tsc`, …; `node --test` for Node's own runner. */
  readonly name: string
  readonly args: readonly string[]
}

export interface Wrapper {
  /** `environment` only sets variables; the others measure coverage. */
  readonly kind: 'environment' | 'c8' | 'nyc'
  readonly words: Some<string>
}

/** Options of `node` whose value is the next word. */
export const NODE_VALUED = [
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '-C',
  '--conditions',
  '--env-file',
  '--env-file-if-exists',
  '--test-reporter',
  '--test-reporter-destination',
  '--test-name-pattern',
  '--test-skip-pattern',
  '--test-concurrency',
  '--test-timeout',
  '--test-shard',
  '--test-coverage-include',
  '--test-coverage-exclude',
  '--test-coverage-lines',
  '--test-coverage-branches',
  '--test-coverage-functions',
  '--test-global-setup',
  '--test-isolation',
  '--experimental-test-isolation',
  '--test-rerun-failures',
] as const

const COVERAGE_VALUED = [
  '-r',
  '--reporter',
  '-o',
  '--report-dir',
  '--reports-dir',
  '--temp-directory',
  '--temp-dir',
  '-t',
  '--src',
  '-x',
  '--exclude',
  '-n',
  '--include',
  '-e',
  '--extension',
  '-c',
  '--config',
  '--resolve',
  '--cwd',
  '--nycrc-path',
  '-i',
  '--require',
  '--lines',
  '--functions',
  '--branches',
  '--statements',
  '--merge-async',
  '--parser-plugins',
] as const

/** Takes an argv apart; undefined when nothing is left that could be a program. */
export const readCall = (argv: readonly string[]): Call | undefined => {
  const wrappers: Wrapper[] = []
  let rest = argv
  for (let taken = wrapperLength(rest); taken > 0; taken = wrapperLength(rest)) {
    const words = rest.slice(0, taken) as unknown as Some<string>
    const name = baseName(words[0])
    wrappers.push({ kind: name === 'c8' || name === 'nyc' ? name : 'environment', words })
    rest = rest.slice(taken)
  }
  const [first, ...args] = rest
  if (first === undefined) return undefined
  const name = baseName(first)
  if (name !== 'node' && name !== 'tsx') return { wrappers, program: [first], name, args }
  return { wrappers, ...readNodeCall(first, args) }
}

/** The whole argv again, with other arguments and, where given, other wrappers. */
export const writeCall = (call: Call, args: readonly string[], wrappers = call.wrappers): Some<string> => {
  const [first, ...more] = [...wrappers.flatMap((wrapper) => wrapper.words), ...call.program]
  return [first as string, ...more, ...args]
}

const wrapperLength = (argv: readonly string[]): number => {
  const name = baseName(argv[0] ?? '')
  if (name === 'cross-env' || name === 'env') {
    let length = 1
    while (/^[A-Za-z_]\w*=/.test(argv[length] ?? '')) length += 1
    return (argv[length] ?? '-').startsWith('-') ? 0 : length
  }
  if (name === 'dotenv' || name === 'dotenvx') {
    const dashes = argv.indexOf('--')
    return dashes < 0 ? 0 : dashes + 1
  }
  if (name === 'c8' || name === 'nyc') {
    let length = 1
    for (const argument of readArguments(argv.slice(1), COVERAGE_VALUED)) {
      if (argument.kind === 'word') break
      length += argument.written.length
    }
    return length + (argv[length] === '--' ? 1 : 0)
  }
  return 0
}

const readNodeCall = (node: string, words: readonly string[]): Omit<Call, 'wrappers'> => {
  const flags: string[] = []
  const all = readArguments(words, NODE_VALUED)
  const isTest = all.some((argument) => argument.kind === 'option' && argument.name === '--test')
  if (isTest) return { program: [node], name: 'node --test', args: words }
  for (const argument of all) {
    if (argument.kind === 'option') {
      flags.push(...argument.written)
      continue
    }
    const script = argument.written[0]
    return {
      program: [node, ...flags, script],
      name: programOfScript(script) ?? baseName(node),
      args: words.slice(flags.length + 1),
    }
  }
  return { program: [node], name: baseName(node), args: words }
}

/** Files that start a known program: its entry in `.bin`, or the file that entry points to. */
const ENTRIES: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)node_modules\/\.bin\/([\w.-]+)$/, '$1'],
  [/(?:^|\/)node_modules\/vitest\/(?:vitest\.mjs|dist\/cli(?:-wrapper)?\.js)$/, 'vitest'],
  [/(?:^|\/)node_modules\/jest(?:-cli)?\/bin\/jest(?:\.js)?$/, 'jest'],
  [/(?:^|\/)node_modules\/mocha\/bin\/_?mocha(?:\.c?js)?$/, 'mocha'],
  [/(?:^|\/)node_modules\/ava\/(?:entrypoints\/)?cli\.m?js$/, 'ava'],
  [/(?:^|\/)node_modules\/typescript\/(?:bin\/tsc|lib\/tsc\.js)$/, 'tsc'],
  [/(?:^|\/)node_modules\/eslint\/bin\/eslint\.js$/, 'eslint'],
  [/(?:^|\/)node_modules\/prettier\/(?:bin\/prettier\.cjs|bin-prettier\.js)$/, 'prettier'],
  [/(?:^|\/)node_modules\/@biomejs\/biome\/bin\/biome$/, 'biome'],
]

/** The program that a script file starts (`node_modules/vitest/vitest.mjs` → `vitest`); undefined for the project's own scripts. */
export const programOfScript = (script: string): string | undefined => {
  for (const [pattern, name] of ENTRIES) {
    const match = pattern.exec(script)
    if (match) return name === '$1' ? match[1] : name
  }
  return undefined
}

/** `./node_modules/.bin/vitest` → `vitest`. */
export const baseName = (word: string): string => word.slice(word.lastIndexOf('/') + 1).replace(/\.(?:cmd|exe)$/, '')
