import { expect, test } from 'vitest'
import type { Channel } from '../model/stack.ts'
import type { TestReport } from '../model/test-report.ts'
import { inScope } from './report-scope.ts'

const channel: Channel = {
  path: '/r/dumped/**',
  several: true,
  scoped: true,
  format: 'tap',
  role: 'events',
  required: false,
}
const report: TestReport = {
  kind: 'tests',
  format: 'tap',
  complete: false,
  tests: [
    { id: 'adds', status: 'passed', file: null },
    { id: 'elsewhere', status: 'failed', file: 'a.js' },
  ],
  unloaded: [],
  errors: ['no plan'],
  claimed: null,
}

test('a test that names no file belongs to the file that the report is named after', () => {
  const read = inScope(channel, '/r/dumped/t/cart.t', { ok: true, value: report })
  expect(read).toMatchObject({
    value: {
      tests: [
        { id: 't/cart.t::adds', file: 't/cart.t' },
        { id: 'elsewhere', file: 'a.js' },
      ],
      errors: ['t/cart.t: no plan'],
    },
  })
})

test('without the word on the channel nothing changes', () => {
  const { scoped: _, ...plain } = channel
  expect(inScope(plain, '/r/dumped/t/cart.t', { ok: true, value: report })).toMatchObject({ value: report })
  expect(inScope(channel, '/r/dumped/t/cart.t', 'absent')).toBe('absent')
})
