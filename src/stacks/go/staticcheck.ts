import type { Some } from '../../model/result.ts'
import type { Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { OFFLINE, TOO_OLD, throughScript } from './script-call.ts'
import { readTool } from './tool-call.ts'

const DROPPED = /^--?(?:f|show-ignored|debug\..*)(?:=.*)?$/

/** Honnef's staticcheck. */
export const staticcheck: Tool = {
  id: 'staticcheck',
  stack: 'go',
  kind: 'lint',
  recognises: (argv) => {
    const call = readTool(argv, ['staticcheck'])
    return call !== undefined && !call.args.some((word) => /^--?(?:version|explain|list-checks|merge)/.test(word))
  },
  adoption: '`staticcheck.conf`',
  adopted: (project) =>
    project.has('staticcheck.conf')
      ? { tier: 'default', file: 'staticcheck.conf', line: null, text: 'staticcheck.conf' }
      : undefined,
  defaultArgv: () => ['staticcheck', './...'],
  instrument,
  exits: [
    ...exitTable('lintcmd/cmd.go of staticcheck 2025.1.1 (0.6.1)', [
      [0, 'green', 'nothing found'],
      [1, 'red', 'problems of a category that -fail names; packages that cannot be loaded share it'],
      [2, 'not-complete', 'wrong usage'],
    ]),
    TOO_OLD,
  ],
  firstFailure: (log) => log.split('\n').find((line) => line.startsWith('{"code":')),
}

function instrument(argv: Some<string>, place: Place): Instrumented {
  const { program, args } = readTool(argv, ['staticcheck']) ?? { program: argv, args: [] }
  const kept = args.filter((word, at) => !DROPPED.test(word) && !/^--?f$/.test(args[at - 1] ?? ''))
  const patterns = kept.filter(
    (word, at) => !word.startsWith('-') && !/^--?(?:checks|fail|go|tags)$/.test(kept[at - 1] ?? ''),
  )
  return {
    argv: throughScript(place, ['lines'], [...program, '-f', 'json', ...kept]),
    env: { ...OFFLINE, STATICCHECK_CACHE: `${place.reportDirectory}/staticcheck` },
    channels: [{ path: 'stdout', format: 'staticcheck-json', role: 'findings', required: true }],
    census: ['go', 'list', ...patterns],
  }
}
