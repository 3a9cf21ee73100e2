import type { Some } from '../../model/result.ts'
import type { Instrumented, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { appended, withoutOptions } from './arguments.ts'
import { findingsOnStdout } from './findings-tool.ts'
import { dependsOnRuff, RUFF_VALUED, readRuff, ruffConfigured } from './ruff.ts'

/** Repairs, endless runs, caches, and how the answer is written. */
const DROPPED = (
  '--fix --no-fix --fix-only --no-fix-only --unsafe-fixes --show-fixes --no-show-fixes --exit-non-zero-on-fix --diff --watch -w ' +
  '--output-format --output-file -o --cache-dir --no-cache -n --statistics --quiet -q --silent -s --verbose -v'
).split(' ')

/** The linter of ruff. */
export const ruffCheck: Tool = {
  id: 'ruff-check',
  stack: 'python',
  kind: 'lint',
  recognises: (argv) =>
    readRuff(argv)?.command === 'check' &&
    !['--show-files', '--show-settings', '--add-noqa'].some((flag) => argv.includes(flag)),
  adoption: 'a requirement of `ruff`, `ruff.toml`, `.ruff.toml`, or `[tool.ruff]` in `pyproject.toml`',
  adopted: (project) => dependsOnRuff(project) ?? ruffConfigured(project, /^\s*\[tool\.ruff(?:\.lint)?[\].]/),
  defaultArgv: () => ['ruff', 'check'],
  instrument,
  exits: exitTable('https://docs.astral.sh/ruff/linter/#exit-codes, and runs of ruff 0.17.6', [
    [0, 'green', 'no violations'],
    [1, 'red', 'violations, also of the syntax'],
    [2, 'not-complete', 'configuration, usage or internal error'],
  ]),
  firstFailure: (log) => log.split('\n').find((line) => /^.+:\d+:\d+: [A-Z]+\d+ /.test(line)),
}

function instrument(argv: Some<string>): Instrumented {
  const call = readRuff(argv)
  const args = withoutOptions(call?.args ?? [], DROPPED, RUFF_VALUED)
  return {
    argv: [argv[0], 'check', ...appended(args, ['--no-fix', '--no-cache', '--output-format=json'])],
    env: { RUFF_NO_CACHE: 'true' },
    channels: findingsOnStdout('ruff-json'),
    // Over no file at all it prints an empty list and exits 0.
    census: [argv[0], 'check', ...appended(args, ['--show-files'])],
  }
}
