import { describe, expect, it } from 'vitest'
import type { CoverageReport, CoveredFile } from '../model/coverage.ts'
import { failureName, lineCoverage, type QualifierFacts, qualify } from './qualifier.ts'

const facts = (more: Partial<QualifierFacts> = {}): QualifierFacts => ({
  status: 'pass',
  hasTests: true,
  coverage: 83.4,
  unmeasured: [],
  typesChecked: true,
  lintChecked: true,
  failing: null,
  ...more,
})

describe('qualify', () => {
  it.each([
    [100, 'verified (100.0%)'],
    [83.4, 'verified (83.4%)'],
    [80, 'verified (80.0%)'],
    [79.96, 'passes-but-thinly-tested (79.9%)'],
    [79.9999999, 'passes-but-thinly-tested (79.9%)'],
    [50, 'passes-but-thinly-tested (50.0%)'],
    [49.99, 'weakly-verified (49.9%)'],
    [31, 'weakly-verified (31.0%)'],
    [0, 'weakly-verified (0.0%)'],
    [null, 'verified (coverage unmeasured)'],
    [Number.NaN, 'verified (coverage unmeasured)'],
  ])('coverage %s: %s', (coverage, words) => {
    expect(qualify(facts({ coverage }))).toBe(words)
  })
  it('says what was not checked', () => {
    expect(qualify(facts({ typesChecked: false, lintChecked: false }))).toBe(
      'verified (83.4%; types unchecked, lint unchecked)',
    )
    expect(qualify(facts({ lintChecked: false }))).toBe('verified (83.4%; lint unchecked)')
    expect(qualify(facts({ coverage: null, typesChecked: false }))).toBe(
      'verified (coverage unmeasured; types unchecked)',
    )
  })
  it('tests of the CI that were not run make it weak, whatever was covered', () => {
    expect(qualify(facts({ unread: ['tests'] }))).toBe('weakly-verified (83.4%; tests of the CI unread)')
    expect(qualify(facts({ unread: ['tests'], coverage: null, lintChecked: false }))).toBe(
      'weakly-verified (coverage unmeasured; lint unchecked, tests of the CI unread)',
    )
  })
  it('types and lint of the CI that were not run make it weak too, unless the CI names others that were', () => {
    expect(qualify(facts({ partsLeftOut: true }))).toBe('weakly-verified (83.4%; tests of a part skipped)')
    expect(qualify(facts({ partsLeftOut: false }))).toBe('verified (83.4%)')
    expect(qualify(facts({ unread: ['types', 'lint'], typesChecked: false }))).toBe(
      'weakly-verified (83.4%; types of the CI unread, lint of the CI unread)',
    )
    expect(qualify(facts({ partlyUnread: ['lint'] }))).toBe('verified (83.4%; lint of the CI partly unread)')
    expect(qualify(facts({ unread: ['lint'], partlyUnread: ['lint'] }))).toBe(
      'weakly-verified (83.4%; lint of the CI unread)',
    )
  })
  it('a stack without a measurement leaves the whole unmeasured, by name', () => {
    expect(qualify(facts({ unmeasured: ['go'] }))).toBe('verified (coverage unmeasured: go)')
    expect(qualify(facts({ coverage: 12, unmeasured: ['rust', 'go', 'go'], lintChecked: false }))).toBe(
      'verified (coverage unmeasured: go, rust; lint unchecked)',
    )
  })
  it('no suite, an error and a fail verify nothing', () => {
    expect(qualify(facts({ hasTests: false }))).toBe('UNVERIFIED')
    expect(qualify(facts({ status: 'error' }))).toBe('UNVERIFIED')
    expect(qualify(facts({ status: 'fail', failing: 'limits::burst_at_boundary' }))).toBe(
      'failed: limits::burst_at_boundary',
    )
    expect(qualify(facts({ status: 'fail' }))).toBe('failed: see blocking')
  })
})

describe('failureName', () => {
  const item = { id: 'a.test.ts::adds 1 and 2', state: 'red' as const, file: 'a.test.ts', message: null }
  it('is the id of a test', () => {
    expect(failureName(item)).toBe('a.test.ts::adds 1 and 2')
    expect(failureName({ ...item, file: null })).toBe('a.test.ts::adds 1 and 2')
    expect(failureName({ ...item, id: 'it is null', file: null })).toBe('it is null')
  })
  it('is file, line and rule of a finding', () => {
    const finding = { ...item, id: 'tsc TS2322 my dir/a b.ts', file: 'my dir/a b.ts', line: 7 }
    expect(failureName(finding)).toBe('my dir/a b.ts:7 TS2322')
    const { line: _, ...unplaced } = finding
    expect(failureName(unplaced)).toBe('my dir/a b.ts TS2322')
    expect(failureName({ ...item, id: 'ruff format unformatted a.py', file: 'a.py' })).toBe('a.py unformatted')
  })
})

const report = (...files: CoveredFile[]): CoverageReport => ({ kind: 'coverage', format: 'lcov', files })
const file = (path: string, covered: number, coverable: number): CoveredFile => ({ path, covered, coverable })

describe('lineCoverage', () => {
  it('is covered over coverable lines, summed, not a mean of percents', () => {
    expect(lineCoverage([report(file('a', 1, 1), file('b', 0, 9))])).toBe(10)
    expect(lineCoverage([report(file('a', 57, 100))])).toBe(57)
    expect(lineCoverage([report(file('a', 2, 3))])).toBeCloseTo(66.6667, 3)
  })
  it('counts a file that was measured twice once, with the larger counts', () => {
    expect(lineCoverage([report(file('a', 5, 10)), report(file('a', 7, 10), file('b', 1, 10))])).toBe(40)
    expect(lineCoverage([report(file('a', 7, 8)), report(file('a', 5, 10))])).toBe(70)
  })
  it('is never above 100', () => {
    expect(lineCoverage([report(file('a', 12, 10))])).toBe(100)
  })
  it('is null where nothing was measured, and 0 where nothing was covered', () => {
    expect(lineCoverage([])).toBeNull()
    expect(lineCoverage([report()])).toBeNull()
    expect(lineCoverage([report(file('a', 0, 0))])).toBeNull()
    expect(lineCoverage([report(file('a', 0, 4))])).toBe(0)
  })
})
