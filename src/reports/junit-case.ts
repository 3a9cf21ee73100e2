import type { TestStatus } from '../model/test-report.ts'
import type { Attributes } from './xml.ts'

/** What stands inside one `<testcase>`, as bits: which result elements it has. */
export const MARK = {
  failure: 1,
  error: 2,
  skipped: 4,
  /** `flakyFailure`, `flakyError`: it passed on a later attempt. */
  flaky: 8,
  /** `rerunFailure`, `rerunError`. */
  rerun: 16,
} as const

/** Result elements by name; other children of a test case say nothing about its result. */
export const markOf = (element: string): number => {
  switch (element) {
    case 'failure':
      return MARK.failure
    case 'error':
      return MARK.error
    case 'skipped':
      return MARK.skipped
    case 'flakyFailure':
    case 'flakyError':
      return MARK.flaky
    case 'rerunFailure':
    case 'rerunError':
      return MARK.rerun
    default:
      return 0
  }
}

const FAILED_WORDS = new Set(['fail', 'failed', 'failure', 'error', 'errored'])
const SKIPPED_WORDS = new Set(['notrun', 'disabled', 'skipped', 'suppressed', 'pending', 'ignored'])

/**
 * Status of one test case from its result elements, the `type` of its `<skipped>`, and the `status` attribute that ctest,
 * googletest and others write. A failing todo of node:test has `<skipped type="todo">` and `<failure>`: todo wins there;
 * everywhere else a failure, an error or a failed attempt makes it `failed`.
 */
export const statusOf = (marks: number, skippedType: string, attributes: Attributes): TestStatus => {
  if (marks & MARK.skipped && (skippedType === 'todo' || skippedType === 'pytest.xfail')) return 'todo'
  if (marks & ~MARK.skipped) return 'failed'
  const status = attributes.get('status')
  if (status !== undefined && FAILED_WORDS.has(status.toLowerCase())) return 'failed'
  if (marks & MARK.skipped) return 'skipped'
  if (status !== undefined && SKIPPED_WORDS.has(status.toLowerCase())) return 'skipped'
  const result = attributes.get('result')
  return result !== undefined && SKIPPED_WORDS.has(result.toLowerCase()) ? 'skipped' : 'passed'
}

const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|go|rs|java|kt|swift|c|cc|cpp|cxx|sh|bats)$/

/** A name that is the path of a source file. */
export const isSourceFile = (name: string): boolean => SOURCE_FILE.test(name) && !name.includes('\n')

/** True for a test case that stands for a whole file: its name is a path, and its own file, class or suite, or absolute. */
export const isFileItself = (name: string, classname: string, file: string | undefined, suite: string): boolean =>
  name !== '' &&
  (name === classname || name === suite || name === file || name.startsWith('/') || name.startsWith('file:')) &&
  isSourceFile(name)

/** True for a failed test case that stands for a class which could not be set up: Surefire gives it no name, JUnit 4 `initializationError`. */
export const isClassItself = (name: string, classname: string): boolean =>
  classname !== '' && (name === '' || name === 'initializationError')

/** ctest writes tests that it could not start as skipped: true for these (`Unable to find executable`, missing files or fixtures). */
export const couldNotStart = (marks: number, skippedMessage: string, attributes: Attributes): boolean =>
  (marks & MARK.skipped) !== 0 &&
  attributes.get('status') === 'notrun' &&
  skippedMessage !== '' &&
  !skippedMessage.startsWith('SKIP_')

/** Milliseconds of a `time` attribute (seconds, thousands commas allowed); undefined when it is none. */
export const caseDuration = (time: string | undefined): number | undefined => {
  if (time === undefined || time === '') return undefined
  const seconds = Number(time.replaceAll(',', ''))
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}
