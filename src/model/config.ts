import { z } from 'zod'

const duration = z
  .string()
  .regex(/^\d+(\.\d+)?(ms|s|m|h)$/, 'a duration is a number with a unit: 90s, 20m, 2h')
  .describe('90s, 20m, 2h')
const word = z.string().regex(/\S/, 'must not be empty: an empty text names nothing')
const commandSchema = z.union([word, z.array(z.string().min(1)).min(1)])

/** `verify:` of triverdict.yaml, read at the locked ref. Unknown keys are errors. */
export const verifyConfigSchema = z.strictObject({
  projects: z.array(word).min(1).optional(),
  prepare: z.array(word).optional(),
  commands: z
    .strictObject({ tests: commandSchema.optional(), types: commandSchema.optional(), lint: commandSchema.optional() })
    .optional(),
  report: z
    .string()
    .regex(
      /^(junit|ctrf|tap|events|playwright-json|trs):.*\S/,
      'format:path, for example junit:out/junit.xml; the path may be a glob',
    )
    .optional(),
  services: z.record(word, z.union([z.string(), z.number(), z.boolean()])).optional(),
  env: z.record(word, z.string()).optional(),
  secrets: z.array(word).optional(),
  network: z.boolean().optional(),
  timeout: duration.optional(),
  stall: duration.optional(),
  known_red: word.optional(),
  lock: z.strictObject({ tests: z.array(word).optional(), product: z.array(word).optional() }).optional(),
})

export const configSchema = z.looseObject({
  version: z.literal(1).optional(),
  verify: verifyConfigSchema.optional(),
})

export type VerifyConfig = z.infer<typeof verifyConfigSchema>

/** Milliseconds of `90s`, `20m`, `2h`. The text was validated by the schema. */
export const milliseconds = (text: string): number => {
  const unit = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text)
  return match ? Number(match[1]) * unit[match[2] as keyof typeof unit] : Number.NaN
}
