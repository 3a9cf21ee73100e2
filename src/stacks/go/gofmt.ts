import type { Some } from '../../model/result.ts'
import type { Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { readGo } from './arguments.ts'
import { throughScript } from './script-call.ts'
import { readTool, type ToolCall } from './tool-call.ts'

const NAMES = ['gofmt', 'goimports', 'gofumpt'] as const
/** How the answer is written, and rewriting itself. */
const DROPPED = /^--?(?:l|d|w|v|e)$/
const VALUED = /^--?(?:r|local|lang|modpath|srcdir|cpuprofile)$/

const read = (argv: readonly string[]): ToolCall | undefined => {
  const call = readTool(argv, NAMES)
  if (call !== undefined) return call.args.some((word) => /^--?(?:h|help|version|V)\b/.test(word)) ? undefined : call
  // `go fmt` is `gofmt -l -w` over packages.
  return readGo(argv)?.command === 'fmt' ? { program: ['gofmt'], args: argv.slice(2) } : undefined
}

/** `gofmt`, `goimports` and `gofumpt`: they are only asked which files differ. */
export const gofmt: Tool = {
  id: 'gofmt',
  stack: 'go',
  kind: 'lint',
  recognises: (argv) => read(argv) !== undefined,
  adoption: 'nothing: it runs only where a higher tier calls it',
  adopted: () => undefined,
  defaultArgv: () => ['gofmt', '-l', '.'],
  wrapped: true,
  instrument,
  exits: exitTable(
    'triverdict_go.sh, list: the code of our own call; gofmt itself ends with 0 whatever it lists, and with 2 over a file that cannot be parsed (Go 1.26)',
    [
      [0, 'green', 'nothing was listed'],
      [1, 'red', 'files were listed'],
    ],
  ),
  firstFailure: (log) => log.split('\n').find((line) => /^\S+\.go(?::\d+:\d+: .*)?$/.test(line)),
}

function instrument(argv: Some<string>, place: Place): Instrumented {
  const { program, args } = read(argv) ?? { program: argv, args: [] }
  const options: string[] = []
  const paths: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as string
    // Taken out of a shell text: what only a shell can say is left out.
    if (/[$`<>&*"']/.test(word)) continue
    if (!word.startsWith('-')) paths.push(word.replace(/\/?\.\.\.$/, '') || '.')
    else if (!DROPPED.test(word)) {
      options.push(word)
      if (VALUED.test(word) && at + 1 < args.length) options.push(args[++at] as string)
    }
  }
  // Without a path it would read standard input.
  const where = paths.length === 0 ? ['.'] : paths
  return {
    argv: throughScript(place, ['list'], [...program, '-l', ...options, ...where]),
    env: {},
    channels: [{ path: 'stdout', format: 'gofmt-text', role: 'findings', required: true }],
    census: ['find', ...where, '-name', '*.go'],
  }
}
