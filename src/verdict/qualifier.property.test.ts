import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CoverageReport, CoveredFile } from '../model/coverage.ts'
import { lineCoverage, truncatedPercent } from './qualifier.ts'

const report = (...files: CoveredFile[]): CoverageReport => ({ kind: 'coverage', format: 'lcov', files })

describe('truncatedPercent', () => {
  it('never prints more than there is, and never a tenth less', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (coverage) => {
        const printed = Number.parseFloat(truncatedPercent(coverage))
        expect(printed).toBeLessThanOrEqual(coverage)
        expect(coverage - printed).toBeLessThan(0.1 + 1e-9)
      }),
    )
    fc.assert(
      fc.property(fc.nat(1000), (tenths) => {
        expect(truncatedPercent(tenths / 10)).toBe(`${(tenths / 10).toFixed(1)}%`)
      }),
    )
  })
})

describe('lineCoverage', () => {
  it('does not depend on the order of reports', () => {
    const files = fc.array(fc.record({ path: fc.constantFrom('a', 'b'), covered: fc.nat(5), coverable: fc.nat(9) }))
    fc.assert(
      fc.property(files, files, (one, other) => {
        const answer = lineCoverage([report(...one), report(...other)])
        expect(lineCoverage([report(...other), report(...one)])).toBe(answer)
        if (answer !== null) expect(answer >= 0 && answer <= 100).toBe(true)
      }),
    )
  })
})
