import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { Channel, Place, Tool } from '../../model/stack.ts'
import { type CargoCall, readCargo, VALUED, without, writeCargo } from './call.ts'
import { CARGO_EXITS, heardFromText, selecting, talkative } from './cargo-test.ts'
import { firstFailure } from './first-failure.ts'
import { wholeWorkspace } from './members.ts'
import { narrowedTargets } from './narrow.ts'
import { heardFromNextest, NEXTEST_EXITS, NEXTEST_VALUED, narrowed, nextestWords } from './nextest.ts'
import { rustProbe } from './probe.ts'

const OWN_VALUED = [
  ...'--output-path --output-dir --fail-under-lines --fail-under-functions --fail-under-regions --ignore-filename-regex'.split(
    ' ',
  ),
  ...'--fail-uncovered-lines --fail-uncovered-functions --fail-uncovered-regions --dep-coverage'.split(' '),
]
const COV_VALUED = [...VALUED, ...OWN_VALUED]
/** How the measurement is written and judged, with and without a value. */
const WRITING = (
  '--json --lcov --cobertura --codecov --text --html --open --output-path --output-dir --summary-only --fail-under-lines ' +
  '--fail-under-functions --fail-under-regions --fail-uncovered-lines --fail-uncovered-functions --fail-uncovered-regions ' +
  '--show-missing-lines --doctests --branch --mcdc --remap-path-prefix --include-build-script --ignore-filename-regex --no-report --no-clean --skip-functions --hide-instantiations --no-run --ignore-run-fail'
).split(' ')

/** `cargo llvm-cov [test]`; reports of what ran before are other calls. */
const read = (argv: readonly string[]): CargoCall | undefined => {
  const call = readCargo(argv)
  if (call?.command !== 'llvm-cov') return undefined
  const [first] = call.args
  if (first === 'test') return { ...call, args: call.args.slice(1) }
  return first === undefined || first.startsWith('-') ? call : undefined
}

/** `cargo llvm-cov nextest`: its words as those of `cargo nextest run`. */
const readNextest = (argv: readonly string[]): CargoCall | undefined => {
  const call = readCargo(argv)
  if (call?.command !== 'llvm-cov' || call.args[0] !== 'nextest') return undefined
  const args = without(call.args.slice(1), WRITING, [...NEXTEST_VALUED, ...OWN_VALUED])
  return args.includes('--no-run') ? undefined : { ...call, command: 'nextest', args: ['run', ...args] }
}

/**
 * Where cargo-llvm-cov is, the tests run with its environment (its README, external tests) and are measured afterwards; elsewhere the
 * same tests run without it: coverage is a qualifier, never the exam.
 */
const MEASURE =
  'script=$1; path=$2; options=$3; shift 3; if cargo llvm-cov --version >/dev/null 2>&1; then ' +
  'eval "$(cargo llvm-cov show-env --sh 2>/dev/null || cargo llvm-cov show-env --export-prefix)"; ' +
  'cargo llvm-cov clean --workspace >/dev/null 2>&1; sh "$script" "$@"; code=$?; ' +
  'cargo llvm-cov report --json --output-path "$path" $options >&2; exit $code; fi; exec sh "$script" "$@"'

/** What the report must know of the run: the profile, and which sources do not count. */
const reporting = (args: readonly string[]): string =>
  args
    .flatMap((word, at) => {
      const profile = /^--cargo-profile=([^\s*?[]+)$/.exec(word)?.[1]
      if (profile !== undefined) return [`--profile=${profile}`]
      if (word === '--release' || /^--(?:profile|ignore-filename-regex)=[^\s*?[]+$/.test(word)) return [word]
      const next = args[at + 1] ?? ''
      return /^--(?:profile|ignore-filename-regex)$/.test(word) && /^[^\s*?[]+$/.test(next) ? [word, next] : []
    })
    .join(' ')

const measured = (place: Place, call: CargoCall, words: readonly string[]): Some<string> => [
  'sh',
  '-c',
  MEASURE,
  'sh',
  `${place.reporters}/triverdict_cargo.sh`,
  `${place.reportDirectory}/coverage.json`,
  reporting(call.args),
  ...words,
]

const coverage = (place: Place): Channel => ({
  path: `${place.reportDirectory}/coverage.json`,
  format: 'llvm-cov-json',
  role: 'coverage',
  required: false,
})

/** `cargo llvm-cov nextest`: the tests of nextest, measured. */
export const llvmCovNextest: Tool = {
  id: 'cargo-llvm-cov-nextest',
  stack: 'rust',
  kind: 'tests',
  recognises: (argv) => readNextest(argv) !== undefined,
  adoption: 'nothing: it runs only where a higher tier calls it',
  adopted: () => undefined,
  defaultArgv: (project) => ['cargo', 'llvm-cov', 'nextest', ...wholeWorkspace(project)],
  instrument(argv, place) {
    const call = readNextest(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    const { form, env, channels } = heardFromNextest(place, call.args)
    const plain = writeCargo({
      ...call,
      toolchain: null,
      global: [],
      args: nextestWords([...call.args, ...call.global]),
    })
    return { argv: measured(place, call, [...form, ...plain]), env, channels: [...channels, coverage(place)] }
  },
  narrow: (argv: Some<string>, files: Some<string>, project?: RepoView) => {
    const call = readNextest(argv)
    const targets = narrowedTargets(files, project)
    if (call === undefined || targets === undefined) return undefined
    const { args, ...rest } = narrowed(call, targets)
    return writeCargo({ ...rest, command: 'llvm-cov', args: ['nextest', ...args.slice(1)] })
  },
  probe: rustProbe,
  exits: NEXTEST_EXITS,
  firstFailure,
}

/** `cargo llvm-cov`: the tests of `cargo test`, measured; doctests only where it is asked for them. */
export const llvmCov: Tool = {
  id: 'cargo-llvm-cov',
  stack: 'rust',
  kind: 'tests',
  recognises: (argv) => read(argv) !== undefined,
  adoption: 'nothing: it runs only where a higher tier calls it',
  adopted: () => undefined,
  defaultArgv: (project) => ['cargo', 'llvm-cov', ...wholeWorkspace(project)],
  instrument(argv, place) {
    const call = read(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    const some = call.args.some((word) =>
      /^--(?:doctests|doc|lib|bins?|tests?|examples?|bench(?:es)?|all-targets)(?:=|$)/.test(word),
    )
    const args = [...call.global, ...without(call.args, WRITING, COV_VALUED), ...(some ? [] : ['--tests'])]
    const plain = writeCargo(talkative({ ...call, command: 'test', toolchain: null, global: [], args }))
    const { env, channels } = heardFromText(place)
    return { argv: measured(place, call, ['merged', ...plain]), env, channels: [...channels, coverage(place)] }
  },
  narrow: (argv: Some<string>, files: Some<string>, project?: RepoView) => {
    const call = read(argv)
    const targets = narrowedTargets(files, project)
    return call === undefined || targets === undefined ? undefined : writeCargo(selecting(call, targets))
  },
  probe: rustProbe,
  exits: CARGO_EXITS,
  firstFailure,
}
