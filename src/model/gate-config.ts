import { z } from 'zod'
import { command, duration, word } from './config-words.ts'

/** What may be seen of a layer by a program: everything; exit codes and counts; nothing but the status. */
export const visibilitySchema = z.enum(['full', 'counts', 'hidden'])
export type Visibility = z.infer<typeof visibilitySchema>

const layerKindSchema = z.enum(['build', 'types', 'lint', 'tests', 'eval', 'check'])

const exitCode = z.number().int().min(0).max(255)

/** One layer of a gate. Unknown keys are errors. */
export const layerSchema = z
  .strictObject({
    kind: layerKindSchema.optional().describe('what it is; default: check'),
    run: command.describe('a shell line (bash -e), or a list of words'),
    needs: z.array(word).min(1).optional().describe('layers that must pass before it starts'),
    probe: command.optional().describe('runs first; when it does not exit 0 the layer is an error and does not run'),
    on_error: word.optional().describe('a sentence: what an error means here, whom it concerns, what to do'),
    verdict: word.optional().describe('the verdict file that the command writes'),
    report: z
      .string()
      .regex(
        /^(?:auto|none|(?:junit|ctrf|tap|events|playwright-json):.*\S)$/,
        'must be auto, none, or format:path, for example junit:out/junit.xml; the path may be a glob',
      )
      .optional(),
    exit: z
      .strictObject({ pass: z.array(exitCode).min(1), fail: z.array(exitCode).optional() })
      .optional()
      .describe('what exit codes say; every other is an error'),
    timeout: duration.optional().describe('the budget; default 30m'),
    stall: duration.optional().describe('so long without output or growth of `progress`; default: none'),
    progress: word.optional().describe('a file that grows while the command works in silence'),
    min_tests: z.number().int().min(1).optional().describe('fewer tests than this are no pass'),
    visibility: visibilitySchema.optional(),
    judge: z.boolean().optional().describe('a model is the judge: its verdict must have a confidence below 1'),
    min_confidence: z.number().min(0).max(1).optional().describe('a verdict that is less sure is an error'),
    max_error_rate: z.number().min(0).max(1).optional().describe('share that could not be judged; default 0'),
    locked: z.array(word).optional().describe('files that judge: read at the control ref'),
    env: z.record(word, z.string()).optional(),
    cwd: word.optional().describe('where it runs, relative to this file'),
  })
  .describe('one layer of the gate')

export type LayerConfig = z.infer<typeof layerSchema>

/** Thresholds on the metrics of layers. Unknown keys are errors. */
export const gateRuleSchema = z.strictObject({
  max_drop: z.number().min(0).optional(),
  max_rise: z.number().min(0).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  never_zero: z.boolean().optional(),
  min_count: z.number().int().min(1).optional(),
  range: z.tuple([z.number(), z.number()]).optional(),
})

export const alertSchema = z.union([z.strictObject({ webhook: word }), z.strictObject({ command: word })])

/** A name that fits into a path and before a colon. */
const layerId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'a layer is named by letters, digits, - and _')

/** The parts of triverdict.yaml that make a gate. */
export const gateShape = {
  layers: z.record(layerId, layerSchema).optional(),
  gates: z.record(word, gateRuleSchema).optional(),
  baseline: word.optional().describe('the directory of approved baselines, or one of them'),
  jobs: z.number().int().min(1).max(64).optional().describe('how many layers run at once; default 1'),
  alerts: z.array(alertSchema).optional(),
} as const
