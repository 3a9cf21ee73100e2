import { z } from 'zod'
import { type Found, findingsReport, noModules, position } from './findings-report.ts'
import { jsonReader } from './json-document.ts'
import { treePath, withoutColours } from './naming.ts'

const message = z.object({
  ruleId: z.string().nullish(),
  severity: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  fatal: z.boolean().nullish(),
  message: z.string(),
  line: z.number().nullish(),
  column: z.number().nullish(),
})
const result = z.object({
  filePath: z.string(),
  messages: z.array(message),
  errorCount: z.number(),
  warningCount: z.number(),
})
const schema = z.union([z.array(result), z.object({ results: z.array(result) }).transform((whole) => whole.results)])

/**
 * `eslint --format json` (and json-with-metadata). Warnings are findings of severity `warning`, whether they block is for the
 * command to say (`--max-warnings`). A file that was ignored is not counted as a file; a parse error has the rule `syntax`.
 */
export const eslintJson = jsonReader('eslint-json', 'ESLint JSON', schema, (results, context) => {
  const found: Found[] = []
  const troubles: string[] = []
  let files = 0
  for (const { filePath, messages, errorCount } of results) {
    const file = treePath(filePath, context)
    if (messages.some(isIgnored)) continue
    files += 1
    const errors = messages.filter((one) => one.severity === 2 || one.fatal === true).length
    if (errors !== errorCount) troubles.push(`${file}: ESLint counts ${errorCount} errors and lists ${errors}`)
    for (const one of messages) {
      if (one.severity === 0) continue
      found.push({
        tool: 'eslint',
        rule: one.ruleId ?? 'syntax',
        file,
        line: position(one.line),
        column: position(one.column),
        severity: one.severity === 2 || one.fatal === true ? 'error' : 'warning',
        message: withoutColours(one.message),
      })
    }
  }
  return {
    ok: true,
    value: findingsReport('eslint-json', { complete: true, found, files, troubles, isFirstParty: noModules }),
  }
})

const isIgnored = (one: z.infer<typeof message>): boolean =>
  one.severity === 1 && one.ruleId == null && one.line == null && one.message.startsWith('File ignored')
