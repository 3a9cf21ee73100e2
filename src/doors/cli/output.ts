import { deleteFirst, writeWhole } from '../../io/files.ts'
import { isTracked } from '../../io/git/tracked.ts'
import type { Trouble } from '../../model/result.ts'
import type { Verdict } from '../../model/verdict.ts'
import { shownJson, shownText } from '../github/shown.ts'
import { type ExitMap, exitCodeOf } from './exit.ts'

export interface OutputOptions {
  readonly json: boolean
  readonly out: string | null
  readonly exitMap: ExitMap
}

/** One sentence, and what to do. */
export const sentence = (trouble: Trouble): string =>
  trouble.remedy === undefined ? trouble.message : `${trouble.message.replace(/\.?$/, '.')} ${trouble.remedy}`

/** The verdict of a command that could not start. */
export const troubleVerdict = (trouble: Trouble): Verdict => ({
  status: 'error',
  blocking: [trouble.message],
  metrics: {},
  confidence: 1,
  version: 1,
  ...(trouble.remedy === undefined ? {} : { remedy: trouble.remedy }),
  trouble: trouble.kind,
})

/** The same as text: one line, the layout of every command that could not start. */
const troubleLine = (trouble: Trouble): string => `${JSON.stringify(troubleVerdict(trouble))}\n`

const print = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve, reject) => stream.write(text, (error) => (error ? reject(error) : resolve())))

/**
 * Answers: one JSON object on standard output with `--json`, else the page for people; the file of `--out` whole. The exit code is
 * earned last, when everything is written: the process starts out owing 2. Gives the trouble that kept it from answering.
 */
export const answer = async (
  verdict: Verdict,
  page: string,
  options: OutputOptions,
  json = `${JSON.stringify(verdict, null, 2)}\n`,
): Promise<Trouble | null> => {
  if (options.out !== null) {
    const written = await writeWhole(options.out, json)
    if (!written.ok) {
      await print(process.stderr, shownText(`triverdict: ${sentence(written.trouble)}\n`))
      if (options.json) await print(process.stdout, troubleLine(written.trouble))
      return written.trouble
    }
  }
  await print(process.stdout, options.json ? shownJson(json) : shownText(page))
  process.exitCode = exitCodeOf(verdict.status, options.exitMap)
  return null
}

/** Says one sentence on standard error and answers with the error verdict of a command that could not start. */
export const answerTrouble = async (trouble: Trouble, options: OutputOptions): Promise<void> => {
  await print(process.stderr, shownText(`triverdict: ${sentence(trouble)}\n`))
  await answer(troubleVerdict(trouble), '', options, troubleLine(trouble))
}

/**
 * Deletes the file of `--out`, so that an old answer is never taken for this one; false when it cannot be, and then that was the answer.
 * A file that git tracks is somebody's work and no old answer: it is refused, and stays.
 */
export const clearOut = async (options: OutputOptions): Promise<boolean> => {
  if (options.out !== null && (await isTracked(options.out))) {
    const message = `--out ${options.out} is a file that git tracks, and it would be overwritten: name another file`
    await answerTrouble({ kind: 'usage', message }, { ...options, out: null })
    return false
  }
  const deleted = options.out === null ? null : await deleteFirst(options.out)
  if (deleted === null || deleted.ok) return true
  await answerTrouble(deleted.trouble, { ...options, out: null })
  return false
}
