import type { CoverageReport } from '../model/coverage.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import { packageDirectory } from './go-packages.ts'
import { openLineHits } from './line-coverage.ts'
import { emptyReport, foreignReport, openLines, truncatedReport, unreadableReport } from './text.ts'

const TITLE = 'Go coverage profile'
const MODE = /^mode: (?:set|count|atomic)$/
const BLOCK = /^(.+):(\d+)\.(\d+),(\d+)\.(\d+) (\d+) (\d+)$/
const LONGEST = 100_000

/**
 * `go test -coverprofile`: blocks of statements. The format counts statements; here every line that a block with statements spans is
 * coverable, and covered when one of its blocks ran, so that it can be added to line coverage of other stacks. A block that comes once
 * for each test binary (`-coverpkg`) counts once. No end mark: it is whole when its last line is.
 */
export const goCover: ReportFormatReader<CoverageReport> = {
  format: 'go-cover',
  open(context) {
    const hits = openLineHits('go-cover', context)
    let problem: Result<never> | undefined
    let number = 0
    let file: string | null = null
    let began = false
    const lines = openLines((line, whole) => {
      number += 1
      const text = number === 1 && line.startsWith('\ufeff') ? line.slice(1) : line
      if (problem !== undefined || text.trim() === '') return
      if (!whole) problem = truncatedReport(TITLE)
      else if (!began) {
        if (!MODE.test(text)) problem = foreignReport(TITLE, 'its first line is not a mode')
        began = true
      } else if (!MODE.test(text)) {
        const block = BLOCK.exec(text)
        const [from, to] = [Number(block?.[2]), Number(block?.[4])]
        if (block === null || from < 1 || to < from || to - from > LONGEST) {
          problem = unreadableReport(TITLE, `line ${number} is not a block`, text.slice(0, 500))
        } else if (Number(block[6]) > 0) {
          const path = treeFile(block[1] as string, context)
          if (path !== file) hits.file(path)
          file = path
          for (let at = from; at <= to; at += 1) hits.line(at, Number(block[7]) > 0 ? 1 : 0)
        }
      }
    })
    return {
      write: (chunk) => lines.write(chunk),
      end() {
        const read = lines.end()
        if (!read.ok) return read
        if (problem !== undefined) return problem
        return began ? hits.end() : emptyReport(TITLE)
      },
    }
  },
}

/** Files of other modules lie outside the tree, and are left out as such. */
const treeFile = (path: string, context: ReadContext): string => {
  if (path.startsWith('/') || path.startsWith('./')) return path
  const cut = path.lastIndexOf('/')
  const importPath = path.slice(0, Math.max(0, cut))
  const directory = packageDirectory(importPath, context)
  const known = context.packages === undefined || directory !== importPath
  const name = path.slice(cut + 1)
  return known ? `${context.root}/${directory}/${name}` : `/${path}`
}
