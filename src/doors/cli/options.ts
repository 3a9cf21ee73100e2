import type { ExitMap } from './exit.ts'
import type { OutputOptions } from './output.ts'

export interface RawOutputOptions {
  readonly json: boolean
  readonly out?: string
  readonly exitMap: string
}

export const outputOptions = (raw: RawOutputOptions): OutputOptions => ({
  json: raw.json,
  out: raw.out?.trim() ? raw.out : null,
  exitMap: raw.exitMap as ExitMap,
})
