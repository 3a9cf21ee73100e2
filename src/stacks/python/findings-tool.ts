import type { Channel } from '../../model/stack.ts'
import type { FindingsFormat } from '../../model/test-report.ts'

/** Findings on standard output. */
export const findingsOnStdout = (format: FindingsFormat): readonly Channel[] => [
  { path: 'stdout', format, role: 'findings', required: true },
]
