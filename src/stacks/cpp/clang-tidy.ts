import type { Some } from '../../model/result.ts'
import type { Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { cmakeEvidence } from './adoption.ts'
import { optionValue, readArguments } from './arguments.ts'
import { ownDirectory } from './cmake-call.ts'
import { linter } from './linters.ts'
import { mesonEvidence } from './meson.ts'

const called = linter(
  'clang-tidy',
  /^(?:run-)?clang-tidy(?:-\d+)?(?:\.py)?$/,
  exitTable('ClangTidyMain.cpp, and runs of clang-tidy 18.1 and 23.1', [
    [0, 'green', 'no error; warnings do not count where CI calls it so'],
    [1, 'red', 'an error, or a warning treated as one; wrong usage and no check at all share it'],
  ]),
)

/** The call by convention names no files: all that the build compiles are meant. */
const isOwn = (argv: Some<string>, place: Place): boolean => {
  const all = readArguments(argv.slice(1), ['-p'])
  return all.length === 1 && optionValue(all, '-p') === ownDirectory(place.project)
}

/**
 * clang-tidy. Where CI calls it, its own rule holds: a warning is red only where `WarningsAsErrors` makes it an error. Where only
 * `.clang-tidy` asks for it, nobody says what counts: the project chose these checks, so a warning that the base does not have counts.
 */
export const clangTidy: Tool = {
  ...called,
  adoption: '`.clang-tidy` beside the `CMakeLists.txt` or `meson.build` of a project that is built by itself',
  adopted: (project) =>
    project.has('.clang-tidy') && (cmakeEvidence(project) ?? mesonEvidence(project)) !== undefined
      ? { tier: 'default', file: '.clang-tidy', line: null, text: '.clang-tidy' }
      : undefined,
  defaultArgv: (project) => ['clang-tidy', '-p', ownDirectory(project)],
  instrument: (argv, place) =>
    isOwn(argv, place)
      ? {
          argv: ['sh', `${place.reporters}/triverdict_tidy.sh`, ownDirectory(place.project), argv[0]],
          env: {},
          channels: called.instrument(argv, place).channels,
        }
      : called.instrument(argv, place),
}
