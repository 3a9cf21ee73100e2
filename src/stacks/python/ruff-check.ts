import type { Some } from '../../model/result.ts'
import type { Instrumented, Tool } from '../../model/stack.ts'
import { appended, withoutOptions } from './arguments.ts'
import { cleanFoundTrouble, findingsOnStdout } from './findings-tool.ts'
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
  adopted: (project) => dependsOnRuff(project) ?? ruffConfigured(project, /^\s*\[tool\.ruff(?:\.lint)?[\].]/),
  defaultArgv: () => ['ruff', 'check'],
  instrument,
  exits: cleanFoundTrouble('ruff docs, linter, exit codes'),
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
