import { createReadStream, fstatSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isatty } from 'node:tty'
import { ok, type Result, trouble } from '../model/result.ts'
import { systemTrouble } from './trouble.ts'

/** No answer for a program is as long as this; an endless device is. */
const LARGEST_BYTES = 64 * 1024 * 1024

const read = async (stream: NodeJS.ReadableStream, name: string): Promise<Result<string>> => {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream) {
      chunks.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes > LARGEST_BYTES)
        return trouble('too-large', `${name} is larger than ${LARGEST_BYTES / 1024 / 1024} MiB`)
    }
  } catch (error) {
    return { ok: false, trouble: systemTrouble(`cannot read ${name}`, error) }
  }
  return ok(Buffer.concat(chunks).toString('utf8'))
}

/** The whole text of a file that a person named, or of standard input for `-`. Each way in which there is none is a trouble of its own. */
export const readText = async (file: string): Promise<Result<string>> => {
  if (file === '-') {
    if (isatty(0))
      return trouble('nothing-to-read', 'standard input is a terminal: nothing is piped in', {
        remedy: 'Pipe the text in, or name a file.',
      })
    // Node gives an empty stream for a directory, which would read as nothing written.
    if (fstatSync(0).isDirectory()) return trouble('not-a-file', 'standard input is a directory')
    return await read(process.stdin, 'standard input')
  }
  const found = await stat(file).catch((error: unknown) => ({ error }))
  if ('error' in found) {
    const missing = (found.error as NodeJS.ErrnoException).code === 'ENOENT'
    return missing
      ? trouble('file-missing', `${file} does not exist`)
      : { ok: false, trouble: systemTrouble(`cannot read ${file}`, found.error) }
  }
  if (found.isDirectory()) return trouble('not-a-file', `${file} is a directory, not a file`)
  return await read(createReadStream(file), file)
}
