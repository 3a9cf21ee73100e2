import { z } from 'zod'
import { jsonReader } from './json-document.ts'
import { openLineHits } from './line-coverage.ts'
import { unreadableReport } from './text.ts'

const lines = z.array(z.number().int())
const schema = z.object({
  meta: z.object({ format: z.number().optional(), version: z.string() }),
  files: z.record(z.string(), z.object({ executed_lines: lines, missing_lines: lines })),
})

/** Layouts of the report that are known: none was written before coverage.py 7.2, then 2 and 3. */
const KNOWN_FORMATS = [1, 2, 3]

/** coverage.py's JSON report (`coverage json`, pytest-cov). Coverable are executed and missing lines. */
export const coveragepyJson = jsonReader('coveragepy-json', 'coverage.py JSON', schema, ({ meta, files }, context) => {
  const layout = meta.format ?? 1
  if (!KNOWN_FORMATS.includes(layout)) {
    return unreadableReport(
      'coverage.py JSON',
      `its format is ${layout} (coverage.py ${meta.version}), known are ${KNOWN_FORMATS.join(', ')}`,
    )
  }
  const hits = openLineHits('coveragepy-json', context)
  for (const [path, { executed_lines, missing_lines }] of Object.entries(files)) {
    hits.file(path)
    // coverage.py gives a module without statements a line 0 or none
    for (const line of executed_lines) if (line > 0) hits.line(line, 1)
    for (const line of missing_lines) if (line > 0) hits.line(line, 0)
  }
  return hits.end()
})
