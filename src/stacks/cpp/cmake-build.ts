import type { Some } from '../../model/result.ts'
import type { Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { cmakeEvidence } from './adoption.ts'
import { directoryOf, ownDirectory, readBuild } from './cmake-call.ts'

const SILENT = new Set(['-s', '--silent', '--quiet', '--no-print-directory'])

const script = (place: Pick<Place, 'reporters'>): string => `${place.reporters}/triverdict_cmake.sh`

const instrument = (argv: Some<string>, place: Place): Instrumented => {
  const build = readBuild(argv)
  if (build === undefined) return { argv, env: {}, channels: [] }
  const directory = directoryOf(build, place.project, 'build')
  const form = build.directory === ownDirectory(place.project) ? 'own' : 'given'
  const options = build.all.flatMap(({ name, written }) => (name === '--clean-first' ? [] : written))
  const where = build.directory === null ? [] : [build.directory]
  // What an earlier build compiled would not be said again.
  const words = [argv[0], '--build', ...where, ...options, '--clean-first', '--']
  return {
    argv: [
      'sh',
      script(place),
      'build',
      directory,
      form,
      ...words,
      ...build.native.filter((word) => !SILENT.has(word)),
    ],
    env: {},
    channels: [{ path: 'stdout', format: 'gcc-text', role: 'findings', required: true }],
  }
}

/** The build itself: C and C++ always have types, the compiler's. */
export const cmakeBuild: Tool = {
  id: 'cmake-build',
  stack: 'cpp',
  kind: 'types',
  recognises: (argv) => readBuild(argv) !== undefined,
  adoption: '`CMakeLists.txt`; beside the manifest of another language only where it registers tests',
  adopted: cmakeEvidence,
  defaultArgv: (project) => ['cmake', '--build', ownDirectory(project)],
  instrument,
  emits: (argv) => readBuild(argv) !== undefined,
  exits: [
    ...exitTable('cmake(1), build a project, and runs of CMake 3.25', [
      [0, 'green', 'the native build tool succeeded'],
      [1, 'red', 'ninja: a command failed (since 1.13 with the code of that command); cmake: it could not begin'],
    ]),
    ...exitTable('GNU make manual, how to run make (4.3)', [[2, 'red', 'make: errors were encountered']]),
  ],
  firstFailure: (log) =>
    log
      .split('\n')
      .find((line) => /:\d+: (?:fatal )?error: |undefined reference to |multiple definition of /.test(line)) ??
    log.split('\n').find((line) => /^CMake Error|\*\*\* |^ninja: error/.test(line)),
}
