import type { TestStatus } from '../model/test-report.ts'

/** One test as libtest wrote it: its name without the words that libtest adds. */
export interface BlockTest {
  readonly name: string
  readonly status: TestStatus
  readonly message?: string
  readonly reason?: string
}

/** What one `running N tests` led to. `next` is the index of the first line behind it. */
export interface Block {
  readonly tests: readonly BlockTest[]
  /** Null when the block ended with a `test result:` line that agrees with what it lists; else why it does not count. */
  readonly trouble: string | null
  readonly next: number
}

const BEGIN = /^running (\d+) tests?$/
const TEST = /test (\S(?:.*?\S)?) \.\.\. (.*)$/
const RESULT =
  /^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured; (\d+) filtered out(?:; finished in [\d.]+m?s)?$/
const STATUS = /^(ok|FAILED|ignored(?:, .*)?|bench: .*|FAILED \(.*\))(?: <[\d.]+m?s>)?$/
const SLOW = /^test .+ has been running for over \d+ seconds$/
const DETAIL = /^---- (.+) stdout ----$/
/** libtest and rustdoc say behind the name what a test is expected to do. */
const EXPECTED = / - (?:should panic|compile fail|compile)$/

/** How many tests a line says that follow; undefined for another line. */
export const announced = (line: string): number | undefined => {
  const found = BEGIN.exec(line)
  return found === null ? undefined : Number(found[1])
}

/** True for a line that belongs into a block and nowhere else. */
export const belongsInBlock = (line: string): boolean =>
  RESULT.test(line) || (/^test \S.* \.\.\. /.test(line) && STATUS.test(line.slice(line.lastIndexOf(' ... ') + 5)))

interface Running {
  readonly tests: { name: string; status: TestStatus; reason?: string; message?: string }[]
  /** A test that was begun and has not ended: with one thread libtest writes its name first. */
  pending: string | null
  /** The last line that may be the end of the pending test. */
  noise: string
}

/**
 * Reads from the line behind `running N tests` on. Output of the tests' own may stand between and before the lines of libtest; nothing
 * of it can make up for a line that is missing, since the tests that are listed, N and the closing line must agree.
 */
export const readBlock = (
  lines: readonly string[],
  from: number,
  wanted: number,
  isOutside: (line: string) => boolean,
): Block => {
  const state: Running = { tests: [], pending: null, noise: '' }
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] as string
    if (isOutside(line)) return unfinished(state, wanted, at)
    if (line === 'failures:' || line === 'successes:') {
      settle(state)
      if (state.tests.length === wanted && state.pending === null) return failures(lines, at, state, wanted, isOutside)
    }
    if (RESULT.test(line)) {
      settle(state)
      settle(state)
      // One that does not fit was printed by a test; without one that fits the block has no end.
      if (disagreement(line, state, wanted) === null) return { tests: state.tests, trouble: null, next: at + 1 }
    } else take(state, line)
  }
  return unfinished(state, wanted, lines.length)
}

const unfinished = (state: Running, wanted: number, next: number): Block => ({
  tests: state.tests,
  trouble: `it announced ${wanted} tests, told of ${state.tests.length} and has no \`test result:\` line that fits`,
  next,
})

const take = (state: Running, line: string): void => {
  if (SLOW.test(line)) return
  const found = TEST.exec(line)
  if (found !== null && (found.index === 0 || STATUS.test(found[2] ?? ''))) {
    settle(state)
    const [, name = '', rest = ''] = found
    if (STATUS.test(rest)) add(state, name, rest)
    else {
      state.pending = name
      state.noise = rest
    }
  } else if (state.pending !== null) {
    if (STATUS.test(line)) {
      add(state, state.pending, line)
      state.pending = null
    } else state.noise = line
  }
}

/** A pending test whose word stands behind output that had no line end. */
const settle = (state: Running): void => {
  if (state.pending === null) return
  const word = /(ok|FAILED|ignored)$/.exec(state.noise)?.[1]
  if (word === undefined) return
  add(state, state.pending, word)
  state.pending = null
}

const add = (state: Running, written: string, word: string): void => {
  const name = written.replace(EXPECTED, '')
  const reason = /^ignored, (.*?)(?: <[\d.]+m?s>)?$/.exec(word)?.[1]
  const status: TestStatus = word.startsWith('FAILED') ? 'failed' : word.startsWith('ignored') ? 'skipped' : 'passed'
  state.tests.push({ name, status, ...(reason === undefined ? {} : { reason }) })
}

/** Null when the closing line and the tests before it agree. */
const disagreement = (line: string, { tests, pending }: Running, wanted: number): string | null => {
  const found = RESULT.exec(line)
  if (found === null) return 'it has no `test result:` line'
  const [word, passed, failed, ignored, measured] = [found[1], ...found.slice(2, 6).map(Number)]
  const count = (status: TestStatus): number => tests.filter((test) => test.status === status).length
  const agrees =
    pending === null &&
    tests.length === wanted &&
    count('failed') === failed &&
    count('skipped') === ignored &&
    count('passed') === Number(passed) + Number(measured) &&
    (word === 'FAILED') === count('failed') > 0
  return agrees
    ? null
    : `it announced ${wanted} tests, told of ${tests.length} (${count('failed')} failed) and says \`${line}\``
}

/** The texts of the failed tests and the closing line. What a test printed stands here too, so only what fits ends it. */
const failures = (
  lines: readonly string[],
  from: number,
  state: Running,
  wanted: number,
  isOutside: (line: string) => boolean,
): Block => {
  const open = new Set(state.tests.filter(({ status }) => status === 'failed').map(({ name }) => name))
  const texts = new Map<string, string[]>()
  let current: string[] | null = null
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] as string
    const name = DETAIL.exec(line)?.[1]
    if (name !== undefined && open.delete(name)) {
      current = [line]
      texts.set(name, current)
    } else if (line === 'failures:' && open.size === 0 && /^ {4}\S/.test(lines[at + 1] ?? '')) current = null
    else if (RESULT.test(line) && disagreement(line, state, wanted) === null && ends(lines, at)) {
      const tests = state.tests.map((test) => {
        const text = texts.get(test.name)
        return test.status === 'failed' && text !== undefined ? { ...test, message: trimmed(text) } : test
      })
      return { tests, trouble: null, next: at + 1 }
    } else if (isOutside(line) && current === null) return unfinished(state, wanted, at)
    else current?.push(line)
  }
  return unfinished(state, wanted, lines.length)
}

/** Behind the closing line nothing of the block follows. */
const ends = (lines: readonly string[], at: number): boolean => (lines[at + 1] ?? '') === ''

const trimmed = (lines: readonly string[]): string => lines.join('\n').trimEnd()
