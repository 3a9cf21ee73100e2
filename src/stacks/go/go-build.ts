import type { Some } from '../../model/result.ts'
import type { Channel, DocumentedExit, Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { type GoCall, isSet, keptWords, listCall, patternsOf, readGo } from './arguments.ts'
import { firstCompilerBlock } from './compiler-block.ts'
import { builtFile, everyPackage } from './go-files.ts'
import { OFFLINE, TOO_OLD, throughScript } from './script-call.ts'

const DROPPED = new Set(['v', 'x', 'json', 'work'])

const read = (argv: readonly string[]): GoCall | undefined => {
  const call = readGo(argv)
  return call?.command === 'build' && !isSet(call, 'n', 'C') ? call : undefined
}

/** A call over a pattern, without a name for what it makes, is only asked whether everything compiles. */
const onlyLooks = (call: GoCall): boolean =>
  !isSet(call, 'o') && patternsOf(call).some((pattern) => pattern.includes('...'))

/** What compilers and vet print, and where. */
export const GO_TEXT: Channel = { path: 'stdout', format: 'go-text', role: 'findings', required: true }

/** Exit codes of `go build` and `go vet`. Wrong usage has no finding, so that its code is none of a red run. */
export const compilerExits = (page: string): readonly DocumentedExit[] => [
  ...exitTable(`${page}, and runs of Go 1.26, 1.19 and 1.18`, [
    [0, 'green', 'nothing to say'],
    [1, 'red', 'something does not compile, or was found'],
    [2, 'red', 'the same up to Go 1.18; since then wrong usage'],
  ]),
  TOO_OLD,
]

/** `go build`: every package compiles. */
export const goBuild: Tool = {
  id: 'go-build',
  stack: 'go',
  kind: 'types',
  recognises: (argv) => read(argv) !== undefined,
  adoption: 'a Go file that an ordinary build takes',
  adopted(project) {
    const file = builtFile(project)
    return file === undefined ? undefined : { tier: 'default', file, line: null, text: file }
  },
  defaultArgv: (project) => ['go', 'build', ...everyPackage(project)],
  instrument,
  emits: (argv) => {
    const call = read(argv)
    return call !== undefined && !onlyLooks(call)
  },
  exits: compilerExits('source of cmd/go'),
  firstFailure: firstCompilerBlock,
}

function instrument(argv: Some<string>, place: Place): Instrumented {
  const call = read(argv)
  if (call === undefined) return { argv, env: {}, channels: [] }
  const words = ['go', 'build', ...(onlyLooks(call) ? ['-o', '/dev/null'] : []), ...keptWords(call, DROPPED)]
  return {
    argv: throughScript(place, ['build'], words),
    env: OFFLINE,
    channels: [GO_TEXT],
    // Over no package at all it warns and exits 0.
    census: listCall(call),
  }
}
