import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, mkdtemp, open, readdir, rename, rm, statfs, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ok, type Result, type Some, trouble } from '../model/result.ts'
import { makeDirectory } from './directories.ts'
import { run } from './process.ts'
import { errno, systemTrouble } from './trouble.ts'

/** Runs a piece of I/O; a system error becomes a trouble that says what was being done. */
export const attempt = async <T>(doing: string, what: () => Promise<T>): Promise<Result<T>> => {
  try {
    return ok(await what())
  } catch (error) {
    return { ok: false, trouble: systemTrouble(doing, error) }
  }
}

/** Writes a file whole or not at all: a reader sees the old content or the new, also after a crash. Makes the directory. */
export const writeWhole = (file: string, content: string | Uint8Array, mode = 0o644): Promise<Result<void>> =>
  attempt(`cannot write ${file}`, async () => {
    const directory = path.dirname(file)
    await makeDirectory(directory)
    const temporary = path.join(directory, `.${path.basename(file)}.${randomBytes(6).toString('hex')}`)
    try {
      const handle = await open(temporary, 'wx', mode)
      try {
        await handle.writeFile(content)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(temporary, file)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  })

/** Deletes a result before it is made anew, so that an old one is never taken for it. Only a regular file; absent is fine. */
export const deleteFirst = async (file: string): Promise<Result<void>> => {
  const found = await lstat(file).catch((error) => {
    if (errno(error) === 'ENOENT') return null
    return { error }
  })
  if (found === null) return ok(undefined)
  if ('error' in found) return { ok: false, trouble: systemTrouble(`cannot look at ${file}`, found.error) }
  if (!found.isFile()) return trouble('not-a-file', `${file} is not a regular file, it is not deleted`)
  return attempt(`cannot delete ${file}`, () => unlink(file))
}

const command = async (doing: string, argv: Some<string>): Promise<Result<void>> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'triverdict-io-'))
  try {
    const outcome = await run({
      argv,
      cwd: directory,
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' },
      log: path.join(directory, 'log'),
      timeout_ms: 30 * 60_000,
    })
    if (outcome.end === 'exited' && outcome.exit_code === 0) return ok(undefined)
    const full = outcome.tail.includes('No space left on device')
    const why = outcome.reason ?? outcome.tail.trim().split('\n').at(-1) ?? outcome.end
    return trouble(full ? 'no-space' : 'machine-trouble', `${doing}: ${why}`, { detail: outcome.tail })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Removes a directory and everything below it, read-only directories included. Absent is fine; links are not followed. */
export const removeTree = async (directory: string): Promise<Result<void>> => {
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 3 })
  try {
    return ok(await remove())
  } catch (error) {
    if (errno(error) !== 'EACCES' && errno(error) !== 'EPERM') {
      return { ok: false, trouble: systemTrouble(`cannot remove ${directory}`, error) }
    }
  }
  const opened = await command(`cannot open ${directory}`, ['chmod', '-R', 'u+rwX', directory])
  return opened.ok ? attempt(`cannot remove ${directory}`, remove) : opened
}

/** Copies a directory to a path that does not exist yet: links stay links, modes and times stay, blocks are shared where the disk can. */
export const copyTree = async (from: string, to: string): Promise<Result<void>> => {
  if (await lstat(to).catch(() => null)) return trouble('machine-trouble', `cannot copy to ${to}: it exists already`)
  const doing = `cannot copy ${from} to ${to}`
  const made = await attempt(doing, () => makeDirectory(path.dirname(to)))
  if (!made.ok) return made
  if (process.platform === 'linux') return command(doing, ['cp', '-a', '--reflink=auto', '--', from, to])
  const cloned = await command(doing, ['cp', '-Rpc', from, to])
  if (cloned.ok) return cloned
  await removeTree(to)
  return command(doing, ['cp', '-Rp', from, to])
}

/** Bytes of all regular files below a directory (0 when it is absent); each link counts as nothing. */
export const sizeOf = async (directory: string): Promise<number> => {
  let bytes = 0
  for (const entry of await readdir(directory, { withFileTypes: true }).catch(() => [])) {
    const full = path.join(directory, entry.name)
    if (entry.isDirectory()) bytes += await sizeOf(full)
    else if (entry.isFile()) bytes += (await lstat(full).catch(() => null))?.size ?? 0
  }
  return bytes
}

/** Bytes that this user may still write to the file system of a path. */
export const freeSpace = (directory: string): Promise<Result<number>> =>
  attempt(`cannot look at ${directory}`, async () => {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  })

/** SHA-256 in lower-case hex. */
export const hashText = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/** SHA-256 of a file's bytes, read in pieces. */
export const hashFile = (file: string): Promise<Result<string>> =>
  attempt(`cannot read ${file}`, async () => {
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    return hash.digest('hex')
  })
