import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { makeDirectory } from './directories.ts'

export const TAIL_BYTES = 64 * 1024

/** The last bytes of a stream, in constant memory. */
export const tailOf = (limit: number) => {
  const ring = Buffer.alloc(limit)
  let total = 0
  return {
    push(chunk: Uint8Array): void {
      const kept = chunk.subarray(Math.max(0, chunk.length - limit))
      const at = (total + chunk.length - kept.length) % limit
      const first = Math.min(kept.length, limit - at)
      ring.set(kept.subarray(0, first), at)
      ring.set(kept.subarray(first), 0)
      total += chunk.length
    },
    /** As text: a character that was cut at the beginning is left out, bytes that are no UTF-8 become U+FFFD. */
    text(): string {
      if (total <= limit) return ring.toString('utf8', 0, total)
      const at = total % limit
      const bytes = Buffer.concat([ring.subarray(at), ring.subarray(0, at)])
      let start = 0
      while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1
      return bytes.toString('utf8', start)
    },
  }
}

/** The whole log on disk and its tail in memory. Writing never throws: the first failure is kept and later writes do nothing. */
export interface Log {
  /** Settles when the bytes are with the system: whoever waits for it before reading on cannot flood the memory. */
  write(chunk: Uint8Array, from: 'output' | 'error'): Promise<void>
  /** Closes the files; gives the first failure, or null. */
  close(): Promise<unknown>
  bytes(): number
  readonly isWriting: () => boolean
  tail(): string
}

const writeAll = async (file: FileHandle, chunk: Uint8Array): Promise<void> => {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
}

const openNew = async (file: string): Promise<FileHandle> => {
  await makeDirectory(path.dirname(file))
  return open(file, 'w', 0o600)
}

/** Opens a fresh log, and a second file for standard output alone where one is wanted. Throws the system's error. */
export const openLog = async (logPath: string, stdoutPath: string | null, onFailure: () => void): Promise<Log> => {
  const whole = await openNew(logPath)
  const output =
    stdoutPath === null
      ? null
      : await openNew(stdoutPath).catch(async (error) => {
          await whole.close()
          throw error
        })
  const tail = tailOf(TAIL_BYTES)
  let bytes = 0
  let pending = 0
  let failure: unknown = null
  let turn = Promise.resolve()
  const fail = (error: unknown) => {
    if (failure !== null) return
    failure = error
    onFailure()
  }
  return {
    write(chunk, from) {
      bytes += chunk.length
      tail.push(chunk)
      pending += 1
      turn = turn
        .then(async () => {
          if (failure !== null) return
          await writeAll(whole, chunk)
          if (output !== null && from === 'output') await writeAll(output, chunk)
        })
        .catch(fail)
        .finally(() => {
          pending -= 1
        })
      return turn
    },
    async close() {
      await turn
      // Some file systems report a failed write only here.
      for (const file of [whole, output]) await file?.close().catch(fail)
      return failure
    },
    bytes: () => bytes,
    isWriting: () => pending > 0,
    tail: () => tail.text(),
  }
}
