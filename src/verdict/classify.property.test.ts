import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classify, type Written } from './classify.ts'

const pass = '{"status":"pass","blocking":[],"metrics":{}}'
const fail = '{"status":"fail","blocking":["x is worse"],"metrics":{"x":1},"run":{"id":"r1"},"own":[1]}'

describe('classify, whatever it is given', () => {
  const anything: fc.Arbitrary<Written> = fc.record({
    verdictText: fc.oneof(fc.constantFrom(pass, fail, '', '{}', null), fc.string(), fc.json()),
    exitCode: fc.constantFrom(0, 1, 2, 139, null, undefined),
    signal: fc.constantFrom(null, undefined, 'SIGKILL'),
    ranThisRun: fc.boolean(),
    runId: fc.constantFrom(null, 'r1', 'r2'),
    requireRunId: fc.boolean(),
  })
  it('never throws, gives a reason for all but a pass, and passes only what says pass', () => {
    fc.assert(
      fc.property(anything, (given) => {
        const { status, reasons, verdict } = classify(given)
        expect(reasons.length === 0).toBe(status === 'pass')
        if (status !== 'error') expect(verdict?.status).toBe(status)
        if (status === 'pass')
          expect([given.ranThisRun, given.exitCode ?? 0, given.signal ?? null]).toEqual([true, 0, null])
      }),
    )
  })
  it('worse evidence never improves it', () => {
    fc.assert(
      fc.property(
        anything,
        fc.constantFrom<Partial<Written>>(
          { exitCode: 1 },
          { exitCode: null },
          { signal: 'SIGKILL' },
          { ranThisRun: false },
          { verdictText: null },
          { verdictText: '' },
          { requireRunId: true },
        ),
        (given, worse) => {
          const rank = { error: 0, fail: 1, pass: 2 }
          expect(rank[classify({ ...given, ...worse }).status]).toBeLessThanOrEqual(rank[classify(given).status])
        },
      ),
    )
  })
})
