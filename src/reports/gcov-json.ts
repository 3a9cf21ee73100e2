import { z } from 'zod'
import type { CoverageReport } from '../model/coverage.ts'
import type { ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import { parseJson, shaped } from './json-document.ts'
import { emptyCoverage, openLineHits } from './line-coverage.ts'
import { normalPath, treePath } from './naming.ts'
import { emptyReport, foreignReport, openLines, truncatedReport, unreadableReport } from './text.ts'

const TITLE = 'gcov'
const count = z.number().nonnegative()
const document = z.object({
  format_version: z.enum(['1', '2']),
  current_working_directory: z.string(),
  files: z.array(
    z.object({ file: z.string(), lines: z.array(z.object({ line_number: z.number().int().nonnegative(), count })) }),
  ),
})
const ASIDE =
  /(?:^|\/)(?:_deps|CMakeFiles|third[_-]party|vendor|external|extern|deps|subprojects|tests?|unittests?)\/|(?:^|\/)test[_-][^/]*$|(?:[_.-]tests?|_unittest|Tests?)\.\w+$/
/** The last line: how many documents stand before it. */
const END = /^\{"triverdict-end":(\d+)\}$/

/**
 * JSON documents of `gcov --json-format --stdout` (gcc 9 and later), a line each, one for each data file, between them and the end a
 * line of reporters/triverdict_gcov.sh that counts them. A line of several functions (templates) or objects counts once, covered where any of
 * them ran. Left out are files outside the tree, code of others (`_deps`, `third_party`) and tests: gcov tells of all that was compiled.
 */
export const gcovJson: ReportFormatReader<CoverageReport> = {
  format: 'gcov-json',
  open(context) {
    const hits = openLineHits('gcov-json', context)
    let problem: Result<never> | undefined
    let documents = 0
    let ended = false
    const read = (text: string): Result<never> | undefined => {
      const json = parseJson(TITLE, text)
      if (!json.ok)
        return documents === 0 && !/^\s*\{/.test(text) ? foreignReport(TITLE, 'its first line is not JSON') : json
      const value = shaped(TITLE, json.value, document)
      if (!value.ok) return value
      documents += 1
      for (const { file, lines } of value.value.files) {
        const path = file.startsWith('/') ? file : normalPath(`${value.value.current_working_directory}/${file}`)
        if (ASIDE.test(treePath(path, context))) continue
        hits.file(path)
        for (const line of lines) if (line.line_number > 0) hits.line(line.line_number, line.count)
      }
      return undefined
    }
    const lines = openLines((text, whole) => {
      if (problem !== undefined || text.trim() === '') return
      if (ended) problem = unreadableReport(TITLE, 'something stands behind its end', text.slice(0, 200))
      else if (!whole) problem = truncatedReport(TITLE)
      else if (END.test(text)) {
        ended = true
        if (Number(END.exec(text)?.[1]) !== documents)
          problem = unreadableReport(TITLE, `its end counts other documents than the ${documents} that are there`)
      } else problem = read(text)
    })
    return {
      write: (chunk) => lines.write(chunk),
      end() {
        const read = lines.end()
        if (!read.ok) return read
        if (problem !== undefined) return problem
        if (!ended) return documents === 0 ? emptyReport(TITLE) : truncatedReport(TITLE)
        return documents === 0 ? emptyCoverage('gcov-json') : hits.end()
      },
    }
  },
}
