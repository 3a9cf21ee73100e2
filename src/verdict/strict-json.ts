import { ok, type Result, trouble } from '../model/result.ts'

/** Deeper than any verdict is; below it every reader's recursion is safe. */
const DEPTH_LIMIT = 200

const unreadable = (message: string): Result<never> => trouble('json-unreadable', message)

/** Strings, punctuation and scalars of a text that is known to be JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** What `JSON.parse` lets through and a verdict must not have. The text is known to be JSON. */
const looseness = (text: string): string | null => {
  // For each open bracket: the keys of an object so far, or null for an array.
  const open: (Set<string> | null)[] = []
  let keyNext = false
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      if (open.length >= DEPTH_LIMIT) return `it is nested deeper than ${DEPTH_LIMIT} levels`
      open.push(token === '{' ? new Set() : null)
      keyNext = true
    } else if (token === '}' || token === ']') {
      open.pop()
    } else if (token === ',' || token === ':') {
      keyNext = token === ','
    } else if (token.startsWith('"')) {
      const keys = open.at(-1) ?? null
      if (!keyNext || keys === null) continue
      const key: string = JSON.parse(token)
      if (keys.has(key)) return `the key ${JSON.stringify(key)} is given twice`
      if (key === '__proto__') return 'the key "__proto__" is not allowed'
      keys.add(key)
    } else if (/\d/.test(token) && !Number.isFinite(Number(token))) {
      return `the number ${token} is too large`
    }
  }
  return null
}

/** The engine's own words, and for the two most usual mistakes a plain sentence. */
const complaint = (text: string, error: unknown): string => {
  const words = error instanceof Error ? error.message : String(error)
  if (/after JSON/.test(words)) return `there is text after the value: ${words}`
  if (/(^|[[,:\s-])(NaN|Infinity)\b/.test(text)) return `NaN and Infinity are not JSON: ${words}`
  return words
}

/**
 * Parses JSON strictly. A byte-order mark is skipped; a key given twice, text after the value, NaN, infinities, numbers beyond the
 * double's range and more than 200 levels are `json-unreadable`, an empty text is `json-empty`.
 */
export const parseStrictJson = (text: string): Result<unknown> => {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (body.trim() === '') return trouble('json-empty', 'it is empty')
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch (error) {
    return unreadable(complaint(body, error))
  }
  const found = looseness(body)
  return found === null ? ok(value) : unreadable(found)
}
