import { type AttributeList, type Attributes, MALFORMED, openAttributeList, UNFINISHED } from './xml-attributes.ts'
import {
  decodedText,
  isSpace,
  LONGEST_REFERENCE,
  nameEnd,
  referenced,
  spaceEnd,
  withLineFeeds,
} from './xml-characters.ts'
import { documentTypeComplaint, instructionComplaint } from './xml-prolog.ts'

/** What the scanner finds, in the order of the document. */
export interface XmlEvents {
  open(name: string, attributes: Attributes): void
  close(name: string): void
  comment(text: string): void
  /** Character data, in pieces; undefined while nobody wants it. */
  text: ((piece: string) => void) | undefined
  /** A reference to a character that XML forbids. */
  forbidden(): void
}

/** A strict scanner of XML 1.0. */
export interface XmlScanner {
  /** Reads on from a place, as far as whole pieces of markup go, and returns where it stopped: the rest must come again with more behind it. */
  consume(text: string, from: number): number
  /** Why the document is not well-formed; nothing is to be consumed after that. */
  complaint(): string | undefined
  /** Why the document is not at its end; undefined when it may end here. */
  unfinished(): string | undefined
}

/** How many elements may be open at once; a report has about five. */
const DEEPEST = 4096
const SPACES = /^[ \t\r\n]*$/

/** Where `wanted` stands next, from a place on; the end of the text when nowhere. Places must not go back. */
const finder = (text: string, wanted: string): ((from: number) => number) => {
  let found = -1
  return (from) => {
    if (found < from) {
      const next = text.indexOf(wanted, from)
      found = next === -1 ? text.length : next
    }
    return found
  }
}

const findersOf = (text: string) => ({
  markup: finder(text, '<'),
  reference: finder(text, '&'),
  brackets: finder(text, ']]>'),
  tab: finder(text, '\t'),
  feed: finder(text, '\n'),
  carriage: finder(text, '\r'),
})

/**
 * Checks everything that XML 1.0 asks of a well-formed document, except inside a document type, which may not have an internal
 * subset at all: what it declares would change the document. Characters that XML forbids must be gone already.
 */
export const openScanner = (events: XmlEvents): XmlScanner => {
  const names: string[] = []
  /** The last name seen at each depth. */
  const before: string[] = []
  const lists: AttributeList[] = []
  let next = findersOf('')
  let complaint: string | undefined
  let isFirst = true
  let hasType = false
  let hasRoot = false
  let inSection = false

  const malformed = (why: string): number => {
    complaint ??= why
    return MALFORMED
  }

  /** Where the reference at `from` ends; before `limit`, or it is malformed. */
  const reference = (text: string, from: number, limit: number): number => {
    const end = text.indexOf(';', from)
    const isShort = end !== -1 && end < limit && end - from < LONGEST_REFERENCE
    const meaning = isShort ? referenced(text.slice(from + 1, end)) : undefined
    if (meaning === undefined) return malformed('a "&" begins no reference that is known')
    if (meaning === null) events.forbidden()
    return end + 1
  }

  /** Hands character data on and returns where it ended; earlier than `to` only at the end of the text, for more to come. */
  const characters = (text: string, from: number, to: number): number => {
    if (names.length === 0) return SPACES.test(text.slice(from, to)) ? to : malformed('there is text outside the root')
    let end = to
    if (to === text.length) end = heldFrom(text, from)
    if (next.brackets(from) < end) return malformed('"]]>" stands in the text')
    for (let at = next.reference(from); at < end; ) {
      // One that may go on in the next chunk.
      if (to === text.length && text.length - at < LONGEST_REFERENCE && text.indexOf(';', at) === -1) {
        end = at
        break
      }
      const after = reference(text, at, to)
      if (after < 0) return after
      at = next.reference(after)
    }
    if (events.text !== undefined && end > from) events.text(decodedText(text.slice(from, end)))
    return end
  }

  const section = (text: string, from: number): number => {
    const close = next.brackets(from)
    const end = close < text.length ? close : heldFrom(text, from)
    if (events.text !== undefined && end > from) events.text(withLineFeeds(text.slice(from, end)))
    inSection = close === text.length
    return inSection ? end : end + 3
  }

  const opening = (text: string, at: number): number => {
    const limit = next.markup(at + 1)
    const depth = names.length
    // Most often the name of the element before, so that no new string is needed.
    let name = before[depth] ?? ''
    let end = at + 1 + name.length
    if (name === '' || !isSpace(text.charCodeAt(end)) || !text.startsWith(name, at + 1)) {
      end = nameEnd(text, at + 1, limit)
      if (end === at + 1) return malformed('a "<" begins no tag')
      name = text.slice(at + 1, end)
      before[depth] = name
    }
    if (depth === 0 && hasRoot) return malformed('there is a second root')
    if (depth === DEEPEST) return malformed(`elements are nested deeper than ${DEEPEST}`)
    let list = lists[depth]
    if (list === undefined) {
      list = openAttributeList()
      lists.push(list)
    }
    const after = list.read(text, end, limit)
    if (after === MALFORMED) return malformed(list.complaint)
    if (after === UNFINISHED) return UNFINISHED
    let isPlain = next.feed(at) >= after && next.tab(at) >= after && next.carriage(at) >= after
    for (let found = next.reference(at); found < after; ) {
      isPlain = false
      const behind = reference(text, found, after)
      if (behind < 0) return behind
      found = next.reference(behind)
    }
    list.setPlain(isPlain)
    hasRoot = true
    names.push(name)
    events.open(name, list)
    if (list.closed) {
      names.pop()
      events.close(name)
    }
    return after
  }

  const closing = (text: string, at: number): number => {
    const name = names.at(-1)
    if (name === undefined) return malformed('a closing tag closes nothing')
    const from = at + 2
    if (!text.startsWith(name, from)) {
      if (name.startsWith(text.slice(from, from + name.length))) return UNFINISHED
      return malformed(`<${name.slice(0, 80)}> is not closed by its own tag`)
    }
    const end = spaceEnd(text, from + name.length, text.length)
    if (end === text.length) return UNFINISHED
    if (text[end] !== '>') return malformed(`<${name.slice(0, 80)}> is not closed by its own tag`)
    names.pop()
    events.close(name)
    return end + 1
  }

  const declaration = (text: string, at: number): number => {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('--', at + 4)
      if (end === -1 || end + 2 === text.length) return UNFINISHED
      if (text[end + 2] !== '>') return malformed('"--" stands inside a comment')
      events.comment(withLineFeeds(text.slice(at + 4, end)))
      return end + 3
    }
    if (text.startsWith('<![CDATA[', at)) {
      if (names.length === 0) return malformed('there is text outside the root')
      inSection = true
      return at + 9
    }
    if (text.startsWith('<!DOCTYPE', at)) return documentType(text, at)
    const rest = text.slice(at, at + 9)
    const isBegun = ['<!--', '<![CDATA[', '<!DOCTYPE'].some((whole) => whole.startsWith(rest))
    return isBegun ? UNFINISHED : malformed('"<!" begins nothing that is known')
  }

  const documentType = (text: string, at: number): number => {
    if (hasType || hasRoot) return malformed('a document type stands in the wrong place')
    for (let place = at + 9; place < text.length; place += 1) {
      const character = text[place] as string
      if (character === '[') return malformed('the document type has an internal subset, which is not read')
      if (character === '<') return malformed('the document type declaration is malformed')
      if (character === '>') {
        const why = documentTypeComplaint(text.slice(at, place + 1))
        if (why !== undefined) return malformed(why)
        hasType = true
        return place + 1
      }
      if (character === '"' || character === "'") {
        place = text.indexOf(character, place + 1)
        if (place === -1) return UNFINISHED
      }
    }
    return UNFINISHED
  }

  const instruction = (text: string, at: number): number => {
    const end = text.indexOf('?>', at + 2)
    if (end === -1) return UNFINISHED
    const why = instructionComplaint(text.slice(at + 2, end), isFirst && at === 0)
    return why === undefined ? end + 2 : malformed(why)
  }

  const markup = (text: string, at: number): number => {
    switch (text[at + 1]) {
      case undefined:
        return UNFINISHED
      case '/':
        return closing(text, at)
      case '!':
        return declaration(text, at)
      case '?':
        return instruction(text, at)
      default:
        return opening(text, at)
    }
  }

  return {
    consume(text, from) {
      next = findersOf(text)
      let at = from
      while (at < text.length) {
        const isMarkup = !inSection && next.markup(at) === at
        const end = isMarkup ? markup(text, at) : inSection ? section(text, at) : characters(text, at, next.markup(at))
        if (end < 0 || end === at) break
        at = end
        isFirst = false
      }
      return at
    },
    complaint: () => complaint,
    unfinished() {
      const open = names.at(-1)
      if (inSection) return 'a CDATA section is not closed'
      if (open !== undefined) return `<${open.slice(0, 80)}> is not closed`
      return hasRoot ? undefined : 'there is no root element'
    },
  }
}

/** Where to stop at the end of a text that goes on: before a `\r` and before what may become `]]>`. */
const heldFrom = (text: string, from: number): number => {
  let end = text.length
  if (text[end - 1] === '\r') return end - 1
  while (end > from && text.length - end < 2 && text[end - 1] === ']') end -= 1
  return end
}
