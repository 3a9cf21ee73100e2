/** What a call of `go` is where no tool was recognised in it. */
type GoNature =
  | { readonly nature: 'talk' }
  | { readonly nature: 'work' }
  | { readonly nature: 'checker'; readonly kind: 'tests'; readonly reason: string }

/** Benchmarks say nothing about right or wrong, and fuzzing sessions are no tests of the lock; `go generate`, `go run` and `go test -c` make something that may be needed. */
export const goNature = ([command = '', ...words]: readonly string[]): GoNature => {
  if (['version', 'env', 'list', 'doc', 'help', 'bug'].includes(command)) return { nature: 'talk' }
  if (command === 'tool' && ['cover', 'covdata'].includes(words[0] ?? '')) return { nature: 'talk' }
  const has = (option: RegExp): boolean => words.some((word) => option.test(word))
  if (command !== 'test' || has(/^--?c$/)) return { nature: 'work' }
  if (has(/^--?(?:bench|list|n)(?:=|$)/)) return { nature: 'talk' }
  return has(/^--?fuzz(?:=|$)/)
    ? { nature: 'checker', kind: 'tests', reason: 'it is a fuzzing session, whose end depends on chance' }
    : { nature: 'work' }
}
