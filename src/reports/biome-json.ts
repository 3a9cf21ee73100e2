import { z } from 'zod'
import { type Found, findingsReport, noModules, position } from './findings-report.ts'
import { jsonReader } from './json-document.ts'
import { treePath, withoutColours } from './naming.ts'

const count = z.number().int().nonnegative()
const place = z.object({ line: z.number(), column: z.number() })
/** Until 2.3 a message is a row of pieces, a path stands in an object, and a place is a span of bytes in the source. */
const diagnostic = z.object({
  severity: z.string(),
  message: z.union([z.string(), z.array(z.object({ content: z.string() }))]),
  category: z.string().nullish(),
  location: z
    .object({
      path: z.union([z.string(), z.object({ file: z.string().nullish() })]).nullish(),
      start: place.nullish(),
      span: z.tuple([count, count]).nullish(),
      sourceCode: z.string().nullish(),
    })
    .nullish(),
})
type Location = z.infer<typeof diagnostic>['location']

const fileOf = (location: Location): string => {
  const path = location?.path
  return (typeof path === 'string' ? path : path?.file) ?? '.'
}

const placeOf = (location: Location): { readonly line?: number; readonly column?: number } => {
  if (location?.start) return location.start
  if (!location?.span || typeof location.sourceCode !== 'string') return {}
  const before = new TextDecoder().decode(new TextEncoder().encode(location.sourceCode).subarray(0, location.span[0]))
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') }
}
const schema = z.object({
  summary: z.object({
    changed: count,
    unchanged: count,
    errors: count,
    warnings: count,
    diagnosticsNotPrinted: count.optional(),
  }),
  diagnostics: z.array(diagnostic),
  command: z.string(),
})

/** Categories that are about Biome, its configuration or the file system, not about the code. */
const OF_THE_TOOL =
  /^(?:internalError|configuration|deserialize|fs|files|project|flags|plugin|migrate|stdin|vcs|ci)(?:\/|$)/

/**
 * `biome check|lint|ci|format --reporter=json` (2.x; the reporter is called experimental there). Files are those it changed or left
 * unchanged. `info` is not a finding. A whole-file finding (`format`) has no line. `biome ci` prints colour sequences around it.
 */
export const biomeJson = jsonReader(
  'biome-json',
  'Biome JSON',
  schema,
  ({ summary, diagnostics }, context) => {
    const found: Found[] = []
    const troubles: string[] = []
    for (const one of diagnostics) {
      const blocks = one.severity === 'error' || one.severity === 'fatal'
      if (!blocks && one.severity !== 'warning' && one.severity !== 'warn') continue
      const category = one.category ?? 'syntax'
      const file = treePath(fileOf(one.location), context)
      const at = placeOf(one.location)
      const message = withoutColours(
        typeof one.message === 'string' ? one.message : one.message.map(({ content }) => content).join(''),
      )
      if (blocks && OF_THE_TOOL.test(category)) troubles.push(`${file}: ${category}: ${message}`)
      else {
        found.push({
          tool: 'biome',
          rule: category === 'parse' ? 'syntax' : category,
          file,
          line: position(at.line),
          column: position(at.column),
          severity: blocks ? 'error' : 'warning',
          message,
        })
      }
    }
    const listed = diagnostics.filter((one) => one.severity === 'error' || one.severity === 'fatal').length
    const hidden = summary.diagnosticsNotPrinted ?? 0
    if (hidden > 0) troubles.push(`${hidden} diagnostics were not printed (--max-diagnostics)`)
    else if (summary.errors > listed) troubles.push(`Biome counts ${summary.errors} errors and lists ${listed}`)
    const files = summary.changed + summary.unchanged
    return {
      ok: true,
      value: findingsReport('biome-json', { complete: hidden === 0, found, files, troubles, isFirstParty: noModules }),
    }
  },
  withoutColours,
)
