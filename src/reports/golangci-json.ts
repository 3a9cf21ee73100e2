import { z } from 'zod'
import type { FindingsReport } from '../model/findings.ts'
import type { ReadContext } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
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

const TITLE = 'golangci-lint JSON'
/** What the compiler said below an issue of `typecheck`, whose own position is that of the package. */
const COMPILER = /(?:^|\n)(?:vet: )?(\S+?\.go):(\d+)(?::(\d+))?: [^\n]+/

const converted =
  (format: 'golangci-json' | 'golangci-new-json') =>
  ({ Issues, Report }: z.infer<typeof schema>, context: ReadContext): Result<FindingsReport> => {
    const found = (Issues ?? []).map(({ FromLinter, Text, Pos }): Found => {
      const [words, file = Pos.Filename, line = Pos.Line, column = Pos.Column] =
        FromLinter === 'typecheck' ? (COMPILER.exec(Text) ?? []) : []
      return {
        tool: 'golangci-lint',
        rule: FromLinter,
        file: treePath(file, context),
        line: position(Number(line)),
        column: position(column == null ? null : Number(column)),
        severity: 'error',
        message: words?.trim() ?? Text,
        // What does not compile is never old.
        ...(format === 'golangci-new-json' && FromLinter !== 'typecheck' ? { tentative: 'new' as const } : {}),
      }
    })
    // Version 1 says what does not compile once for every linter.
    const seen = new Set<string>()
    const once = found.filter(({ rule, file, line, column, message }) => {
      const key = JSON.stringify([file, line, column, message])
      const first = rule !== 'typecheck' || !seen.has(key)
      seen.add(key)
      return first
    })
    const troubles = Report.Error ? [Report.Error] : []
    if (Report.Linters != null && !Report.Linters.some(({ Enabled }) => Enabled === true)) {
      troubles.push('no linter is switched on')
    }
    return {
      ok: true,
      value: findingsReport(format, { complete: true, found: once, files: null, troubles, isFirstParty: noModules }),
    }
  }

/**
 * The JSON of golangci-lint 1 and 2. Every issue counts, whatever severity the project gives it, since the tool exits 1 for any. An error
 * of the run, and a run with no linter switched on, are troubles. `files` is null: it does not say.
 */
export const golangciJson = jsonReader('golangci-json', TITLE, schema, converted('golangci-json'))

/** The same of a project that lets only new issues count: the tool tells all of them, and the base says which are old. */
export const golangciNewJson = jsonReader('golangci-new-json', TITLE, schema, converted('golangci-new-json'))
