import { z } from 'zod'
import { type Found, findingsReport, noModules, position } from './findings-report.ts'
import { jsonReader } from './json-document.ts'
import { treePath } from './naming.ts'

const schema = z.array(
  z.object({
    code: z.string().nullish(),
    filename: z.string().nullish(),
    message: z.string(),
    location: z.object({ row: z.number(), column: z.number() }).nullish(),
  }),
)

/**
 * `ruff check --output-format json`. It cannot say how many files it looked at, so `files` is null even when there were none.
 * Files that cannot be read (`E902`) are troubles; parse errors have the rule `syntax`.
 */
export const ruffJson = jsonReader('ruff-json', 'ruff JSON', schema, (diagnostics, context) => {
  const found: Found[] = []
  const troubles: string[] = []
  for (const { code, filename, message, location } of diagnostics) {
    const file = treePath(filename ?? '.', context)
    if (code === 'E902') troubles.push(`${file}: ${message}`)
    else {
      const rule = code == null || code === 'invalid-syntax' || code === 'E999' ? 'syntax' : code
      const line = position(location?.row)
      found.push({ tool: 'ruff', rule, file, line, column: position(location?.column), severity: 'error', message })
    }
  }
  return {
    ok: true,
    value: findingsReport('ruff-json', { complete: true, found, files: null, troubles, isFirstParty: noModules }),
  }
})
