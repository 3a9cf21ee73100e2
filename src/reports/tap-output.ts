import type { ReportFormatReader } from '../model/reader.ts'
import type { TestReport } from '../model/test-report.ts'
import { withoutColours } from './naming.ts'
import { tap } from './tap.ts'
import { tapLine } from './tap-lines.ts'
import { emptyReport, TEXT_LIMIT } from './text.ts'

/**
 * TAP on a standard output that nobody promised it on. Without a version line or a plan at its left edge there is none, whatever words
 * look like points; with one the text is held to everything that a TAP stream is held to.
 */
export const tapOutput: ReportFormatReader<TestReport> = {
  format: 'tap-output',
  open(context) {
    const stream = tap.open(context)
    let announced = false
    let rest = ''
    const look = (line: string): void => {
      const { line: kind } = tapLine(withoutColours(line))
      if (kind === 'version' || kind === 'plan') announced = true
    }
    return {
      write(chunk) {
        stream.write(chunk)
        if (announced) return
        const lines = (rest + chunk).split('\n')
        rest = (lines.pop() ?? '').slice(0, TEXT_LIMIT)
        for (const line of lines) look(line)
      },
      end() {
        look(rest)
        const read = stream.end()
        if (!announced) return emptyReport('TAP')
        return read.ok ? { ok: true, value: { ...read.value, format: 'tap-output' } } : read
      },
    }
  },
}
