import type { Some } from '../../model/result.ts'
import type { Channel, DocumentedExit, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { baseName } from './arguments.ts'

const CHANNELS: readonly Channel[] = [{ path: 'stdout', format: 'gcc-text', role: 'findings', required: true }]

/** Words with which a linter rewrites files, or talks about itself. */
const REWRITES = /^(?:-i|--?fix|--?fix-errors|--?fix-notes)$/
const TALKS = /^(?:--version|--help|-h|--list-checks|-list-checks|--dump-config|--explain-config|--verify-config)$/

/** A linter that speaks as gcc does, a position and words, and that counts where CI calls it. */
export const linter = (
  id: string,
  programs: RegExp,
  exits: readonly DocumentedExit[],
  more: readonly string[] = [],
): Tool => ({
  id,
  stack: 'cpp',
  kind: 'lint',
  recognises: ([program, ...words]) =>
    programs.test(baseName(program)) && words.length > 0 && !words.some((word) => TALKS.test(word)),
  adoption: 'nothing: it runs only where a higher tier calls it',
  // Its configuration alone is for editors; CMake calls it itself where the project says so.
  adopted: () => undefined,
  defaultArgv: () => [id],
  instrument: (argv: Some<string>, place: Place) => ({
    argv: [
      'sh',
      `${place.reporters}/triverdict_lint.sh`,
      argv[0],
      ...more.filter((word) => !argv.includes(word)),
      ...argv.slice(1).filter((word) => !REWRITES.test(word)),
    ],
    env: {},
    channels: CHANNELS,
  }),
  exits: [
    ...exits,
    ...exitTable('triverdict_lint.sh of version 1', [[127, 'not-started', `${id} is not installed here`]]),
  ],
  firstFailure: (log) =>
    log.split('\n').find((line) => /^\S.*:\d+:(?:\d+:)? (?:fatal error|error|warning|style): /.test(line)),
})

/** clang-format that only looks. */
export const clangFormat = linter(
  'clang-format',
  /^(?:git-)?clang-format(?:-\d+)?$/,
  exitTable('runs of clang-format 18.1 with --dry-run --Werror', [
    [0, 'green', 'nothing to format'],
    [1, 'red', 'files would be reformatted; wrong usage and a file that is not there share it'],
  ]),
  ['--dry-run', '--Werror'],
)

/** cppcheck: what it found is red by its own `--error-exitcode`. */
export const cppcheck = linter(
  'cppcheck',
  /^cppcheck$/,
  exitTable('cppcheck --help (2.10), --error-exitcode, and runs of it', [
    [0, 'green', 'nothing found, or no --error-exitcode'],
    [1, 'red', 'found, with --error-exitcode=1; wrong arguments and no input share it'],
    [2, 'red', 'found, with --error-exitcode=2'],
  ]),
  ['--template=gcc'],
)
