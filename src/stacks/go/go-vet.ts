import type { Some } from '../../model/result.ts'
import type { Instrumented, Place, Tool } from '../../model/stack.ts'
import { type GoCall, isSet, keptWords, listCall, readGo } from './arguments.ts'
import { firstCompilerBlock } from './compiler-block.ts'
import { compilerExits, GO_TEXT } from './go-build.ts'
import { builtFile, everyPackage, testFiles } from './go-files.ts'
import { OFFLINE, throughScript } from './script-call.ts'

const DROPPED = new Set(['v', 'x', 'json', 'work', 'fix', 'diff'])

const read = (argv: readonly string[]): GoCall | undefined => {
  const call = readGo(argv)
  return call?.command === 'vet' && !isSet(call, 'n', 'C') ? call : undefined
}

/** `go vet`: type-checks product and tests and looks for mistakes that compilers let through. */
export const goVet: Tool = {
  id: 'go-vet',
  stack: 'go',
  kind: 'types',
  recognises: (argv) => read(argv) !== undefined,
  adoption: 'any Go file of the project’s own modules that a build or a test takes',
  adopted(project) {
    const file = builtFile(project) ?? testFiles(project)[0]
    return file === undefined ? undefined : { tier: 'default', file, line: null, text: file }
  },
  defaultArgv: (project) => ['go', 'vet', ...everyPackage(project)],
  instrument,
  exits: compilerExits('go doc cmd/vet'),
  firstFailure: firstCompilerBlock,
}

function instrument(argv: Some<string>, place: Place): Instrumented {
  const call = read(argv)
  if (call === undefined) return { argv, env: {}, channels: [] }
  return {
    argv: throughScript(place, ['vet'], ['go', 'vet', ...keptWords(call, DROPPED)]),
    env: OFFLINE,
    channels: [GO_TEXT],
    census: listCall(call),
  }
}
