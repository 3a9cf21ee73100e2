import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { Channel, Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { baseName, readArguments, selecting } from './arguments.ts'
import { blockFrom } from './failure-block.ts'
import { unittestProbe } from './probe.ts'
import { environment, pytest } from './pytest.ts'
import { readRunner, withArguments } from './runner-call.ts'
import { testFiles } from './test-files.ts'

const VALUED = ['-k', '-s', '--start-directory', '-p', '--pattern', '-t', '--top-level-directory', '--durations']
const PARTIAL = ['-f', '--failfast']

const read = (argv: readonly string[]) => readRunner(argv, ['unittest'], [])

/** The standard library's unittest, alone or below `coverage run`. */
export const unittest: Tool = {
  id: 'unittest',
  stack: 'python',
  kind: 'tests',
  recognises: (argv) => read(argv) !== undefined,
  adoption: 'test files, where pytest is not adopted',
  adopted(project: RepoView) {
    if (pytest.adopted(project) !== undefined) return undefined
    const file = testFiles(project)[0]
    return file === undefined ? undefined : { tier: 'default', file, line: null, text: file }
  },
  defaultArgv: defaultDiscovery,
  instrument,
  filters: (argv) => selecting(read(argv)?.args ?? [], ['-k'], VALUED),
  narrow(argv, files) {
    const call = read(argv)
    if (call === undefined) return undefined
    if (call.args[0] === 'discover') return withArguments(argv, call, discovering(call.args.slice(1), files))
    // Files as arguments are turned into module names by unittest itself; options of `discover` have no meaning then.
    const options = readArguments(call.args, VALUED).filter(
      ({ name }) => name !== null && /^-(?:[vqbc]|-verbose|-quiet|-buffer|k|-locals)$/.test(name),
    )
    return withArguments(argv, call, [...options.flatMap(({ written }) => written), ...files])
  },
  probe: unittestProbe,
  exits: exitTable('https://docs.python.org/3/library/unittest.html#unittest.main, and runs of Python 3.11 to 3.13', [
    [0, 'green', 'all tests passed; before 3.12 also no test at all'],
    [1, 'red', 'tests failed, an unexpected success, or a module that cannot be imported'],
    [2, 'not-complete', 'usage error (argparse)'],
    [5, 'not-complete', 'no tests were run, or all were skipped (3.12 and later)'],
  ]),
  firstFailure: (log) =>
    // The rule below the heading belongs to the block, the one above the summary does not.
    blockFrom(log, { starts: /^(?:FAIL|ERROR|UNEXPECTED SUCCESS): /, ends: /^={70}$|^Ran \d+ tests?/ })?.replace(
      /\n+-{70}$/,
      '',
    ),
}

/** Keeps where discovery starts, since that decides how modules are named and found; only its pattern is for these files (and maybe a few more). */
function discovering(words: readonly string[], files: Some<string>): readonly string[] {
  const all = readArguments(words, VALUED)
  const options = all.filter(({ name }) => name !== null && name !== '-p' && name !== '--pattern')
  const [start, , top] = all.flatMap(({ name, written }) => (name === null ? written : []))
  return [
    'discover',
    ...options.flatMap(({ written }) => written),
    ...(start === undefined ? [] : ['-s', start]),
    ...(top === undefined ? [] : ['-t', top]),
    '-p',
    commonPattern(files.map(baseName) as unknown as Some<string>),
  ]
}

function commonPattern([first, ...more]: Some<string>): string {
  if (more.every((name) => name === first)) return first
  const names = [first, ...more]
  const shortest = Math.min(...names.map((name) => name.length))
  let before = 0
  while (before < shortest && names.every((name) => name[before] === first[before])) before += 1
  let after = 0
  while (after < shortest - before && names.every((name) => name.at(-1 - after) === first.at(-1 - after))) after += 1
  return `${first.slice(0, before)}*${after === 0 ? '' : first.slice(-after)}`
}

/** `discover` finds tests below directories without `__init__.py` only from there: such a folder is named. */
function defaultDiscovery(project: RepoView): Some<string> {
  const folders = ['tests', 'test']
  const folder = folders.find((name) => testFiles(project).some((file) => file.startsWith(`${name}/`)))
  const elsewhere = testFiles(project).some((file) => !folders.some((name) => file.startsWith(`${name}/`)))
  const reached = folder === undefined || project.has(`${folder}/__init__.py`) || elsewhere
  return reached
    ? ['python', '-m', 'unittest', 'discover']
    : ['python', '-m', 'unittest', 'discover', '-s', folder, '-t', folder]
}

function instrument(argv: Some<string>, place: Place): Instrumented {
  const call = read(argv)
  if (call === undefined) return { argv, env: {}, channels: [] }
  const coverage: Channel = {
    path: `${place.reportDirectory}/coverage.json`,
    format: 'coveragepy-json',
    role: 'coverage',
    required: false,
  }
  const events: Channel = {
    path: `${place.reportDirectory}/events.jsonl`,
    format: 'events',
    role: 'events',
    required: true,
  }
  const args = readArguments(call.args, VALUED)
    .filter(({ name }) => name === null || !PARTIAL.includes(name))
    .flatMap(({ written }) => written)
  return {
    argv: [...call.runs, `${place.reporters}/triverdict_unittest.py`, ...args],
    env: { ...environment(place), ...(call.measured ? { TRIVERDICT_COVERAGE: coverage.path } : {}) },
    channels: call.measured ? [events, coverage] : [events],
  }
}
