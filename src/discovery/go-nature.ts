/** What a call of `go` is where no tool was recognised in it. */
type GoNature =
  | { readonly nature: 'talk' }
  | { readonly nature: 'work' }
  | { readonly nature: 'checker'; readonly kind: 'tests'; readonly reason: string }

/** Benchmarks and fuzzing sessions are no tests of the lock; `go generate`, `go run` and `go test -c` make something that may be needed. */
export const goNature = ([command = '', ...words]: readonly string[]): GoNature => {
  if (['version', 'env', 'list', 'doc', 'help', 'bug'].includes(command)) return { nature: 'talk' }
  const measures = words.some((word) => /^--?(?:bench|fuzz|list|n)(?:=|$)/.test(word))
  return command === 'test' && measures && !words.includes('-c')
    ? { nature: 'checker', kind: 'tests', reason: 'it runs benchmarks or a fuzzing session, not the tests' }
    : { nature: 'work' }
}
