import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { Instrumented, Place, Tool } from '../../model/stack.ts'
import { baseName, optionValue, readArguments } from './arguments.ts'
import { ownDirectory } from './cmake-call.ts'

const VALUED = [
  '-C',
  '-j',
  '--jobs',
  '--suite',
  '--no-suite',
  '-t',
  '--timeout-multiplier',
  '--wrapper',
  '--setup',
  '--repeat',
  '--maxfail',
  '--logbase',
  '--num-processes',
  '--test-args',
  '--targets',
]
const DROPPED = new Set(['--repeat', '--maxfail', '--logbase', '-q', '--quiet', '--gdb', '--no-rebuild', '--list'])

const read = (argv: readonly string[], command: string) => {
  const [program = '', name, ...words] = argv
  if (!/^meson(?:\.py)?$/.test(baseName(program)) || name !== command) return undefined
  const all = readArguments(words, VALUED)
  return all.some(({ name }) => name === '--list' || name === '--help' || name === '--benchmark') ? undefined : all
}

const adopted = (project: RepoView): Evidence | undefined =>
  project.has('meson.build') && !project.has('CMakeLists.txt') && !project.has('pyproject.toml')
    ? { tier: 'default', file: 'meson.build', line: null, text: 'meson.build' }
    : undefined

const formOf = (directory: string, place: Place): string =>
  directory === ownDirectory(place.project) ? 'own' : 'given'
const script = (place: Pick<Place, 'reporters'>): string => `${place.reporters}/triverdict_meson.sh`

/** `meson setup build`, from nothing; undefined for another call. */
export const mesonStep = (argv: Some<string>, place: Pick<Place, 'reporters'>): Some<string> | undefined => {
  const all = read(argv, 'setup')
  const directory = all?.find(({ name }) => name === null)?.value
  return typeof directory === 'string' ? ['sh', script(place), 'setup', directory, ...argv] : undefined
}

/** `meson compile`: the compiler's types. Meson asks for the usual warnings itself (`warning_level`). */
export const mesonBuild: Tool = {
  id: 'meson-compile',
  stack: 'cpp',
  kind: 'types',
  recognises: (argv) => read(argv, 'compile') !== undefined,
  adopted,
  defaultArgv: (project) => ['meson', 'compile', '-C', ownDirectory(project)],
  instrument(argv, place): Instrumented {
    const directory = optionValue(read(argv, 'compile') ?? [], '-C') ?? '.'
    return {
      argv: ['sh', script(place), 'build', directory, formOf(directory, place), ...argv],
      env: {},
      channels: [{ path: 'stdout', format: 'gcc-text', role: 'findings', required: true }],
    }
  },
  emits: (argv) => read(argv, 'compile') !== undefined,
  exits: [
    { code: 0, meaning: 'green', note: 'meson compile: as ninja ends' },
    { code: 1, meaning: 'red', note: 'ninja: a command failed' },
  ],
  firstFailure: (log) => log.split('\n').find((line) => /:\d+: (?:fatal )?error: |undefined reference to /.test(line)),
}

/** `meson test`; it builds what is not built. */
export const mesonTest: Tool = {
  id: 'meson-test',
  stack: 'cpp',
  kind: 'tests',
  recognises: (argv) => read(argv, 'test') !== undefined,
  adopted: (project) => {
    const file = project.paths.find(
      (path) => /(?:^|\/)meson\.build$/.test(path) && /^\s*test\s*\(/m.test(project.read(path) ?? ''),
    )
    return adopted(project) === undefined || file === undefined
      ? undefined
      : { tier: 'default', file, line: null, text: 'test(' }
  },
  defaultArgv: (project) => ['meson', 'test', '-C', ownDirectory(project)],
  instrument(argv, place): Instrumented {
    const all = read(argv, 'test') ?? []
    const directory = optionValue(all, '-C') ?? '.'
    const kept = all.filter(({ name }) => name === null || !DROPPED.has(name)).flatMap(({ written }) => written)
    const at = (file: string): string => `${place.reportDirectory}/${file}`
    return {
      argv: [
        'sh',
        script(place),
        'test',
        directory,
        formOf(directory, place),
        place.reportDirectory,
        argv[0],
        'test',
        ...kept,
      ],
      env: {},
      channels: [
        { path: at('testlog.json'), format: 'meson-testlog', role: 'events', required: true },
        { path: at('registrations.json'), format: 'meson-tests', role: 'registrations', required: true },
        { path: at('compile_commands.json'), format: 'compile-commands', role: 'registrations', required: true },
        { path: at('gcov.json'), format: 'gcov-json', role: 'coverage', required: false },
      ],
    }
  },
  // The code counts failed tests (mesonbuild/mtest.py, doit); 125 and above are its own troubles.
  exits: [
    { code: 0, meaning: 'green', note: 'meson test: no test failed' },
    ...Array.from({ length: 124 }, (_, at) => ({
      code: at + 1,
      meaning: 'red' as const,
      note: 'meson test: the number of failed tests',
    })),
  ],
  firstFailure: (log) => log.split('\n').find((line) => /\b(?:FAIL|TIMEOUT|ERROR|UNEXPECTEDPASS)\b/.test(line)),
}
