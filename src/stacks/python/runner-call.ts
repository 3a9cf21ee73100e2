import type { Some } from '../../model/result.ts'
import { baseName, moduleCall, readArguments } from './arguments.ts'

/** A call of a Python test runner, whatever stands in front of it. */
export interface RunnerCall {
  /** Words that run a script when its path is appended: `python -W error`, `coverage run --source=pkg`. */
  readonly runs: Some<string>
  /** `module`: the working directory comes first on the module path, as with `python -m`; `script`: it does not. */
  readonly form: 'script' | 'module'
  readonly args: readonly string[]
  /** True below `coverage run`. */
  readonly measured: boolean
}

const COVERAGE_VALUED = [
  '--concurrency',
  '--context',
  '--data-file',
  '--include',
  '--omit',
  '--rcfile',
  '--source',
  '--source-pkgs',
]

/** Reads `pytest …`, `python -m pytest …`, `coverage run -m pytest …`; undefined for another program. `scripts` are its console scripts. */
export const readRunner = (
  argv: readonly string[],
  modules: readonly string[],
  scripts: readonly string[],
): RunnerCall | undefined => {
  const [program = '', ...rest] = argv
  if (scripts.includes(baseName(program))) return { runs: ['python'], form: 'script', args: rest, measured: false }
  if (isCoverage(program)) return belowCoverage(['coverage'], rest, modules)
  const call = moduleCall(argv)
  if (call === undefined) return undefined
  if (call.module === 'coverage') return belowCoverage([...call.interpreter, '-m', 'coverage'], call.args, modules)
  return modules.includes(call.module)
    ? { runs: call.interpreter, form: 'module', args: call.args, measured: false }
    : undefined
}

const isCoverage = (program: string): boolean => /^coverage(?:\d(?:\.\d+)?)?$/.test(baseName(program))

const belowCoverage = (
  coverage: Some<string>,
  words: readonly string[],
  modules: readonly string[],
): RunnerCall | undefined => {
  if (words[0] !== 'run') return undefined
  const all = readArguments(words.slice(1), COVERAGE_VALUED)
  const first = all.findIndex(({ name }) => name === null)
  const options = all.slice(0, first)
  const module = all[first]?.written[0]
  if (first < 0 || module === undefined || !options.some(({ name }) => name === '-m' || name === '--module'))
    return undefined
  if (!modules.includes(module)) return undefined
  const kept = options.filter(({ name }) => name !== '-m' && name !== '--module').flatMap(({ written }) => written)
  return {
    runs: [...coverage, 'run', ...kept],
    form: 'module',
    args: all.slice(first + 1).flatMap(({ written }) => written),
    measured: true,
  }
}

/** The same call as an argv that a person would write, with other arguments. */
export const withArguments = (argv: Some<string>, call: RunnerCall, args: readonly string[]): Some<string> => {
  const [program, ...rest] = argv
  return [program, ...rest.slice(0, rest.length - call.args.length), ...args]
}
