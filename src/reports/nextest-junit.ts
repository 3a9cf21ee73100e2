import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { TestCase, TestReport, TestStatus } from '../model/test-report.ts'
import { caseDuration } from './junit-case.ts'
import { type CaseDetails, type CaseSink, openJUnit } from './junit-document.ts'
import { testId } from './naming.ts'

/**
 * JUnit of cargo-nextest, with the output of tests that passed (`store-success-output`). nextest believes the exit code of each process:
 * a test whose process left with 0 before libtest gave its result has not passed, it is hollow. Binaries become the source
 * files that `packages` names for their ids (`cart::limits` → `tests/limits.rs`), so that ids are those of `cargo test`. Setup scripts
 * are no tests: one that failed is an error outside every test.
 */
export const nextestJunit: ReportFormatReader<TestReport> = {
  format: 'nextest-junit',
  open(context) {
    const tests: TestCase[] = []
    const scripts: string[] = []
    const document = openJUnit(context, sinkOf(tests, scripts, context), heard)
    return {
      write: (chunk) => document.write(chunk),
      end() {
        const rest = document.end()
        if (!rest.ok) return rest
        const { notes, errors, ...others } = rest.value
        const value: TestReport = {
          kind: 'tests',
          format: 'nextest-junit',
          complete: true,
          tests,
          ...others,
          errors: [...errors, ...scripts],
        }
        return { ok: true, value: notes.length === 0 ? value : { ...value, notes } }
      },
    }
  },
}

const SCRIPT = /^@setup-script:/
const BEGUN = /^running 1 test$/m
const ENDED = /^test result: ok\. 1 passed; 0 failed; /m

/** A test program that speaks as libtest does has begun and must have ended; others say what they like. */
const heard = (printed: string): { status: TestStatus; details: CaseDetails } | undefined =>
  BEGUN.test(printed) && !ENDED.test(printed)
    ? { status: 'hollow', details: { reason: 'its process ended before the test did' } }
    : undefined

const sinkOf = (tests: TestCase[], scripts: string[], context: ReadContext): CaseSink => ({
  keepsIds: true,
  add(scope, name, status, _file, attributes, details) {
    if (scope !== null && SCRIPT.test(scope)) {
      if (status === 'failed') scripts.push(`the setup script ${name} failed: ${details?.message ?? ''}`)
      return
    }
    const file = sourceOf(scope, context)
    const line = lineOf(file, details?.message)
    const duration = caseDuration(attributes.get('time'))
    tests.push({
      id: testId(file ?? scope, name),
      status,
      file,
      ...(line === null ? {} : { line }),
      ...(duration === undefined ? {} : { duration_ms: duration }),
      ...details,
    })
  },
})

/** The source of a test binary; one that nobody declared is an integration test of its package, at the place where cargo looks. */
const sourceOf = (binary: string | null, { packages = {} }: ReadContext): string | null => {
  if (binary === null) return null
  if (Object.hasOwn(packages, binary)) return packages[binary] as string
  const [, owner = '', name = ''] = /^(.+?)::([^/]+)$/.exec(binary) ?? []
  const directory = Object.hasOwn(packages, `${owner}/`) ? packages[`${owner}/`] : undefined
  if (directory === undefined || name === '') return null
  return directory === '.' ? `tests/${name}.rs` : `${directory}/tests/${name}.rs`
}

/** Where the panic was, if it was in the file of the test. A panic names its file relative to the package or to the workspace. */
const lineOf = (file: string | null, message: string | undefined): number | null => {
  const [, path, line] = /panicked at (\S+?):(\d+):\d+/.exec(message ?? '') ?? []
  return file !== null && path !== undefined && (file === path || file.endsWith(`/${path}`)) ? Number(line) : null
}
