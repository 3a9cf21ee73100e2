import type { Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
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
  adoption: '`rustfmt.toml`, the component in `rust-toolchain.toml`, or a hook of pre-commit',
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
  exits: exitTable('rustfmt README, exit status, and runs of cargo fmt 1.95', [
    [0, 'green', 'nothing to change'],
    [1, 'red', 'a difference, or an error in the code; an option that rustfmt does not know shares it'],
    [2, 'not-complete', 'an option that cargo fmt does not know'],
  ]),
  firstFailure: (log) => log.split('\n').find((line) => /^Diff in |^error/.test(line)),
}
