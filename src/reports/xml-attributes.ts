import { decodedValue, nameEnd, spaceEnd } from './xml-characters.ts'

/** Attributes of one element. Good until the element closes; values may be slices of a chunk: copy what is kept. */
export interface Attributes {
  /** The value as it is meant (references resolved), undefined when there is no such attribute. */
  get(name: string): string | undefined
}

/** The attributes of one start tag, as places in the text: a value is only made when it is asked for. */
export interface AttributeList extends Attributes {
  /** Whether the tag ended with `/>`. */
  readonly closed: boolean
  /** What is wrong with the tag after `read` returned `MALFORMED`. */
  readonly complaint: string
  /**
   * Reads a tag from the end of its name (`from`) and returns where it ends; `UNFINISHED` when the text is over before that.
   * `limit` is the next `<` or the end of the text: no tag goes beyond. References in values are not looked at.
   */
  read(text: string, from: number, limit: number): number
  /** Says that no value has a reference or white space other than spaces. */
  setPlain(plain: boolean): void
}

/** The text is over before the piece of markup is. */
export const UNFINISHED = -1
/** The piece of markup is not well-formed. */
export const MALFORMED = -2

/** From this many attributes on, names are looked up in a set: comparing all pairs would take too long. */
const MANY = 24

const GREATER = 0x3e
const SLASH = 0x2f
const EQUALS = 0x3d
const DOUBLE = 0x22
const SINGLE = 0x27

/** An empty list; one serves every element of a depth, one after the other. */
export const openAttributeList = (): AttributeList => {
  let text = ''
  let count = 0
  let plain = false
  let closed = false
  let complaint = ''
  /** Names of this tag, maybe more of the one before, all different: the next tag most often has the same ones. */
  const names: string[] = []
  /** Two places for each attribute: where its value begins and ends. */
  const places: number[] = []
  let many = new Set<string>()

  const malformed = (why: string): number => {
    complaint = why
    return MALFORMED
  }
  const over = (limit: number): number =>
    limit === text.length ? UNFINISHED : malformed('a tag has a "<" inside, or is not closed')

  const isTwice = (name: string): boolean => {
    if (count < MANY) {
      for (let index = 0; index < count; index += 1) if (names[index] === name) return true
      return false
    }
    if (count === MANY) many = new Set(names.slice(0, count))
    return many.size === many.add(name).size
  }

  return {
    get closed() {
      return closed
    },
    get complaint() {
      return complaint
    },
    setPlain(value) {
      plain = value
    },
    get(name) {
      for (let index = 0; index < count; index += 1) {
        if (names[index] !== name) continue
        const raw = text.slice(places[index * 2], places[index * 2 + 1])
        return plain ? raw : decodedValue(raw)
      }
      return undefined
    },
    read(whole, from, limit) {
      text = whole
      count = 0
      let at = from
      for (;;) {
        const name = spaceEnd(text, at, limit)
        if (name === limit) return over(limit)
        const code = text.charCodeAt(name)
        if (code === GREATER) {
          closed = false
          return name + 1
        }
        if (code === SLASH) {
          if (name + 1 === limit) return over(limit)
          if (text.charCodeAt(name + 1) !== GREATER) return malformed('a "/" stands inside a tag')
          closed = true
          return name + 2
        }
        if (name === at) return malformed('there is no space before an attribute')
        const before = names[count]
        let equals: number
        if (
          count < MANY &&
          before !== undefined &&
          text.charCodeAt(name + before.length) === EQUALS &&
          text.startsWith(before, name)
        ) {
          equals = name + before.length
        } else {
          // None that is left over may be taken for known: it may stand twice now.
          names.length = count
          const end = nameEnd(text, name, limit)
          if (end === name) return malformed('an attribute has no proper name')
          equals = spaceEnd(text, end, limit)
          if (equals === limit) return over(limit)
          if (text.charCodeAt(equals) !== EQUALS) return malformed('an attribute has no value')
          const own = text.slice(name, end)
          if (isTwice(own)) return malformed(`the attribute ${own.slice(0, 80)} stands twice in one tag`)
          names[count] = own
        }
        const quote = spaceEnd(text, equals + 1, limit)
        if (quote === limit) return over(limit)
        const mark = text.charCodeAt(quote)
        if (mark !== DOUBLE && mark !== SINGLE) return malformed('the value of an attribute has no quotes')
        const close = text.indexOf(mark === DOUBLE ? '"' : "'", quote + 1)
        if (close === -1 || close >= limit) return over(limit)
        places[count * 2] = quote + 1
        places[count * 2 + 1] = close
        count += 1
        at = close + 1
      }
    },
  }
}
