/** What the closing words of a test framework say against the exit code 0 of its program. */
export type Denial = { readonly status: 'failed' | 'hollow'; readonly words: string }

const lines = (printed: string, pattern: RegExp): readonly string[] =>
  printed.split('\n').filter((line) => pattern.test(line))

/** ctest leaves out what is too long. */
const CUT = /^The rest of the test output was removed since it exceeds the threshold/m

/** GoogleTest says how many tests it begins and that it ran them; `exit(0)` in between, or a filter that matches nothing, are no success. */
const googleTest = (printed: string): Denial | undefined => {
  const begun = lines(printed, /^\[={10}\] Running \d+ tests? from /)
  const ended = lines(printed, /^\[={10}\] \d+ tests? from \d+ test (?:suite|case)s? ran\./)
  if (begun.length + ended.length === 0) return undefined
  const [failed] = lines(printed, /^\[\s+FAILED\s+\] \d+ tests?, listed below:/)
  if (failed !== undefined) return { status: 'failed', words: failed }
  if (begun.length > ended.length && !CUT.test(printed))
    return { status: 'hollow', words: `GoogleTest began and did not end: ${begun[0]}` }
  const passed = lines(printed, /^\[\s+PASSED\s+\] \d+ tests?\./)
  return passed.length > 0 && passed.every((line) => / 0 tests\.$/.test(line))
    ? { status: 'hollow', words: `no test passed in it: ${passed[0]}` }
    : undefined
}

/** Catch2 and doctest count test cases and assertions at their end. */
const catch2 = (printed: string): Denial | undefined => {
  const [counted] = lines(printed, /^(?:\[doctest\] )?test cases:\s+\d+ \|.*\b[1-9]\d* failed(?! as expected)/)
  if (counted !== undefined) return { status: 'failed', words: counted }
  const [nothing] = lines(
    printed,
    /^No tests ran$|^assertions: - none -$|^All tests passed \(no assertions in |^\[doctest\] test cases:\s+0 \|/,
  )
  return nothing === undefined ? undefined : { status: 'hollow', words: nothing }
}

/** A program that speaks TAP: a point that is not ok, or a plan that is not met, whatever its exit code. */
const tapProgram = (printed: string): Denial | undefined => {
  const plans = lines(printed, /^1\.\.\d+/)
  const points = lines(printed, /^(?:not )?ok\b/)
  if (plans.length !== 1 || (points.length === 0 && !/^TAP version \d+/m.test(printed))) return undefined
  const red = points.find((line) => /^not ok\b(?!.*#\s*(?:todo|skip))/i.test(line))
  if (red !== undefined) return { status: 'failed', words: red }
  return Number(/^1\.\.(\d+)/.exec(plans[0] as string)?.[1]) === points.length
    ? undefined
    : { status: 'hollow', words: `TAP plans ${plans[0]} and has ${points.length}` }
}

/** What the frameworks below a program that exited 0 say against that; undefined when nothing. */
export const deniedByFramework = (printed: string): Denial | undefined =>
  googleTest(printed) ?? catch2(printed) ?? tapProgram(printed)
