import type { Filter } from '../../model/stack.ts'
import type { CargoCall } from './call.ts'

/** Kinds of targets: naming one leaves the others out. */
const TARGETS = '--lib --bins --bin --tests --test --examples --example --benches --bench --doc'.split(' ')
/** Options of the test programs that choose tests (rustc book, tests). */
const HARNESS = ['--skip', '--ignored', '--exact']

const given = (words: readonly string[], names: readonly string[], valued: readonly string[]): readonly Filter[] =>
  words.flatMap((word, at) => {
    const equals = word.indexOf('=')
    const option = equals > 0 ? word.slice(0, equals) : word
    if (!names.includes(option)) return []
    const value = equals > 0 ? word.slice(equals + 1) : valued.includes(option) ? (words[at + 1] ?? null) : null
    return [{ option, value, evidence: null }]
  })

/** Words that are neither options nor their values: parts of names of tests. */
const names = (words: readonly string[], valued: readonly string[]): readonly Filter[] =>
  words.flatMap((word, at) =>
    word.startsWith('-') || valued.includes(words[at - 1] ?? '') ? [] : [{ option: word, value: null, evidence: null }],
  )

/**
 * What leaves tests out of a call of `cargo test` or nextest: kinds of targets, names, options of the test programs. `own`: options of the runner
 * that choose tests. `--all-targets` and packages are not said: those are what a workspace is asked about.
 */
export const cargoFilters = (
  { args, behind }: CargoCall,
  valued: readonly string[],
  own: readonly string[] = [],
): readonly Filter[] => {
  const all = args.includes('--all-targets') ? [] : given(args, TARGETS, valued)
  const harness = [...HARNESS, '--test-threads', '--format', '--color', '--logfile', '-Z', '--shuffle-seed']
  const harnessValued = harness.filter((name) => name !== '--ignored' && name !== '--exact')
  return [
    ...all,
    ...given(args, own, valued),
    ...names(args, valued),
    ...given(behind ?? [], HARNESS, harnessValued),
    ...names(behind ?? [], harnessValued),
  ]
}
