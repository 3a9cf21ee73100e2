import type { Some } from '../../model/result.ts'

/** One option of a go command with the words it was written in, or a word that is none. */
export interface GoArgument {
  /** Without dashes: `run`; null for a word that is no option. */
  readonly name: string | null
  readonly value: string | null
  readonly written: readonly string[]
}

/** Options of `go build`, `go vet`, `go list` and `go test` whose value may be the next word (`go help build`, `go help testflag`). */
const VALUED = new Set(
  (
    'C p asmflags buildmode compiler covermode coverpkg gccgoflags gcflags installsuffix ldflags mod modfile o overlay pgo pkgdir tags ' +
    'toolexec exec vet vettool bench benchtime blockprofile blockprofilerate count coverprofile cpu cpuprofile fuzz fuzztime ' +
    'fuzzminimizetime list memprofile memprofilerate mutexprofile mutexprofilefraction outputdir parallel run shuffle skip timeout trace'
  ).split(' '),
)

/** A go command taken apart. `rest` is everything from `-args` on: it belongs to the test binary. */
export interface GoCall {
  /** `test`, `build`, `vet`. */
  readonly command: string
  readonly args: readonly GoArgument[]
  readonly rest: readonly string[]
}

export const baseName = (program: string): string => program.slice(program.lastIndexOf('/') + 1)

/** `go COMMAND …`, taken apart; undefined for another program. */
export const readGo = (argv: readonly string[]): GoCall | undefined => {
  const [program = '', command, ...words] = argv
  if (baseName(program) !== 'go' || command === undefined || command.startsWith('-')) return undefined
  const args: GoArgument[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    const option = /^--?([A-Za-z][\w.-]*)(?:=(.*))?$/s.exec(word)
    const name = option?.[1]?.replace(/^test\./, '')
    if (name === 'args') return { command, args, rest: words.slice(at) }
    if (name === undefined) args.push({ name: null, value: null, written: [word] })
    else if (option?.[2] !== undefined) args.push({ name, value: option[2], written: [word] })
    else if (VALUED.has(name) && at + 1 < words.length) {
      args.push({ name, value: words[at + 1] as string, written: [word, words[at + 1] as string] })
      at += 1
    } else args.push({ name, value: null, written: [word] })
  }
  return { command, args, rest: [] }
}

export const optionValue = ({ args }: GoCall, name: string): string | undefined =>
  args.findLast((argument) => argument.name === name)?.value ?? undefined

/** True where a switch is given and not `=false`. */
export const isSet = ({ args }: GoCall, ...names: readonly string[]): boolean =>
  args.some(({ name, value }) => name !== null && names.includes(name) && value !== 'false')

/** Package patterns, in order. */
export const patternsOf = ({ args }: GoCall): readonly string[] =>
  args.flatMap(({ name, written }) => (name === null ? written : []))

/** The words of the call without the options of these names. */
export const keptWords = ({ args }: GoCall, dropped: ReadonlySet<string>): readonly string[] =>
  args.filter(({ name }) => name === null || !dropped.has(name)).flatMap(({ written }) => written)

/** Lists the packages that a call looks at, a line each; nothing is printed where there are none. */
export const listCall = (call: GoCall): Some<string> => [
  'go',
  'list',
  ...call.args
    .filter(({ name }) => name !== null && ['tags', 'mod', 'modfile'].includes(name))
    .flatMap(({ written }) => written),
  ...patternsOf(call),
]
