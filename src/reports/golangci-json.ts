import { z } from 'zod'
import { type Found, findingsReport, noModules, position } from './findings-report.ts'
import { jsonReader } from './json-document.ts'
import { treePath } from './naming.ts'

const issue = z.object({
  FromLinter: z.string(),
  Text: z.string(),
  Severity: z.string().nullish(),
  Pos: z.object({ Filename: z.string(), Line: z.number(), Column: z.number().nullish() }),
})
const schema = z.object({
  Issues: z.array(issue).nullable(),
  Report: z.object({
    Error: z.string().nullish(),
    Linters: z.array(z.object({ Name: z.string(), Enabled: z.boolean().nullish() })).nullish(),
  }),
})

/**
 * The JSON of golangci-lint 1 and 2. Every issue counts, whatever severity the project gives it, since the tool exits 1 for any. An error
 * of the run, and a run with no linter switched on, are troubles. `files` is null: it does not say.
 */
export const golangciJson = jsonReader('golangci-json', 'golangci-lint JSON', schema, ({ Issues, Report }, context) => {
  const found = (Issues ?? []).map(
    ({ FromLinter, Text, Pos }): Found => ({
      tool: 'golangci-lint',
      rule: FromLinter,
      file: treePath(Pos.Filename, context),
      line: position(Pos.Line),
      column: position(Pos.Column),
      severity: 'error',
      message: Text,
    }),
  )
  const troubles = Report.Error ? [Report.Error] : []
  if (Report.Linters != null && !Report.Linters.some(({ Enabled }) => Enabled === true)) {
    troubles.push('no linter is switched on')
  }
  return {
    ok: true,
    value: findingsReport('golangci-json', { complete: true, found, files: null, troubles, isFirstParty: noModules }),
  }
})
