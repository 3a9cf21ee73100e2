import path from 'node:path'
import picomatch from 'picomatch'
import type { Report } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import type { Channel } from '../model/stack.ts'

/**
 * Gives the tests of one of several reports the file that the report is named after, where the channel says that it is. A test that
 * names a file itself keeps it. `file` is the absolute path of the report.
 */
export const inScope = (channel: Channel, file: string, read: Result<Report> | 'absent'): Result<Report> | 'absent' => {
  if (channel.scoped !== true || read === 'absent' || !read.ok || read.value.kind !== 'tests') return read
  const scope = path.relative(picomatch.scan(channel.path).base, file)
  const tests = read.value.tests.map((test) =>
    test.file === null ? { ...test, id: `${scope}::${test.id}`, file: scope } : test,
  )
  const errors = read.value.errors.map((error) => `${scope}: ${error}`)
  return { ok: true, value: { ...read.value, tests, errors } }
}
