import { readFile } from 'node:fs/promises'
import { classify } from '../../verdict/classify.ts'
import { schemas } from '../../verdict/schemas.ts'
import { outputOptions, type RawOutputOptions } from './options.ts'
import { answer } from './output.ts'

/** `triverdict verdict check FILE`: classifies what any harness wrote. A missing file is an error verdict, not a usage error. */
export const verdictCheckCommand = async (
  file: string,
  options: RawOutputOptions & { readonly exitCode?: string; readonly signal?: string; readonly runId?: string },
): Promise<void> => {
  const output = outputOptions(options)
  const exitCode = options.exitCode === undefined ? null : Number(options.exitCode)
  if (exitCode !== null && !Number.isInteger(exitCode)) {
    const message = `--exit-code takes a whole number, not "${options.exitCode}"`
    process.stderr.write(`triverdict: ${message}\n`)
    await answer({ status: 'error', blocking: [message], metrics: {}, version: 1 }, '', output)
    return
  }
  const text = await readFile(file, 'utf8').catch(() => null)
  const { status, reasons, verdict } = classify({
    verdictText: text,
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
    process.stderr.write(`triverdict: there is no schema "${name}"; there are ${Object.keys(schemas).join(', ')}\n`)
    process.exitCode = 2
    return
  }
  process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`)
  process.exitCode = 0
}
