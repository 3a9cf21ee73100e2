import type { CoverageReport } from '../model/coverage.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import { openLineHits } from './line-coverage.ts'
import { normalPath, treePath } from './naming.ts'
import { unreadableReport } from './text.ts'
import { openXml } from './xml.ts'

/**
 * Cobertura XML (coverage.py, istanbul and others). File names are relative to the first `<source>` inside the tree, or to the
 * directory of the run. Lines of methods are those of their class again: the highest count of a line is taken per class.
 */
export const cobertura: ReportFormatReader<CoverageReport> = {
  format: 'cobertura',
  open(context) {
    const hits = openLineHits('cobertura', context)
    const sources: string[] = []
    let text = ''
    let lines: Map<number, number> | undefined
    let file = ''
    let wrong: string | undefined
    const document = openXml({
      title: 'Cobertura',
      roots: ['coverage'],
      open(name, attributes) {
        if (name === 'source') {
          text = ''
          document.capture((piece) => {
            text += piece
          })
        } else if (name === 'class') {
          const named = attributes.get('filename')
          if (named === undefined) wrong ??= 'a class has no file name'
          file = named ?? ''
          lines = new Map()
        } else if (name === 'line' && lines !== undefined) {
          const number = Number(attributes.get('number'))
          const count = Number(attributes.get('hits'))
          if (!Number.isInteger(number) || Number.isNaN(count) || number < 0)
            wrong ??= 'a line has no number or no hits'
          else if (number > 0) lines.set(number, Math.max(lines.get(number) ?? 0, count))
        }
      },
      close(name) {
        if (name === 'source') {
          document.capture(undefined)
          sources.push(text.trim())
        } else if (name === 'class' && lines !== undefined) {
          hits.file(placed(file, sources, context))
          for (const [number, count] of lines) hits.line(number, count)
          lines = undefined
        }
      },
    })
    return {
      write: (chunk) => document.write(chunk),
      end() {
        const end = document.end()
        if (!end.ok) return end
        if (wrong !== undefined) return unreadableReport('Cobertura', wrong)
        const report = hits.end()
        if (!report.ok || !end.value.repaired) return report
        return { ok: true, value: { ...report.value, notes: ['characters that XML forbids were replaced'] } }
      },
    }
  },
}

const placed = (file: string, sources: readonly string[], context: ReadContext): string => {
  if (file.startsWith('/')) return file
  const inside = sources.find((source) => source !== '' && !treePath(source, context).startsWith('/'))
  return inside === undefined ? file : normalPath(`${inside}/${file}`)
}
