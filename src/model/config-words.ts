import { z } from 'zod'

export const duration = z
  .string()
  .regex(/^\d+(\.\d+)?(ms|s|m|h)$/, 'a duration is a number with a unit: 90s, 20m, 2h')
  .describe('90s, 20m, 2h')
export const word = z.string().regex(/\S/, 'must not be empty: an empty text names nothing')
/** A shell line, or a list of words. */
export const command = z.union([word, z.array(z.string().min(1)).min(1)])

/** Milliseconds of `90s`, `20m`, `2h`. The text was validated by the schema. */
export const milliseconds = (text: string): number => {
  const unit = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text)
  return match ? Number(match[1]) * unit[match[2] as keyof typeof unit] : Number.NaN
}
