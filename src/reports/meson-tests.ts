import { z } from 'zod'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Registration, RegistrationReport } from '../model/registrations.ts'
import { jsonReader } from './json-document.ts'
import { type LoggedTest, mesonId, readTestlog } from './meson-testlog.ts'
import { openText } from './text.ts'

const registered = z.array(
  z.looseObject({ name: z.string(), suite: z.array(z.string()).optional(), cmd: z.array(z.string()) }),
)
/** Order, length and surroundings of a run say nothing about what it asks. */
const ORDER = new Set(['timeout', 'is_parallel', 'priority', 'depends', 'extra_paths', 'name', 'suite'])

/** Tests that a Meson build registers (`meson introspect --tests`), under the ids that their results have. */
export const mesonTests = jsonReader('meson-tests', 'meson introspect --tests', registered, (tests, context) => {
  const registrations = tests.map((one): Registration => {
    const kept = Object.entries(one)
      .filter(([key]) => !ORDER.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const text = JSON.stringify(kept).replaceAll(context.root, '')
    return { group: 'check', id: mesonId(one.name, context), text, file: null }
  })
  return {
    ok: true,
    value: { kind: 'registrations' as const, format: 'meson-tests' as const, complete: true, registrations },
  }
})

/**
 * What the tests of a log were expected to do, as far as their results tell: `should_fail` and `expected_exitcode` are no part of what
 * `meson introspect` says (1.12).
 */
export const mesonExpectations: ReportFormatReader<RegistrationReport> = {
  format: 'meson-expectations',
  open: (context) =>
    openText('meson testlog.json', (text) => {
      const log = readTestlog(text)
      if (!log.ok) return log
      const { tests, complete } = log.value
      const registrations = tests.map((one) => registration(one, context))
      return { ok: true, value: { kind: 'registrations', format: 'meson-expectations', complete, registrations } }
    }),
}

const registration = (one: LoggedTest, context: ReadContext): Registration => ({
  group: 'expectation',
  id: `${mesonId(one.name, context)}: its expected end`,
  text: expectation(one),
  file: null,
})

const expectation = ({ result, returncode }: LoggedTest): string | null => {
  if (result === 'EXPECTEDFAIL' || result === 'UNEXPECTEDPASS') return 'failure'
  if (result !== 'OK') return null
  return returncode == null || returncode === 0 ? 'success' : `exit code ${returncode}`
}
