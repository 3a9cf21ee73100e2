import { readText } from '../../io/read-text.ts'
import { classify } from '../../verdict/classify.ts'
import { schemas } from '../../verdict/schemas.ts'
import { didYouMean } from './did-you-mean.ts'
import { emptyWord } from './empty-words.ts'
import { outputOptions, type RawOutputOptions } from './options.ts'
import { answer, answerTrouble, clearOut } from './output.ts'

/** `triverdict verdict check FILE`: classifies what any harness wrote; `-` is standard input. What cannot be read is an error verdict. */
export const verdictCheckCommand = async (
  file: string,
  options: RawOutputOptions & { readonly exitCode?: string; readonly signal?: string; readonly runId?: string },
): Promise<void> => {
  const output = outputOptions(options)
  const exitCode = options.exitCode === undefined ? null : Number(options.exitCode.trim() || Number.NaN)
  if (exitCode !== null && !Number.isInteger(exitCode)) {
    const message = `--exit-code takes a whole number, not "${options.exitCode}"`
    return await answerTrouble({ kind: 'usage', message }, output)
  }
  const empty = emptyWord(options, file)
  if (empty !== null) return await answerTrouble({ kind: 'usage', message: empty }, output)
  const text = await readText(file)
  // Only now: it may be the file that was read.
  if (!(await clearOut(output))) return
  if (!text.ok) {
    const { message } = text.trouble
    return await answerTrouble({ ...text.trouble, message: `there is no verdict: ${message}` }, output)
  }
  const { status, reasons, verdict } = classify({
    verdictText: text.value,
    // Without the option nothing is known of the process, and nothing is held against it.
    exitCode: exitCode ?? undefined,
    signal: options.signal ?? null,
    ranThisRun: true,
    runId: options.runId ?? null,
    requireRunId: options.runId !== undefined,
  })
  const kept = verdict ?? { metrics: {} }
  await answer(
    { ...kept, status, blocking: [...reasons] } as Parameters<typeof answer>[0],
    `${status}\n${reasons.map((reason) => `  ${reason}\n`).join('')}`,
    output,
  )
}

/** `triverdict verdict schema [NAME]`. */
export const verdictSchemaCommand = async (name: string): Promise<void> => {
  const schema = schemas[name]
  if (schema === undefined) {
    process.stderr.write(
      `triverdict: there is no schema "${name}"${didYouMean(name, Object.keys(schemas))}; there are ${Object.keys(schemas).join(', ')}\n`,
    )
    process.exitCode = 2
    return
  }
  process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`)
  process.exitCode = 0
}
