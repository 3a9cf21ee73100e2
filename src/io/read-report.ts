import { constants } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import type { ReadContext, Report } from '../model/reader.ts'
import { type Result, trouble } from '../model/result.ts'
import type { Channel } from '../model/stack.ts'
import { readerOf } from '../reports/index.ts'
import { isDatedBefore } from './result-file.ts'

/** Where the bytes of a channel are: `stdout` channels need the file that standard output was kept in. */
export interface ReportContext extends ReadContext {
  readonly stdout?: string | null
  /** Milliseconds; a report whose date is before it is `report-stale`. */
  readonly since?: number
}

const CHUNK = 256 * 1024
const NOT_UTF8 = 'bytes that are not UTF-8 were replaced'

/**
 * Streams one report through its reader. `absent` when nobody wrote it; anything but a regular file is `report-foreign`; a file
 * that the system will not let us read is `report-unreadable`. Bytes that are not UTF-8 are replaced and noted.
 */
export const readReport = async (
  channel: Pick<Channel, 'path' | 'format'>,
  context: ReportContext,
): Promise<Result<Report> | 'absent'> => {
  const path = channel.path === 'stdout' ? context.stdout : channel.path
  if (path === null || path === undefined) return 'absent'
  try {
    // Never through a symlink and never waiting on a pipe: what lies there may have been put there.
    const found = await lstat(path)
    if (context.since !== undefined && found.isFile() && isDatedBefore(found.mtimeMs, context.since))
      return trouble(
        'report-stale',
        `${path.slice(context.root.length + 1)} is dated ${found.mtime.toISOString().slice(0, 19)}Z, before it started.`,
      )
    if (!found.isFile()) {
      return trouble('report-foreign', `The report ${path} is not a regular file.`, {
        remedy: 'Check which program writes to the path of the report.',
      })
    }
    const inTree = path.startsWith(`${context.root}/`) ? { file: path.slice(context.root.length + 1) } : {}
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      return await stream(file, channel, { ...context, ...inTree })
    } finally {
      await file.close()
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'absent'
    return trouble(
      'report-unreadable',
      `The report ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

const stream = async (
  file: FileHandle,
  channel: Pick<Channel, 'format'>,
  context: ReadContext,
): Promise<Result<Report>> => {
  const reader = readerOf(channel.format).open(context)
  const decoder = new TextDecoder('utf-8')
  const replaced = openReplacementCount()
  const buffer = Buffer.allocUnsafe(CHUNK)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK)
    if (bytesRead === 0) break
    const bytes = buffer.subarray(0, bytesRead)
    const text = decoder.decode(bytes, { stream: true })
    replaced.add(bytes, text)
    reader.write(text)
  }
  const rest = decoder.decode()
  replaced.add(Buffer.alloc(0), rest)
  if (rest !== '') reader.write(rest)
  const report = reader.end()
  if (!report.ok || !replaced.any()) return report
  return { ok: true, value: { ...report.value, notes: [...(report.value.notes ?? []), NOT_UTF8] } }
}

/** Tells whether the decoder replaced anything: it wrote more U+FFFD than the bytes spell out. */
const openReplacementCount = (): { add(bytes: Buffer, text: string): void; any(): boolean } => {
  let written = 0
  let spelled = 0
  let before: Buffer = Buffer.alloc(0)
  return {
    add(bytes, text) {
      written += occurrences(text, '\ufffd')
      spelled += occurrences(Buffer.concat([before, bytes]).toString('latin1'), '\u00ef\u00bf\u00bd')
      before = Buffer.from(Buffer.concat([before, bytes]).subarray(-2))
    },
    any: () => written > spelled,
  }
}

const occurrences = (text: string, part: string): number => {
  let count = 0
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count += 1
  return count
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
