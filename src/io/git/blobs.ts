import { ok, type Result, trouble } from '../../model/result.ts'
import { startGit } from './command.ts'

/** Reads many blobs in one process, in any size, and hands each to `take` as it comes. Missing ones are not handed over. */
export const readBlobs = (
  cwd: string,
  oids: readonly string[],
  take: (oid: string, content: Buffer) => void,
): Promise<Result<null>> =>
  new Promise((resolve, reject) => {
    if (oids.length === 0) return resolve(ok(null))
    const child = startGit(['cat-file', '--batch', '--buffer'], { cwd })
    let failure: unknown
    let pending: Buffer[] = []
    let held = 0
    let needed = 0
    const parse = (): void => {
      let buffer = Buffer.concat(pending)
      for (;;) {
        const end = buffer.indexOf(10)
        if (end < 0) break
        const [oid, kind, size] = buffer.subarray(0, end).toString().split(' ')
        const length = kind === 'missing' || size === undefined ? -1 : Number(size)
        const next = length < 0 ? end + 1 : end + 1 + length + 1
        if (buffer.length < next) {
          needed = next
          break
        }
        if (length >= 0 && oid !== undefined) take(oid, buffer.subarray(end + 1, end + 1 + length))
        buffer = buffer.subarray(next)
        needed = 0
      }
      pending = [buffer]
      held = buffer.length
    }
    child.stdout?.on('data', (chunk: Buffer) => {
      pending.push(chunk)
      held += chunk.length
      // A large blob comes in many pieces: they are joined once.
      if (failure !== undefined || held < needed) return
      try {
        parse()
      } catch (error) {
        failure = error
        child.kill()
      }
    })
    const words: Buffer[] = []
    child.stderr?.on('data', (chunk: Buffer) => words.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      if (failure !== undefined) return reject(failure)
      if (code === 0) return resolve(ok(null))
      resolve(
        trouble('objects-missing', 'Blobs could not be read from the mirror.', {
          detail: Buffer.concat(words).toString(),
        }),
      )
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(`${oids.join('\n')}\n`)
  })
