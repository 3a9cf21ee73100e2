import type { CoverageReport } from '../model/coverage.ts'
import type { ReadContext } from '../model/reader.ts'
import { type Result, trouble } from '../model/result.ts'
import type { CoverageFormat } from '../model/test-report.ts'
import { treePath } from './naming.ts'

/** Hits per line and file, as a format hands them in. The same file or line twice is added up. */
export interface LineHits {
  /** Path as the report writes it; one file may come in several parts. */
  file(path: string): void
  /** Hits of a 1-based line of the last file. */
  line(number: number, hits: number): void
  end(): Result<CoverageReport>
}

/**
 * Collects lines of one measurement. Files outside the tree are left out: they are not the project's. Nothing coverable at all is
 * `coverage-empty`, since nothing measured is not 0 %.
 */
export const openLineHits = (format: CoverageFormat, context: ReadContext): LineHits => {
  const files = new Map<string, Map<number, number>>()
  let outside = 0
  let lines = new Map<number, number>()
  return {
    file(path) {
      const relative = treePath(path, context)
      if (relative.startsWith('/') || relative.startsWith('..')) {
        outside += 1
        lines = new Map()
        return
      }
      lines = files.get(relative) ?? new Map()
      files.set(relative, lines)
    },
    line(number, hits) {
      lines.set(number, (lines.get(number) ?? 0) + hits)
    },
    end() {
      const covered = [...files]
        .map(([path, hits]) => ({
          path,
          covered: [...hits.values()].filter((count) => count > 0).length,
          coverable: hits.size,
        }))
        .sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0))
      if (covered.every((file) => file.coverable === 0)) {
        const why = outside > 0 ? `; its ${outside} files lie outside the tree` : ''
        return trouble('coverage-empty', `The ${format} coverage report has no coverable line${why}.`, {
          remedy: 'Check what the coverage tool is told to measure.',
        })
      }
      return { ok: true, value: { kind: 'coverage', format, files: covered } }
    },
  }
}

/** The trouble of a measurement that has nothing in it. */
export const emptyCoverage = (format: CoverageFormat): Result<never> =>
  trouble('coverage-empty', `The ${format} coverage report is empty: nothing was measured.`, {
    remedy: 'Check what the coverage tool is told to measure.',
  })
