import { z } from 'zod'
import { command, duration, word } from './config-words.ts'
import { gateShape } from './gate-config.ts'

/** `verify:` of triverdict.yaml, read at the locked ref. Unknown keys are errors. */
export const verifyConfigSchema = z.strictObject({
  projects: z.array(word).min(1).optional(),
  prepare: z.array(word).optional(),
  commands: z
    .strictObject({ tests: command.optional(), types: command.optional(), lint: command.optional() })
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

/** triverdict.yaml as a whole. Unknown keys are errors. */
export const configSchema = z.strictObject({
  version: z.literal(1).optional(),
  verify: verifyConfigSchema.optional(),
  ...gateShape,
})

export type Config = z.infer<typeof configSchema>

export type VerifyConfig = z.infer<typeof verifyConfigSchema>
