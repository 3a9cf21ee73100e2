import type { Some } from '../../model/result.ts'
import type { Channel, ExitRow, Place, Tool } from '../../model/stack.ts'
import { baseName } from './arguments.ts'

const CHANNELS: readonly Channel[] = [{ path: 'stdout', format: 'gcc-text', role: 'findings', required: true }]

/** Words with which a linter rewrites files, or talks about itself. */
const REWRITES = /^(?:-i|--?fix|--?fix-errors|--?fix-notes)$/
const TALKS = /^(?:--version|--help|-h|--list-checks|-list-checks|--dump-config|--explain-config|--verify-config)$/

/** A linter that speaks as gcc does, a position and words, and that counts where CI calls it. */
const linter = (id: string, programs: RegExp, exits: readonly ExitRow[], more: readonly string[] = []): Tool => ({
  id,
  stack: 'cpp',
  kind: 'lint',
  recognises: ([program, ...words]) =>
    programs.test(baseName(program)) && words.length > 0 && !words.some((word) => TALKS.test(word)),
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
  exits: [...exits, { code: 127, meaning: 'not-started', note: `${id} is not installed here` }],
  firstFailure: (log) =>
    log.split('\n').find((line) => /^\S.*:\d+:(?:\d+:)? (?:fatal error|error|warning|style): /.test(line)),
})

/** clang-tidy: warnings are red only where `WarningsAsErrors` makes them errors; those that stand as warnings are for the reader. */
export const clangTidy = linter('clang-tidy', /^(?:run-)?clang-tidy(?:-\d+)?(?:\.py)?$/, [
  { code: 0, meaning: 'green', note: 'clang-tidy: no error; warnings do not count' },
  { code: 1, meaning: 'red', note: 'clang-tidy: an error, or a warning treated as one' },
])

/** clang-format that only looks. */
export const clangFormat = linter(
  'clang-format',
  /^(?:git-)?clang-format(?:-\d+)?$/,
  [
    { code: 0, meaning: 'green', note: 'clang-format --dry-run: nothing to format' },
    { code: 1, meaning: 'red', note: 'clang-format --Werror: files would be reformatted' },
  ],
  ['--dry-run', '--Werror'],
)

/** cppcheck: what it found is red by its own `--error-exitcode`. */
export const cppcheck = linter(
  'cppcheck',
  /^cppcheck$/,
  [
    { code: 0, meaning: 'green', note: 'cppcheck manual: nothing found, or no --error-exitcode' },
    { code: 1, meaning: 'red', note: 'cppcheck --error-exitcode=1' },
    { code: 2, meaning: 'red', note: 'cppcheck --error-exitcode=2' },
  ],
  ['--template=gcc'],
)
