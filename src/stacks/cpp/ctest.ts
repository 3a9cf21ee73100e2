import type { Some } from '../../model/result.ts'
import type { Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { ctestEvidence } from './adoption.ts'
import { type Argument, baseName, optionValue, readArguments } from './arguments.ts'
import { directoryOf, ownDirectory } from './cmake-call.ts'
import { lockedSources } from './locked-sources.ts'

const VALUED = (
  '--test-dir --preset -C --build-config -j --parallel -R --tests-regex -E --exclude-regex -L --label-regex -LE --label-exclude -I ' +
  '--tests-information -FA -FS -FC --fixture-exclude-any --fixture-exclude-setup --fixture-exclude-cleanup --timeout --repeat ' +
  '--repeat-until-fail --stop-time --output-junit -O --output-log --test-output-size-passed --test-output-size-failed ' +
  '--test-output-truncation --no-tests --schedule-random-seed --test-load --resource-spec-file -D -T -M -S -SP -A --tests-from-file'
).split(' ')
/** Dashboards, scripts and listings are no run of the tests whose report can be had (ctest(1)). */
const OTHER =
  /^(?:-D|--dashboard|-T|--test-action|-M|--test-model|-S|--script|-SP|--script-new-process|-A|--build-and-test|-N|--show-only|--print-labels|--help.*|--version)$/
/** Retries, part of the tests, an early stop, and where reports go. */
const DROPPED = new Set(
  '--repeat --repeat-until-fail --rerun-failed --stop-on-failure --output-junit --no-tests --test-output-size-passed --test-output-size-failed --test-output-truncation -Q --quiet -F --stop-time -O --output-log --schedule-random --schedule-random-seed'.split(
    ' ',
  ),
)

/** Options that leave tests out (ctest(1)). */
const SELECTING = new Set(
  '-R --tests-regex -E --exclude-regex -L --label-regex -LE --label-exclude -I --tests-information --tests-from-file --exclude-from-file'.split(
    ' ',
  ),
)

const read = (argv: readonly string[]): readonly Argument[] | undefined => {
  const [program = '', ...words] = argv
  if (!/^ctest3?$/.test(baseName(program))) return undefined
  const all = readArguments(words, VALUED)
  return all.some(({ name }) => name !== null && OTHER.test(name)) ? undefined : all
}

const instrument = (argv: Some<string>, place: Place): Instrumented => {
  const all = read(argv)
  if (all === undefined) return { argv, env: {}, channels: [] }
  const named = optionValue(all, '--test-dir')
  const preset = optionValue(all, '--preset')
  const directory = directoryOf({ directory: named ?? (preset === null ? '.' : null), preset }, place.project, 'test')
  const form = named === ownDirectory(place.project) ? 'own' : 'given'
  const kept = all.filter(({ name }) => name === null || !DROPPED.has(name)).flatMap(({ written }) => written)
  const at = (file: string): string => `${place.reportDirectory}/${file}`
  const script = `${place.reporters}/triverdict_cmake.sh`
  return {
    argv: ['sh', script, 'test', directory, form, place.reportDirectory, argv[0], ...kept],
    env: lockedSources(place),
    channels: [
      { path: at('junit.xml'), format: 'ctest-junit', role: 'events', required: true },
      { path: at('registrations.json'), format: 'ctest-show', role: 'registrations', required: true },
      { path: at('compile_commands.json'), format: 'compile-commands', role: 'registrations', required: true },
      { path: at('translation-units.tsv'), format: 'translation-units', role: 'registrations', required: true },
      // There only where the project's own configuration builds with gcc's coverage.
      { path: at('gcov.json'), format: 'gcov-json', role: 'coverage', required: false },
    ],
  }
}

/** ctest 3.21 and later, whatever framework is below. */
export const ctest: Tool = {
  id: 'ctest',
  stack: 'cpp',
  kind: 'tests',
  recognises: (argv) => read(argv) !== undefined,
  adoption:
    '`enable_testing()`, `add_test()` or `include(CTest)` in a `CMakeLists.txt` of a project whose root has one',
  adopted: ctestEvidence,
  defaultArgv: (project) => ['ctest', '--test-dir', ownDirectory(project), '--output-on-failure'],
  instrument,
  filters: (argv) =>
    (read(argv) ?? []).flatMap(({ name, value }) =>
      name !== null && SELECTING.has(name) ? [{ option: name, value, evidence: null }] : [],
    ),
  exits: exitTable('cmCTest.h, and runs of ctest 3.25', [
    [0, 'green', 'all tests passed'],
    [1, 'not-complete', 'the directory or the preset is not there'],
    [8, 'red', 'TEST_ERRORS: tests failed; with --no-tests=error also no test at all'],
  ]),
  firstFailure: (log) => log.split('\n').find((line) => /\*\*\*(?:Failed|Exception|Timeout|Not Run)/.test(line)),
}
