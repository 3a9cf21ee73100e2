import type { Some } from '../../model/result.ts'
import type { Channel, Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { appended, readArguments, selecting, splitWords, withoutOptions } from './arguments.ts'
import { declares } from './declarations.ts'
import { blockFrom } from './failure-block.ts'
import { firstParty } from './first-party.ts'
import { lockedVersion, olderThan } from './locked-version.ts'
import { pytestProbe } from './probe.ts'
import { pytestConfiguration } from './pytest-configuration.ts'
import { type RunnerCall, readRunner, withArguments } from './runner-call.ts'
import { writtenForPytest } from './test-files.ts'

/** Options of pytest and its common plug-ins whose value may be the next word. */
const VALUED = (
  '-k -m -n -p -c -o -W -r --maxfail --tb --rootdir --confcutdir --ignore --ignore-glob --deselect --basetemp --durations ' +
  '--durations-min --junitxml --junit-xml --junit-prefix --import-mode --log-level --log-file --capture --show-capture --color ' +
  '--override-ini --config-file --pythonwarnings --cov-config --timeout --timeout-method --dist --numprocesses --reruns ' +
  '--reruns-delay --max-worker-restart --tx --ds --lfnf --last-failed-no-failures --verbosity --assert --doctest-glob'
).split(' ')

/** Options that make a run partial, interactive or endless. What addopts has of them, the reporter tells. */
const PARTIAL = [
  ...'--lf --last-failed --ff --failed-first --nf --new-first --sw --stepwise --sw-skip --stepwise-skip --sw-reset'.split(
    ' ',
  ),
  ...'-x --exitfirst --maxfail --pdb --trace -f --looponfail --reruns --reruns-delay --only-rerun --junitxml --junit-xml'.split(
    ' ',
  ),
]

/** Options that leave tests out by name, mark or path. */
const SELECTORS = ['-k', '-m', '--deselect', '--ignore', '--ignore-glob']

/** Long options of pytest without a value. */
const SWITCHES = (
  '--strict --strict-markers --strict-config --verbose --quiet --no-header --no-summary --showlocals --no-showlocals --doctest-modules ' +
  '--doctest-continue-on-failure --doctest-ignore-import-errors --runxfail --pyargs --collect-in-virtualenv --keep-duplicates ' +
  '--no-cov --cov-append --cov-branch --no-cov-on-fail --disable-warnings --disable-pytest-warnings --full-trace --noconftest'
).split(' ')

/** True when the word behind may be the value of an option of a plug-in (`--cov-report html`, `--cov src`): without it the call would be another, or none. */
const mayBeValue = (before: { readonly name: string | null; readonly value: string | null } | undefined): boolean =>
  before !== undefined &&
  before.name?.startsWith('--') === true &&
  before.value === null &&
  !SWITCHES.includes(before.name)

const read = (argv: readonly string[]): RunnerCall | undefined =>
  readRunner(argv, ['pytest', 'py.test'], ['pytest', 'py.test', 'pytest-3'])

/** pytest 6.2 and later, alone or below `coverage run`. */
export const pytest: Tool = {
  id: 'pytest',
  stack: 'python',
  kind: 'tests',
  recognises: (argv) => read(argv) !== undefined,
  adoption:
    'a configuration of pytest (`pytest.ini`, `pytest.toml`, `pyproject.toml`, `tox.ini`, `setup.cfg`), a requirement of `pytest`, or test files that import it or have test functions outside of a class',
  adopted: (project) =>
    pytestConfiguration(project)?.evidence ?? declares(project, 'pytest') ?? writtenForPytest(project),
  // The form that puts the project's directory on the module path: tests of projects that are not installed need it.
  defaultArgv: () => ['python', '-m', 'pytest'],
  instrument,
  filters(argv, project, env) {
    const configured = pytestConfiguration(project)
    return [
      ...selecting(configured?.options ?? [], SELECTORS, VALUED, configured?.evidence),
      ...selecting(splitWords(env.PYTEST_ADDOPTS ?? ''), SELECTORS, VALUED),
      ...selecting(read(argv)?.args ?? [], SELECTORS, VALUED),
    ]
  },
  narrow(argv, files) {
    const call = read(argv)
    if (call === undefined) return undefined
    const all = readArguments(call.args, VALUED)
    const kept = all.filter(({ name }, at) => name !== null || mayBeValue(all[at - 1]))
    // In front: behind a bare `--cov` a file would be taken for its value.
    return withArguments(argv, call, [...files, ...kept.flatMap(({ written }) => written)])
  },
  probe: pytestProbe,
  exits: exitTable('https://docs.pytest.org/en/stable/reference/exit-codes.html (9.2)', [
    [0, 'green', 'all tests were collected and passed'],
    [1, 'red', 'tests were collected and run, some failed'],
    [2, 'not-complete', 'interrupted, or errors while collecting'],
    [3, 'not-complete', 'internal error, or a plug-in raised while it was imported'],
    [4, 'not-complete', 'usage error, also a plug-in that is not found or a conftest.py that cannot be imported'],
    [5, 'not-complete', 'no tests were collected'],
    [6, 'not-complete', 'more warnings than --max-warnings'],
  ]),
  firstFailure: (log) =>
    blockFrom(log, {
      starts: /^_{3,} .+ _{3,}$/,
      ends: /^(?:_{3,} .+ _{3,}|={3,} .+ ={3,}|-{3,} Captured .+ -{3,}|-+ generated xml file: .*)$/,
    }),
}

function instrument(argv: Some<string>, place: Place): Instrumented {
  const call = read(argv)
  if (call === undefined) return { argv, env: {}, channels: [] }
  const addopts = pytestConfiguration(place.project)?.addopts ?? ''
  const coverage = coverageOf(call, addopts, place)
  const args = appended(withoutOptions(call.args, PARTIAL, VALUED), [
    '--maxfail=0',
    ...(/--reruns\b/.test(addopts) ? ['--reruns=0'] : []),
    // Not `-p no:cacheprovider`: the `cache` fixture and options like `--ff` in addopts need it.
    ...(/no:cacheprovider/.test(addopts) ? [] : ['-o', `cache_dir=${place.reportDirectory}/pytest-cache`]),
    `--junitxml=${place.reportDirectory}/junit.xml`,
    '--color=no',
    ...coverage.args,
  ])
  return {
    argv: [...call.runs, `${place.reporters}/triverdict_run_pytest.py`, call.form, ...args],
    env: { ...environment(place), ...coverage.env },
    channels: [...testChannels(place), ...coverage.channels],
  }
}

/** The environment of a Python test run: where the events go, what is first party, nothing written beside the sources, one hash seed. */
export const environment = (place: Place): Readonly<Record<string, string>> => ({
  TRIVERDICT_EVENTS: `${place.reportDirectory}/events.jsonl`,
  TRIVERDICT_FIRST_PARTY: firstParty(place.project).join(','),
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONHASHSEED: '0',
})

const testChannels = (place: Place): readonly Channel[] => [
  { path: `${place.reportDirectory}/events.jsonl`, format: 'events', role: 'events', required: true },
  { path: `${place.reportDirectory}/junit.xml`, format: 'junit', role: 'summary', required: true },
]

interface CoverageSwitches {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly channels: readonly Channel[]
}

/** Measured only where the project measures: `--cov` in its options, or `coverage run`. Its thresholds are not counted. */
const coverageOf = (call: RunnerCall, addopts: string, place: Place): CoverageSwitches => {
  const json: Channel = {
    path: `${place.reportDirectory}/coverage.json`,
    format: 'coveragepy-json',
    role: 'coverage',
    required: false,
  }
  if (call.measured) return { args: [], env: { TRIVERDICT_COVERAGE: json.path }, channels: [json] }
  const measures = /^--cov(?:=|$)/
  if (call.args.includes('--no-cov') || ![...call.args, ...addopts.split(' ')].some((word) => measures.test(word))) {
    return { args: [], env: {}, channels: [] }
  }
  // pytest-cov writes JSON since 4.1; XML always.
  const old = olderThan(lockedVersion(place.project, 'pytest-cov'), [4, 1])
  const channel: Channel = old ? { ...json, path: `${place.reportDirectory}/coverage.xml`, format: 'cobertura' } : json
  return {
    args: [`--cov-report=${old ? 'xml' : 'json'}:${channel.path}`, '--cov-fail-under=0'],
    env: {},
    channels: [channel],
  }
}

/** For commands that were not taken apart: pytest reads its options from the environment and loads the reporter all the same. */
export const instrumentOpaque = (place: Place): Omit<Instrumented, 'argv'> => ({
  env: {
    ...environment(place),
    PYTHONPATH: place.reporters,
    PYTEST_ADDOPTS: `-p triverdict_pytest --junitxml=${quoted(`${place.reportDirectory}/junit.xml`)} --color=no`,
  },
  channels: testChannels(place),
})

const quoted = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`)
