import type { Some } from '../../model/result.ts'
import { baseName } from './arguments.ts'
import { readTool } from './tool-call.ts'

/** Options of gotestsum that take a value as the next word. */
const GOTESTSUM_VALUED =
  /^(?:-f|--(?:format|format-icons|format-hide-empty-pkg|jsonfile|jsonfile-timing-events|junitfile|junitfile-.*|packages|post-run-command|rerun-fails-.*|hide-summary|watch-chdir))$/

/**
 * Takes away what only dresses the output of go test: `gotestsum --junitfile r.xml -- -race ./...`, `richgo test`, `gotest`. Undefined for
 * anything else.
 */
export const unwrap = (argv: Some<string>): Some<string> | undefined => {
  const [program, ...rest] = argv
  const name = baseName(program)
  if (name === 'richgo' && rest[0] === 'test') return ['go', ...rest]
  if (name === 'gotest') return ['go', 'test', ...rest]
  const call = readTool(argv, ['gotestsum'])
  return call === undefined ? undefined : fromGotestsum(call.args)
}

const fromGotestsum = (args: readonly string[]): Some<string> | undefined => {
  if (args.some((word) => /^--(?:raw-command|watch|version|help)\b/.test(word)) || args[0] === 'tool') return undefined
  const dashes = args.indexOf('--')
  const own = dashes < 0 ? args : args.slice(0, dashes)
  const named = own.flatMap((word, at) => {
    if (word.startsWith('--packages=')) return word.slice('--packages='.length).split(/\s+/)
    return word === '--packages' ? (own[at + 1] ?? '').split(/\s+/) : []
  })
  const positional = own.filter((word, at) => !word.startsWith('-') && !GOTESTSUM_VALUED.test(own[at - 1] ?? ''))
  const passed = dashes < 0 ? positional : args.slice(dashes + 1)
  // gotestsum adds the pattern where no package is named.
  const hasPackage = named.length > 0 || passed.some((word) => /^\.|\/|\.\.\./.test(word) && !word.startsWith('-'))
  return ['go', 'test', ...passed, ...named, ...(hasPackage ? [] : ['./...'])]
}
