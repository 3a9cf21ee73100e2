import type { Registration } from '../model/registrations.ts'

/** One source as a target compiles it: the words of the call. */
export interface CompiledSource {
  readonly target: string
  /** Options may be meant for one of them alone. */
  readonly language: 'C' | 'C++'
  readonly words: readonly string[]
}

/** What is looked at while something is compiled, or when it runs: warnings that are errors, sanitizers, assertions of the library. */
interface Strictness {
  readonly held: ReadonlySet<string>
  readonly exempt: ReadonlySet<string>
}

const ERRORS = '-Werror'
const ASSERTIONS = /^-D(?:_GLIBCXX_(?:ASSERTIONS|DEBUG|DEBUG_PEDANTIC)|_LIBCPP_HARDENING_MODE)\b/

/** Later words take earlier ones back (gcc(1), Clang's manual). Warnings that are no errors hold nobody up: they count for nothing. */
const strictnessOf = (words: readonly string[]): Strictness => {
  const held = new Set<string>()
  const exempt = new Set<string>()
  let silent = false
  for (const word of words) {
    const [, no, kinds] = /^-f(no-)?sanitize=(.+)$/.exec(word) ?? []
    if (kinds !== undefined)
      for (const kind of kinds.split(',')) {
        if (no === undefined) held.add(`-fsanitize=${kind}`)
        else for (const each of [...held]) if (kind === 'all' || each === `-fsanitize=${kind}`) held.delete(each)
      }
    else if (word === '-w') silent = true
    else if (word === '-Wno-error') held.delete(ERRORS)
    else if (word.startsWith('-Wno-')) {
      exempt.add(word)
      held.delete(`-W${word.slice('-Wno-'.length)}`)
    } else if (/^-W(?![lpa],)./.test(word)) {
      held.add(word)
      exempt.delete(`-Wno-${word.slice('-W'.length)}`)
    } else if (ASSERTIONS.test(word)) held.add(word)
  }
  const isError = held.has(ERRORS) && !silent
  for (const each of [...held]) if (/^-W(?!error=)/.test(each) && !isError) held.delete(each)
  if (silent) for (const each of [...held]) if (each.startsWith('-W')) held.delete(each)
  return { held, exempt: isError ? exempt : new Set() }
}

/**
 * How strictly each target is compiled: what holds for every source of it (`-Werror` and the warnings below it, sanitizers), and which
 * warnings it leaves out where warnings are errors. A branch that drops one of these would be looked at less than the lock.
 */
export const compiledTargets = (sources: readonly CompiledSource[]): readonly Registration[] => {
  const targets = new Map<string, Strictness[]>()
  for (const { target, language, words } of sources) {
    const id = `the ${language} of the target ${target} is compiled`
    targets.set(id, [...(targets.get(id) ?? []), strictnessOf(words)])
  }
  return [...targets].flatMap(([id, all]) => {
    const [first, ...rest] = all
    const everywhere = [...(first?.held ?? [])].filter((each) => rest.every(({ held }) => held.has(each))).sort()
    const exempt = [...new Set(all.flatMap((each) => [...each.exempt]))].sort()
    return [
      // That there is such a target.
      ...['', ...everywhere].map((text): Registration => ({ group: 'target', id, text, file: null })),
      ...exempt.map(
        (word): Registration => ({
          group: 'exemption',
          id: `${id} with ${word}`,
          text: word,
          file: null,
          beside: { id, text: ERRORS },
        }),
      ),
    ]
  })
}
