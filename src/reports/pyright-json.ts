import { z } from 'zod'
import { type Found, findingsReport, position, pythonFirstParty } from './findings-report.ts'
import { jsonReader } from './json-document.ts'
import { treePath } from './naming.ts'

const count = z.number().int().nonnegative()
const diagnostic = z.object({
  file: z.string().nullish(),
  uri: z.string().nullish(),
  severity: z.enum(['error', 'warning', 'information']),
  message: z.string(),
  rule: z.string().nullish(),
  range: z.object({ start: z.object({ line: z.number(), character: z.number() }) }).nullish(),
})
const schema = z.object({
  version: z.string(),
  generalDiagnostics: z.array(diagnostic),
  summary: z.object({ filesAnalyzed: count, errorCount: count, warningCount: count }),
})
const IMPORT_RULES = new Set(['reportMissingImports', 'reportMissingModuleSource', 'reportMissingTypeStubs'])

/**
 * `pyright --outputjson`. Files are `summary.filesAnalyzed`; 0 means that nothing was checked. `information` is not a finding.
 * Pyright prints findings even under a configuration it could not parse: only its exit code (3) says so.
 */
export const pyrightJson = jsonReader(
  'pyright-json',
  'pyright JSON',
  schema,
  ({ generalDiagnostics, summary }, context) => {
    const found: Found[] = []
    for (const one of generalDiagnostics) {
      if (one.severity === 'information') continue
      const module = IMPORT_RULES.has(one.rule ?? '')
        ? /^(?:Import|Stub file not found for) "([^"]+)"/.exec(one.message)?.[1]
        : undefined
      const start = one.range?.start
      found.push({
        tool: 'pyright',
        rule: one.rule ?? 'syntax',
        file: treePath(one.file ?? one.uri ?? '.', context),
        line: start === undefined ? null : position(start.line + 1),
        column: start === undefined ? null : position(start.character + 1),
        severity: one.severity,
        message: one.message,
        ...(module === undefined ? {} : { unresolved: module }),
      })
    }
    const errors = found.filter((one) => one.severity === 'error').length
    const troubles =
      summary.errorCount > errors ? [`pyright counts ${summary.errorCount} errors and lists ${errors}`] : []
    const isFirstParty = pythonFirstParty(found.map((one) => one.file))
    const value = findingsReport('pyright-json', {
      complete: true,
      found,
      files: summary.filesAnalyzed,
      troubles,
      isFirstParty,
    })
    return { ok: true, value }
  },
)
