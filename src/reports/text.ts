import type { Report } from '../model/reader.ts'
import { type Result, trouble } from '../model/result.ts'

/** The longest text that is held in memory at once, in UTF-16 units: a longer document is `report-unreadable`. */
export const TEXT_LIMIT = 2 ** 28

export const emptyReport = (title: string): Result<never> =>
  trouble('report-empty', `The ${title} report is empty.`, {
    remedy: 'Look at the log: the tool ended before it wrote its report, or the disk is full.',
  })

export const truncatedReport = (title: string, detail?: string): Result<never> =>
  trouble('report-truncated', `The ${title} report is cut off before its end.`, {
    remedy: 'Look at the log: the tool died while it wrote, or the disk is full.',
    ...(detail === undefined ? {} : { detail }),
  })

export const unreadableReport = (title: string, why: string, detail?: string): Result<never> =>
  trouble('report-unreadable', `The ${title} report cannot be read: ${why}.`, detail === undefined ? {} : { detail })

export const foreignReport = (title: string, why: string): Result<never> =>
  trouble('report-foreign', `This is not a ${title} report: ${why}.`, {
    remedy: 'Check which program writes to the path of the report, and in which format.',
  })

/** One line of a text that came in pieces; `whole` is false for a last line without its line feed. */
export type Line = (text: string, whole: boolean) => void

/** Cuts pieces into lines (`\n` or `\r\n`, neither kept) and hands them on as soon as they are whole. */
export const openLines = (
  line: Line,
): { write(chunk: string): void; end(): Result<{ readonly characters: number }> } => {
  let rest: string[] = []
  let held = 0
  let characters = 0
  let tooLong = false
  const take = (text: string, whole: boolean): void =>
    line(whole && text.endsWith('\r') ? text.slice(0, -1) : text, whole)
  return {
    write(chunk) {
      characters += chunk.length
      let from = 0
      for (let at = chunk.indexOf('\n'); at !== -1 && !tooLong; at = chunk.indexOf('\n', from)) {
        const text = rest.length === 0 ? chunk.slice(from, at) : rest.join('') + chunk.slice(from, at)
        rest = []
        held = 0
        from = at + 1
        take(text, true)
      }
      if (from < chunk.length) {
        rest.push(chunk.slice(from))
        held += chunk.length - from
        if (held > TEXT_LIMIT) tooLong = true
      }
    },
    end() {
      if (tooLong) return unreadableReport('text', `a line is longer than ${TEXT_LIMIT} characters`)
      if (held > 0) take(rest.join(''), false)
      return { ok: true, value: { characters } }
    },
  }
}

/** A reader that has the whole text before it starts: for small line formats. `text` is never blank. */
export const openText = <R extends Report>(
  title: string,
  read: (text: string) => Result<R>,
  blank: () => Result<R> = () => emptyReport(title),
): { write(chunk: string): void; end(): Result<R> } => {
  const pieces: string[] = []
  let characters = 0
  return {
    write(chunk) {
      characters += chunk.length
      if (characters <= TEXT_LIMIT) pieces.push(chunk)
    },
    end() {
      if (characters > TEXT_LIMIT) return unreadableReport(title, `it is longer than ${TEXT_LIMIT} characters`)
      const text = pieces.join('')
      return text.trim() === '' ? blank() : read(text)
    },
  }
}
