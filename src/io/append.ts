import { appendFile, readFile, stat } from 'node:fs/promises'
import type { Result } from '../model/result.ts'
import { attempt } from './files.ts'

/** Bytes of a file that others append to as well; 0 where there is none. */
export const bytesOf = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.size ?? 0

/** Adds text to the end of a file; makes it where there is none. */
export const appendText = (file: string, text: string): Promise<Result<void>> =>
  attempt(`cannot write ${file}`, () => appendFile(file, text))

/** The text of a file; null where it cannot be read. */
export const textOrNull = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null)
