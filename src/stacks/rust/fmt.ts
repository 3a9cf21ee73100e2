import type { Tool } from '../../model/stack.ts'
import { rustfmtEvidence } from './adoption.ts'
import { type CargoCall, launched, PLAIN, readCargo, without, writeCargo } from './call.ts'
import { wholeWorkspace } from './members.ts'

const DROPPED = '-q --quiet -v --verbose --check --message-format -l --files-with-diff --color --emit --backup'.split(
  ' ',
)
const RUSTFMT_VALUED = [
  '--config',
  '--config-path',
  '--edition',
  '--style-edition',
  '--color',
  '--emit',
  '--print-config',
]

/** Only where it looks: a bare `cargo fmt` writes and is no check. */
const read = (argv: readonly string[]): CargoCall | undefined => {
  const call = readCargo(argv)
  return call?.command === 'fmt' && [...call.args, ...(call.behind ?? [])].includes('--check') ? call : undefined
}

/** rustfmt through cargo, as a check. */
export const cargoFmt: Tool = {
  id: 'rustfmt',
  stack: 'rust',
  kind: 'lint',
  recognises: (argv) => read(argv) !== undefined,
  adopted: rustfmtEvidence,
  defaultArgv: (project) => ['cargo', 'fmt', ...(wholeWorkspace(project).length > 0 ? ['--all'] : []), '--check'],
  instrument(argv, place) {
    const call = read(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    const behind = [...without(call.behind ?? [], DROPPED, RUSTFMT_VALUED), '--check', '--verbose', '--color', 'never']
    return {
      argv: launched(place, 'merged', writeCargo({ ...call, args: without(call.args, DROPPED), behind })),
      env: PLAIN,
      channels: [{ path: 'stdout', format: 'rustfmt-text', role: 'findings', required: true }],
    }
  },
  exits: [
    { code: 0, meaning: 'green', note: 'rustfmt README, exit status: nothing to change' },
    { code: 1, meaning: 'red', note: 'a difference, or an error in the code' },
  ],
  firstFailure: (log) => log.split('\n').find((line) => /^Diff in |^error/.test(line)),
}
