import { sanitizerReport } from './sanitizer.ts'

/** One way in which a C or C++ test program says what failed. */
interface Voice {
  readonly starts: RegExp
  /** The first line that is no longer part of it; absent: one line. */
  readonly ends?: RegExp
}

const VOICES: readonly Voice[] = [
  // GoogleTest: `a_test.cc:12: Failure`, then what was expected.
  { starts: /^\S.*:\d+: Failure$/, ends: /^(?:\[\s+\S+\s+\]|$|\S.*:\d+: Failure$)/ },
  { starts: /^unknown file: Failure$/, ends: /^(?:\[\s+\S+\s+\]|$)/ },
  // Catch2 2 and 3: `a_test.cpp:12: FAILED:` with the expression below; doctest: `a.cpp:12: ERROR: CHECK( … )`.
  { starts: /^\S.*:\d+: (?:FAILED|ERROR|FATAL ERROR|error)\b.*:?.*$/, ends: /^(?:-{20,}|={20,}|\S.*:\d+: .*)$/ },
  // assert(3) of glibc and of others.
  { starts: /^.*: Assertion [`'].*' failed\.$/ },
  { starts: /^Assertion failed: .*$/ },
  { starts: /^(?:terminate called .*|.*: error: .*)$/, ends: /^(?!\s+what\(\):)/ },
  // Boost.Test, CppUTest, Check, Unity and hand-made ones: a position and words.
  { starts: /^\s*\S*[\w)]\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|ipp|m|mm)(?::\d+|\(\d+\)): ?.+$/ },
  // TAP: the point and what stands below it.
  { starts: /^\s*not ok\b(?!.*#\s*(?:todo|skip))/i, ends: /^\s*(?:(?:not )?ok\b|\d+\.\.\d+)/ },
]

const firstOf = (lines: readonly string[], { starts, ends }: Voice): string | undefined => {
  const start = lines.findIndex((line) => starts.test(line))
  if (start < 0) return undefined
  let end = start + 1
  if (ends !== undefined) while (end < lines.length && !ends.test(lines[end] as string)) end += 1
  while (end > start + 1 && (lines[end - 1] as string).trim() === '') end -= 1
  return lines.slice(start, end).join('\n')
}

/** The line of the first position in a failure (`a_test.cc:12`); undefined where it names none. */
export const lineOfFailure = (message: string): number | undefined => {
  const line = /\.\w+[:(](\d+)/.exec(message)?.[1]
  return line === undefined ? undefined : Number(line)
}

/** The first failure in what a test program printed: whole lines, verbatim. Undefined where none of the known forms is there. */
export const programFailure = (printed: string): string | undefined => {
  const report = sanitizerReport(printed)
  if (report !== undefined) return report
  const lines = printed.split('\n')
  for (const voice of VOICES) {
    const found = firstOf(lines, voice)
    if (found !== undefined) return found
  }
  return undefined
}
