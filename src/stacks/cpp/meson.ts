import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { baseName, optionValue, readArguments } from './arguments.ts'
import { ownDirectory } from './cmake-call.ts'
import { lockedSources } from './locked-sources.ts'

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

/** A Meson project that is built by itself. */
export const mesonEvidence = (project: RepoView): Evidence | undefined =>
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
  adoption: '`meson.build` without `CMakeLists.txt` or `pyproject.toml` beside it',
  adopted: mesonEvidence,
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
  exits: exitTable('mesonbuild/mcompile.py and runs of Meson 1.12.1: as ninja ends', [
    [0, 'green', 'ninja succeeded'],
    [1, 'red', 'ninja: a command failed (since 1.13 with the code of that command); meson: it could not begin'],
    [2, 'not-complete', 'wrong usage'],
  ]),
  firstFailure: (log) => log.split('\n').find((line) => /:\d+: (?:fatal )?error: |undefined reference to /.test(line)),
}

/** `meson test`; it builds what is not built. */
export const mesonTest: Tool = {
  id: 'meson-test',
  stack: 'cpp',
  kind: 'tests',
  recognises: (argv) => read(argv, 'test') !== undefined,
  adoption: '`meson.build` without `CMakeLists.txt` or `pyproject.toml` beside it, and a `test()` in any `meson.build`',
  adopted: (project) => {
    const file = project.paths.find(
      (path) => /(?:^|\/)meson\.build$/.test(path) && /^\s*test\s*\(/m.test(project.read(path) ?? ''),
    )
    return mesonEvidence(project) === undefined || file === undefined
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
      env: lockedSources(place),
      channels: [
        { path: at('testlog.json'), format: 'meson-testlog', role: 'events', required: true },
        { path: at('registrations.json'), format: 'meson-tests', role: 'registrations', required: true },
        { path: at('testlog.json'), format: 'meson-expectations', role: 'registrations', required: true },
        { path: at('compile_commands.json'), format: 'compile-commands', role: 'registrations', required: true },
        { path: at('translation-units.tsv'), format: 'translation-units', role: 'registrations', required: true },
        { path: at('gcov.json'), format: 'gcov-json', role: 'coverage', required: false },
      ],
    }
  },
  exits: exitTable('mesonbuild/mtest.py of Meson 1.12.1 and 1.9.1, and runs of 1.12.1', [
    [0, 'green', 'no test failed, or there was none'],
    [1, 'red', 'tests failed; before 1.10 one of them; trouble of its own shares it'],
    [2, 'red', 'before 1.10: two tests failed; since then wrong usage'],
    [[3, 124], 'red', 'before 1.10: the number of failed tests'],
    [125, 'not-complete', 'the build failed'],
    [127, 'not-complete', 'no ninja'],
  ]),
  firstFailure: (log) => log.split('\n').find((line) => /\b(?:FAIL|TIMEOUT|ERROR|UNEXPECTEDPASS)\b/.test(line)),
}
