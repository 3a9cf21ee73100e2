import { SaxesParser } from 'saxes'
import type { Result } from '../model/result.ts'
import { emptyReport, foreignReport, truncatedReport, unreadableReport } from './text.ts'

export type Attributes = Readonly<Record<string, string>>

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

// Characters that XML 1.0 forbids, and colour sequences, which begin with one.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
const FORBIDDEN_PARTS = /\u001b\[[0-9;]*m|[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const REFERENCE = /&#(?:x0*(?:[0-8bcef]|1[0-9a-f]|d[89a-f][0-9a-f]{2}|fff[ef])|0*(?:[0-8]|1[124-9]|2[0-9]|3[01]));/gi
const HARMLESS = new Set(['disallowed character.', 'malformed character entity.'])
/** The longest reference that is waited for when a chunk ends inside one. */
const LONGEST_REFERENCE = 12
/** How much of the end of the text is kept, to tell a cut document from a broken one. */
const LAST = 64

/**
 * A strict streaming XML document. Characters that XML forbids and references to them are replaced (that is noted), any other
 * error makes the report unreadable, one that only shows at the end `report-truncated`. Nothing external is fetched, entities
 * of a document type are not expanded.
 */
export const openXml = (handlers: XmlHandlers): XmlDocument => {
  const parser = new SaxesParser({ position: false, xmlns: false } as const)
  let problem: Result<never> | undefined
  let ending = false
  let repaired = false
  let rootName: string | undefined
  let last = ''
  let blank = true
  let carried = ''

  parser.on('error', (error) => {
    if (problem !== undefined) return
    if (HARMLESS.has(error.message)) repaired = true
    // A document that ends with its root is not cut off: an open quote or a bare `&` has swallowed the rest.
    else if (ending && !last.trimEnd().endsWith(`</${rootName}>`))
      problem = truncatedReport(handlers.title, error.message)
    else problem = unreadableReport(handlers.title, 'it is not well-formed XML', error.message)
  })
  parser.on('opentag', (tag) => {
    if (problem !== undefined) return
    if (rootName === undefined) {
      rootName = tag.name
      if (!handlers.roots.includes(tag.name)) {
        problem = foreignReport(handlers.title, `its root element is <${tag.name.slice(0, 80)}>`)
        return
      }
    }
    handlers.open(tag.name, tag.attributes)
  })
  parser.on('closetag', (tag) => {
    if (problem === undefined) handlers.close(tag.name)
  })
  if (handlers.comment !== undefined) parser.on('comment', handlers.comment)

  const feed = (text: string): void => {
    if (problem !== undefined || text === '') return
    try {
      parser.write(text)
    } catch (error) {
      problem = unreadableReport(
        handlers.title,
        'the XML parser gave up',
        error instanceof Error ? error.message : String(error),
      )
    }
  }
  const cleaned = (text: string): string => {
    let clean = text
    if (FORBIDDEN.test(clean)) {
      repaired = true
      clean = clean.replace(FORBIDDEN_PARTS, (found) => (found.length > 1 ? '' : '\ufffd'))
    }
    if (clean.includes('&#')) {
      clean = clean.replace(REFERENCE, () => {
        repaired = true
        return '\ufffd'
      })
    }
    return clean
  }

  return {
    write(chunk) {
      if (problem !== undefined) return
      if (blank && chunk.trim() !== '') blank = false
      last = (last + chunk.slice(-LAST)).slice(-LAST)
      const text = carried === '' ? chunk : carried + chunk
      // Only the last few characters: a chunk is large, and most have no reference at all.
      const tail = Math.max(0, text.length - LONGEST_REFERENCE)
      const ampersand = text.slice(tail).lastIndexOf('&')
      const cut = ampersand !== -1 && !text.includes(';', tail + ampersand)
      carried = cut ? text.slice(tail + ampersand) : ''
      feed(cleaned(cut ? text.slice(0, tail + ampersand) : text))
    },
    end() {
      if (blank) return emptyReport(handlers.title)
      feed(cleaned(carried))
      ending = true
      if (problem === undefined) {
        try {
          parser.close()
        } catch (error) {
          problem = truncatedReport(handlers.title, error instanceof Error ? error.message : String(error))
        }
      }
      return problem ?? { ok: true, value: { repaired } }
    },
    capture(take) {
      if (take === undefined) {
        parser.off('text')
        parser.off('cdata')
      } else {
        parser.on('text', take)
        parser.on('cdata', take)
      }
    },
  }
}
