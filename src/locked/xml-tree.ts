/** An element with its place in the text: `start` to `end` with its tags, `from` to `to` without them. */
export interface XmlElement {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
  readonly children: readonly XmlElement[]
}

interface Open {
  readonly name: string
  readonly start: number
  readonly from: number
  readonly children: XmlElement[]
}

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!|<(\/?)([\w:.-]+)((?:"[^"]*"|'[^']*'|[^>"'])*?)(\/?)>/g

/**
 * The root element of a small document that a program is to edit in place. Undefined for a text that is not well-formed as far as its
 * tags go, and for one with a document type, whose entities could say anything.
 */
export const xmlTree = (text: string): XmlElement | undefined => {
  const open: Open[] = []
  let root: XmlElement | undefined
  for (const match of text.matchAll(TOKEN)) {
    const [whole, slash, name, , empty] = match
    const at = match.index
    if (whole === '<!') return undefined
    if (name === undefined) continue
    const end = at + whole.length
    if (slash === '' && empty === '') {
      if (root !== undefined) return undefined
      open.push({ name, start: at, from: end, children: [] })
      continue
    }
    const own = slash === '/' ? open.pop() : { name, start: at, from: end, children: [] }
    if (own === undefined || own.name !== name) return undefined
    const element: XmlElement = { ...own, end, to: slash === '/' ? at : end }
    const parent = open.at(-1)
    if (parent !== undefined) parent.children.push(element)
    else if (root === undefined) root = element
    else return undefined
  }
  return open.length > 0 ? undefined : root
}

/** The first child of a name. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name)

/** What stands in an element, without comments, blanks drawn together: two equal texts say the same. */
export const meaningOf = (text: string, element: XmlElement | undefined): string | undefined =>
  element === undefined
    ? undefined
    : text
        .slice(element.start, element.end)
        .replaceAll(/<!--[\s\S]*?-->/g, '')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/> | </g, (found) => found.trim())

/** The text of a child without elements, trimmed; undefined where there is none. */
export const wordOf = (text: string, element: XmlElement | undefined, name: string): string | undefined => {
  const child = childOf(element, name)
  return child === undefined
    ? undefined
    : text
        .slice(child.from, child.to)
        .replaceAll(/<!--[\s\S]*?-->/g, '')
        .trim()
}

/** The element as it is written. */
export const writtenOf = (text: string, element: XmlElement): string => text.slice(element.start, element.end)
