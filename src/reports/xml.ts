import type { Result } from '../model/result.ts'
import { emptyReport, foreignReport, TEXT_LIMIT, truncatedReport, unreadableReport } from './text.ts'
import type { Attributes } from './xml-attributes.ts'
import { openRepair } from './xml-repair.ts'
import { openScanner, type XmlEvents } from './xml-scanner.ts'

export type { Attributes }

/** What a format does with the parts of a document. Attribute values may be slices of a chunk: copy what is kept. */
export interface XmlHandlers {
  readonly title: string
  /** Names that the root element may have; another one is `report-foreign`. */
  readonly roots: readonly string[]
  open(name: string, attributes: Attributes): void
  close(name: string): void
  comment?(text: string): void
}

export interface XmlDocument {
  write(chunk: string): void
  /** Ok only for a document that is well-formed to its end; `repaired` when forbidden characters were replaced. */
  end(): Result<{ readonly repaired: boolean }>
  /** Starts handing character data to `take`, until called with undefined. Text nobody asked for costs nothing. */
  capture(take: ((text: string) => void) | undefined): void
}

/** How much of the end of the text is kept, to tell a cut document from a broken one. */
const LAST = 64

/**
 * A strict streaming XML document. Characters that XML forbids and references to them are replaced (that is noted), any other
 * error makes the report unreadable, one that only shows at the end `report-truncated`. Nothing external is fetched, entities
 * of a document type are not expanded. The result does not depend on where the chunks are cut.
 */
export const openXml = (handlers: XmlHandlers): XmlDocument => {
  let problem: Result<never> | undefined
  let repaired = false
  let rootName: string | undefined
  let last = ''
  let blank = true
  let begun = false
  /** What the scanner made no whole piece of markup of yet, and chunks behind it: tried again when it is twice as long, to stay linear. */
  let rest = ''
  let waiting: string[] = []
  let size = 0

  const repair = openRepair()
  const events: XmlEvents = {
    open(name, attributes) {
      if (problem !== undefined) return
      if (rootName === undefined) {
        rootName = name
        if (!handlers.roots.includes(name)) {
          problem = foreignReport(handlers.title, `its root element is <${name.slice(0, 80)}>`)
          return
        }
      }
      handlers.open(name, attributes)
    },
    close(name) {
      if (problem === undefined) handlers.close(name)
    },
    comment(text) {
      if (problem === undefined) handlers.comment?.(text)
    },
    text: undefined,
    forbidden() {
      repaired = true
    },
  }
  const scanner = openScanner(events)

  const consume = (text: string, from: number): number => {
    try {
      const used = scanner.consume(text, from)
      const complaint = scanner.complaint()
      if (complaint !== undefined) problem ??= unreadableReport(handlers.title, 'it is not well-formed XML', complaint)
      return used
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      problem ??= unreadableReport(handlers.title, 'the XML parser gave up', why)
      return from
    }
  }
  const scan = (chunk: string): void => {
    let text = chunk
    let from = 0
    if (rest !== '') {
      // Most often the next ">" ends what was begun; then the chunk need not be copied.
      const used = consume(rest + chunk.slice(0, chunk.indexOf('>') + 1), 0)
      if (used >= rest.length) from = used - rest.length
      else {
        text = rest + chunk
        from = used
      }
    }
    if (problem === undefined) rest = text.slice(consume(text, from))
    if (rest.length > TEXT_LIMIT)
      problem ??= unreadableReport(handlers.title, 'one of its tags or comments is too long')
  }
  const feed = (text: string): void => {
    waiting.push(text)
    size += text.length
    if (size >= rest.length) release()
  }
  const release = (): void => {
    const text = waiting.length === 1 ? (waiting[0] as string) : waiting.join('')
    waiting = []
    size = 0
    scan(text)
  }

  return {
    write(chunk) {
      if (blank && chunk.trim() !== '') blank = false
      if (problem !== undefined || chunk === '') return
      last = (last + chunk.slice(-LAST)).slice(-LAST)
      const isMarked = !begun && chunk.startsWith('\ufeff')
      begun = true
      feed(repair.write(isMarked ? chunk.slice(1) : chunk))
    },
    end() {
      if (blank) return emptyReport(handlers.title)
      if (problem === undefined) {
        waiting.push(repair.end())
        release()
      }
      if (problem !== undefined) return problem
      const why = rest !== '' ? 'a piece of markup is not finished' : scanner.unfinished()
      if (why === undefined) return { ok: true, value: { repaired: repaired || repair.repaired } }
      // A document that ends with its root is not cut off: a comment or the like has swallowed the rest.
      return last.trimEnd().endsWith(`</${rootName}>`)
        ? unreadableReport(handlers.title, 'it is not well-formed XML', why)
        : truncatedReport(handlers.title, why)
    },
    capture(take) {
      events.text = take
    },
  }
}
