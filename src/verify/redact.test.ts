import { expect, test } from 'vitest'
import type { BranchReport } from '../model/branch-report.ts'
import { redact } from './redact.ts'

const report = {
  status: 'fail',
  blocking: ['token hunter22 was refused', 'fine'],
  stacks: [{ checks: [{ argv: ['x', '--t=hunter22'] }] }],
} as unknown as BranchReport

test('every value is masked wherever it stands, and counted', () => {
  const masked = redact(report, ['hunter22'])
  expect(JSON.stringify(masked)).not.toContain('hunter22')
  expect(masked.redacted).toBe(2)
  expect(masked.blocking[1]).toBe('fine')
})

test('the longer of two secrets goes first, and a short or empty one masks nothing', () => {
  expect(redact(report, ['hunter', 'hunter22']).blocking[0]).toBe('token *** was refused')
  expect(redact(report, ['', 'e'])).toBe(report)
})
