/** What a call of `cmake` is where no tool was recognised in it. */
type CmakeNature =
  | { readonly nature: 'work' }
  | { readonly nature: 'checker'; readonly kind: 'tests'; readonly reason: string }

/** `cmake --build build --target ci_test_gcc` runs what only the build itself knows: tests, by its name. */
export const cmakeNature = (words: readonly string[]): CmakeNature => {
  if (words[0] !== '--build') return { nature: 'work' }
  const targets = words.filter((_, at) => /^(?:--target|-t)$/.test(words[at - 1] ?? ''))
  const named = [...targets, ...words.flatMap((word) => /^--target=(.*)$/.exec(word)?.[1] ?? [])]
  return named.some((target) => /(?:^|[-_])(?:tests?|check|RUN_TESTS)(?:$|[-_])/i.test(target))
    ? {
        nature: 'checker',
        kind: 'tests',
        reason: 'tier-not-read: the target does not tell, without building it, what is run',
      }
    : { nature: 'work' }
}
