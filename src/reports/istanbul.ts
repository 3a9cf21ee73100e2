import { z } from 'zod'
import { jsonReader } from './json-document.ts'
import { openLineHits } from './line-coverage.ts'

const place = z.object({ start: z.object({ line: z.number().nullish() }) })
const schema = z.record(
  z.string(),
  z.object({ path: z.string(), statementMap: z.record(z.string(), place), s: z.record(z.string(), z.number()) }),
)

/**
 * istanbul's `coverage-final.json` (nyc, c8, jest, vitest). A line is coverable when a statement starts on it, and covered when one of
 * those ran, as istanbul's own line coverage says. `coverage-summary.json` has no lines: `report-foreign`.
 */
export const istanbul = jsonReader('istanbul', 'istanbul coverage', schema, (files, context) => {
  const hits = openLineHits('istanbul', context)
  for (const { path, statementMap, s } of Object.values(files)) {
    hits.file(path)
    for (const [id, { start }] of Object.entries(statementMap)) {
      if (typeof start.line === 'number' && start.line > 0) hits.line(start.line, Math.max(0, s[id] ?? 0))
    }
  }
  return hits.end()
})
