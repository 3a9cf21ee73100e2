import pc from 'picocolors'
import type { Paint } from './report-page.ts'

/** Colours for one stream: only on a terminal, and not where NO_COLOR asks for none. */
export const paintFor = (stream: { isTTY?: boolean }): Paint => {
  const colors = pc.createColors(stream.isTTY === true && process.env.NO_COLOR === undefined)
  return { bold: colors.bold, dim: colors.dim, green: colors.green, red: colors.red, yellow: colors.yellow }
}
