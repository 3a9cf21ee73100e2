import type { Channel, ExitRow } from '../../model/stack.ts'
import type { FindingsFormat } from '../../model/test-report.ts'

/** Findings on standard output. */
export const findingsOnStdout = (format: FindingsFormat): readonly Channel[] => [
  { path: 'stdout', format, role: 'findings', required: true },
]

/** 0 clean, 1 findings, 2 trouble of the tool: what mypy and ruff document. */
export const cleanFoundTrouble = (source: string): readonly ExitRow[] => [
  { code: 0, meaning: 'green', note: `${source}: nothing found` },
  { code: 1, meaning: 'red', note: 'findings' },
  { code: 2, meaning: 'not-complete', note: 'configuration, usage or internal error' },
]
