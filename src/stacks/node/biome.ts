import type { Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { calledByScript, commandPattern, configured } from './adoption.ts'
import { readArguments, withoutOptions, write } from './arguments.ts'
import { type Call, readCall, writeCall } from './call.ts'

/** In the order biome looks for them. */
export const BIOME_CONFIGS = ['biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc'] as const

const VALUED = [
  '--config-path',
  '--max-diagnostics',
  '--reporter',
  '--reporter-file',
  '--diagnostic-level',
  '--since',
  '--colors',
  '--only',
  '--skip',
  '--log-file',
  '--log-level',
  '--log-kind',
  '--stdin-file-path',
  '--files-max-size',
] as const

const REPLACED = [
  '--write',
  '--fix',
  '--apply',
  '--apply-unsafe',
  '--unsafe',
  '--reporter',
  '--reporter-file',
  '--json',
  '--json-pretty',
  '--max-diagnostics',
  '--diagnostic-level',
  '--colors',
  '--staged',
  '--changed',
  '--since',
  '--watch',
] as const

const SUBCOMMANDS = ['check', 'lint', 'format', 'ci'] as const

const recognised = (argv: readonly string[]): Call | undefined => {
  const call = readCall(argv)
  if (call?.name !== 'biome' || !SUBCOMMANDS.some((name) => name === call.args[0])) return undefined
  return call.args.some((word) => word === '--help' || word.startsWith('--stdin-file-path')) ? undefined : call
}

/** https://biomejs.dev/reference/cli/ */
export const biome: Tool = {
  id: 'biome',
  stack: 'node',
  kind: 'lint',
  recognises: (argv) => recognised(argv) !== undefined,
  adoption: '`biome.json`, `.biome.json` (also `.jsonc`), or a script that calls it',
  adopted: (project) => configured(project, BIOME_CONFIGS) ?? calledByScript(project, commandPattern('biome')),
  defaultArgv: () => ['biome', 'check', '.'],
  instrument: (argv) => {
    const call = recognised(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    const [subcommand = 'check', ...rest] = call.args
    // Warnings stand in the report only where the command makes them count.
    const level = rest.includes('--error-on-warnings') ? 'warn' : 'error'
    const kept = write(withoutOptions(readArguments(rest, VALUED), REPLACED))
    return {
      argv: writeCall(call, [
        subcommand,
        '--reporter=json',
        '--max-diagnostics=none',
        `--diagnostic-level=${level}`,
        '--colors=off',
        ...kept,
      ]),
      env: {},
      channels: [{ path: 'stdout', format: 'biome-json', role: 'findings', required: true }],
    }
  },
  exits: exitTable('runs of biome 2.6.8', [
    [0, 'green', 'no errors; also nothing to check, where that is allowed'],
    [1, 'red', 'errors; a broken configuration, wrong usage and no file to check share the code'],
  ]),
}
