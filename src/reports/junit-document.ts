import type { ReadContext } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import type { TestStatus, Unloaded } from '../model/test-report.ts'
import { couldNotStart, isClassItself, isFileItself, isSourceFile, MARK, statusOf } from './junit-case.ts'
import { flat, openResult } from './junit-result.ts'
import { steadyName, testId, treePath, withoutColours } from './naming.ts'
import { unreadableReport } from './text.ts'
import { type Attributes, openXml, type XmlDocument } from './xml.ts'

/** Details that only some tests have; the texts are copies, not slices of a chunk. */
export interface CaseDetails {
  readonly message?: string
  readonly reason?: string
  readonly attempts?: number
  readonly tentative?: true
}

/** Where tests go as they are read. `scope` is the file or class the id begins with; strings may be slices of a chunk. */
export interface CaseSink {
  /** False for a sink that only counts: scope and name of a test that is not red are then not worked out. */
  readonly keepsIds: boolean
  add(
    scope: string | null,
    name: string,
    status: TestStatus,
    file: string | null,
    attributes: Attributes,
    details: CaseDetails | undefined,
  ): void
}

/** Everything of the document that is not a test. */
export interface JUnitRest {
  readonly unloaded: readonly Unloaded[]
  readonly errors: readonly string[]
  readonly claimed: { readonly passed: number | null; readonly failed: number | null } | null
  readonly notes: readonly string[]
}

const TITLE = 'JUnit'
const WORKER_CRASH = /^(?:.*: )?worker '[^']*' crashed while running/
const SUITE_FAILURE = /^\s*(?:Test suite failed to run|Test execution failure: could be caused by test hooks)/

/**
 * Reads a JUnit document piece by piece. Families: root `testsuites`, `testsuite`, or `testcase` directly below `testsuites`;
 * suites nest. Count attributes are never counted, only kept as `claimed`. A test case that stands for a file, a collection or a
 * suite and failed is `unloaded`; one that passed is `hollow`, since no test in that file was reported.
 */
export const openJUnit = (
  context: ReadContext,
  sink: CaseSink,
  /** What is made of a test that passed, from what it printed; absent where that does not matter. */
  heard?: (printed: string) => { readonly status: TestStatus; readonly details: CaseDetails } | undefined,
): { write(chunk: string): void; end(): Result<JUnitRest> } => {
  const unloaded: Unloaded[] = []
  const errors: string[] = []
  const suites: string[] = []
  const suiteFiles: (string | undefined)[] = []
  /** Of each open suite: how many tests it says it has, how many were listed in it, and whether suites lie in it. */
  const counts: { claimed: number | null; listed: number; nests: boolean }[] = []
  /** Names of the tests of one vitest file: a failing hook is written as a test named by its suite. */
  let siblings: string[] = []
  const failedIds = new Set<string>()
  let nested = false
  let root: Attributes | undefined
  let outerFailed: number | null = null
  let commentFailed: number | null = null

  let current: Attributes | undefined
  let depth = 0
  const result = openResult((take) => xml.capture(take), heard !== undefined)

  const scopes = new Map<string, { readonly scope: string; readonly isFile: boolean }>()
  const scopeOf = (
    file: string | undefined,
    classname: string,
    name: string,
  ): { scope: string | null; isFile: boolean } => {
    const key = file ?? classname
    if (key === '' || (file === undefined && classname === name)) return NO_SCOPE
    const known = scopes.get(key)
    if (known !== undefined) return known
    const isFile = file !== undefined || isSourceFile(key)
    const made = {
      scope: flat(isFile ? steadyName(treePath(key, context), context) : steadyName(key, context)),
      isFile,
    }
    scopes.set(flat(key), made)
    return made
  }

  // node:test writes the class `test` for every test: it names nothing
  const placeOf = (file: string | undefined, classname: string, own: string) =>
    scopeOf(file, classname === 'test' && !suites.includes('test') ? '' : classname, own)

  const testCase = (attributes: Attributes): void => {
    const suite = suites.at(-1) ?? ''
    const given = attributes.get('name')
    const own = given ?? ''
    const classname = attributes.get('classname') ?? ''
    const file = attributes.get('file') ?? suiteFiles.at(-1)
    const failing = (result.marks & ~MARK.skipped) !== 0
    if (given === undefined) {
      errors.push(
        failing ? result.whole() || 'a test case without a name failed' : 'a test case without a name was reported',
      )
      return
    }
    let status = statusOf(result.marks, result.skippedType, attributes)
    if (couldNotStart(result.marks, result.skippedMessage, attributes)) {
      unloaded.push({ id: flat(steadyName(own, context)), message: flat(result.skippedMessage) })
      return
    }
    const inVitest = classname !== '' && classname === suite && isSourceFile(classname)
    if (status === 'failed') {
      const place = placeOf(file, classname, own)
      if (classname === 'pytest' && own === 'internal') errors.push(result.whole())
      else if (WORKER_CRASH.test(result.message) || WORKER_CRASH.test(result.text)) errors.push(result.whole())
      else if (
        isFileItself(own, classname, file, suite) ||
        ((result.marks & MARK.error) !== 0 && classname === '' && result.message === 'collection failure') ||
        SUITE_FAILURE.test(own) ||
        isClassItself(own, classname) ||
        SUITE_FAILURE.test(classname) ||
        (inVitest && siblings.some((name) => ` > ${name}`.includes(` > ${own} > `)))
      ) {
        const named = isClassItself(own, classname) ? classname : own
        const id = isSourceFile(named) ? treePath(named, context) : steadyName(named, context)
        unloaded.push({
          id: flat(testId(place.isFile && !isSourceFile(own) ? place.scope : null, id.trim())),
          message: result.whole(),
        })
      } else failedTest(place, own, attributes)
      return
    }
    if (inVitest) siblings.push(own)
    let details: CaseDetails | undefined
    if (status === 'passed') {
      if (isFileItself(own, classname, file, suite)) {
        status = 'hollow'
        details = { reason: 'the file itself was reported as a test: no test inside it was' }
      } else if (
        inVitest &&
        root?.get('name') === 'vitest tests' &&
        attributes.get('time') === '0' &&
        !/\.(?:test|spec)-d\./.test(classname)
      ) {
        // vitest writes a test of a killed worker without a result and without a time
        status = 'hollow'
        details = { reason: 'it never reported a result' }
      }
    } else if (result.skippedMessage !== '') details = { reason: flat(withoutColours(result.skippedMessage)) }
    if (status === 'passed') {
      const words = heard?.(result.printed())
      if (words !== undefined) {
        status = words.status
        details = words.details
      }
    }
    if (!sink.keepsIds) {
      sink.add(null, own, status, null, attributes, undefined)
      return
    }
    const place = placeOf(file, classname, own)
    const itself = status === 'hollow' && isSourceFile(own) ? treePath(own, context) : null
    sink.add(place.scope, named(own), status, place.isFile ? place.scope : itself, attributes, details)
  }

  const failedTest = (place: { scope: string | null; isFile: boolean }, own: string, attributes: Attributes): void => {
    const name = named(own)
    // pytest writes one test twice when its call and its teardown both fail
    if (
      result.marks & MARK.error &&
      result.message.startsWith('failed on teardown') &&
      failedIds.delete(testId(place.scope, name))
    )
      return
    failedIds.add(flat(testId(place.scope, name)))
    const text = result.whole()
    sink.add(place.scope, name, 'failed', place.isFile ? place.scope : null, attributes, {
      ...(text === '' ? {} : { message: text }),
      ...(result.attempts > 1 ? { attempts: result.attempts } : {}),
    })
  }

  /** Only node:test nests suites whose titles are not in the name already; it writes the class `test` for every test. */
  const named = (own: string): string => {
    const name = current?.get('classname') === 'test' && suites.length > 0 ? [...suites, own].join(' > ') : own
    return NEEDS_CARE.test(name) ? steadyName(name, context) : name
  }

  const xml: XmlDocument = openXml({
    title: TITLE,
    roots: ['testsuites', 'testsuite'],
    open(name, attributes) {
      if (current !== undefined) {
        if (name === 'testcase') nested = true
        depth += 1
        if (depth === 1) result.open(name, attributes)
        return
      }
      switch (name) {
        case 'testcase':
          current = attributes
          depth = 0
          result.reset()
          if (counts.length > 0) (counts.at(-1) as { listed: number }).listed += 1
          return
        case 'testsuite': {
          if (suites.length === 0) outerFailed = added(outerFailed, failedOf(attributes))
          const outer = counts.at(-1)
          if (outer !== undefined) outer.nests = true
          counts.push({ claimed: numberOf(attributes.get('tests')), listed: 0, nests: false })
          suites.push(flat(attributes.get('name') ?? ''))
          const file = attributes.get('file')
          suiteFiles.push(file === undefined ? suiteFiles.at(-1) : flat(file))
          siblings = []
          return
        }
        case 'testsuites':
          root ??= attributes
          return
        case 'failure':
        case 'error':
          result.reset()
          result.open(name, attributes)
      }
    },
    close(name) {
      if (current !== undefined) {
        if (depth === 0) {
          testCase(current)
          current = undefined
        } else {
          if (depth === 1) result.close(name)
          depth -= 1
        }
      } else if (name === 'testsuite') {
        const suite = suites.pop() ?? ''
        const count = counts.pop()
        // Fewer is usual: a test that failed twice is listed twice. More means that some were lost.
        if (count !== undefined && !count.nests && (count.claimed ?? 0) > count.listed && count.listed > 0)
          errors.push(
            `the suite ${suite === '' ? 'without a name' : suite} counts ${count.claimed} tests and lists ${count.listed}`,
          )
        suiteFiles.pop()
        siblings = []
      } else if (name === 'failure' || name === 'error') {
        result.close(name)
        errors.push(result.whole() || `the report has a <${name}> outside every test`)
      }
    },
    comment(text) {
      const counted = /^ ?(?:fail|cancelled) (\d+) ?$/.exec(text)
      if (counted !== null && suites.length === 0) commentFailed = added(commentFailed, Number(counted[1]))
    },
  })

  return {
    write: (chunk) => xml.write(chunk),
    end() {
      const end = xml.end()
      if (!end.ok) return end
      if (nested) return unreadableReport(TITLE, 'a test case stands inside another one')
      const failed = commentFailed ?? (root === undefined ? null : failedOf(root)) ?? outerFailed
      return {
        ok: true,
        value: {
          unloaded,
          errors,
          claimed: failed === null ? null : { passed: null, failed },
          notes: end.value.repaired ? ['characters that XML forbids were replaced'] : [],
        },
      }
    },
  }
}

const NO_SCOPE = { scope: null, isFile: false } as const
const NEEDS_CARE = /[\u001b\ufffd/]|0x|#x1B/

const added = (sum: number | null, more: number | null): number | null => (more === null ? sum : (sum ?? 0) + more)

const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : null

const failedOf = (attributes: Attributes): number | null => {
  const counts = [attributes.get('failures'), attributes.get('errors')].filter(
    (text) => text !== undefined && /^\d+$/.test(text),
  )
  return counts.length === 0 ? null : counts.reduce((sum, text) => sum + Number(text), 0)
}
