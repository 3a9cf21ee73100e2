import type { Some } from '../../model/result.ts'
import type { Instrumented, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { appended, withoutOptions } from './arguments.ts'
import { findingsOnStdout } from './findings-tool.ts'
import { RUFF_VALUED, readRuff, ruffConfigured } from './ruff.ts'

const DROPPED =
  '--check --diff --exit-non-zero-on-format --output-format --cache-dir --no-cache -n --quiet -q --silent -s --verbose -v'.split(
    ' ',
  )

/** With one of these a call fails where a file is not formatted. */
const LOOKING = ['--check', '--diff', '--exit-non-zero-on-format']

/** The formatter of ruff, where it only checks: a bare `ruff format` writes and is no check. */
export const ruffFormat: Tool = {
  id: 'ruff-format',
  stack: 'python',
  kind: 'lint',
  recognises: (argv) => readRuff(argv)?.command === 'format' && LOOKING.some((word) => argv.includes(word)),
  adoption: '`[tool.ruff.format]` in `pyproject.toml`, or the hook `ruff-format` of pre-commit',
  // Having ruff says nothing about its formatter: only words about the formatter do.
  adopted: (project) =>
    ruffConfigured({ ...project, has: () => false }, /^\s*\[tool\.ruff\.format\]/) ??
    hooked(project.read('.pre-commit-config.yaml')),
  defaultArgv: () => ['ruff', 'format', '--check'],
  instrument,
  exits: exitTable('https://docs.astral.sh/ruff/formatter/#exit-codes, and runs of ruff 0.17.6', [
    [0, 'green', 'every file is formatted'],
    [1, 'red', 'a file is not formatted'],
    [2, 'not-complete', 'a file that cannot be parsed, configuration, usage or internal error'],
  ]),
  firstFailure: (log) => log.split('\n').find((line) => /^(?:Would reformat|unformatted): /.test(line)),
}

const hooked = (text: string | undefined) => {
  const at = (text ?? '').split('\n').findIndex((line) => /^\s*-?\s*id:\s*ruff-format\b/.test(line))
  return at < 0
    ? undefined
    : { tier: 'default' as const, file: '.pre-commit-config.yaml', line: at + 1, text: 'id: ruff-format' }
}

function instrument(argv: Some<string>): Instrumented {
  const call = readRuff(argv)
  const args = withoutOptions(call?.args ?? [], DROPPED, RUFF_VALUED)
  return {
    argv: [argv[0], 'format', ...appended(args, ['--check', '--no-cache'])],
    env: { RUFF_NO_CACHE: 'true' },
    channels: findingsOnStdout('ruff-format-text'),
  }
}
