/** Parses JSON with comments and trailing commas; undefined when it is not even that. */
export const parseJsonc = (text: string): unknown => {
  const bare = text.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(bare)
  } catch {
    try {
      return JSON.parse(withoutTrailingCommas(withoutComments(bare)))
    } catch {
      return undefined
    }
  }
}

const text = /"(?:[^"\\\n]|\\.)*"/.source

const withoutComments = (source: string): string =>
  source.replace(new RegExp(`${text}|//[^\\n]*|/\\*[\\s\\S]*?\\*/`, 'g'), (part) => (part.startsWith('"') ? part : ' '))

const withoutTrailingCommas = (source: string): string =>
  source.replace(new RegExp(`${text}|,(?=\\s*[}\\]])`, 'g'), (part) => (part.startsWith('"') ? part : ''))

export type Json = Readonly<Record<string, unknown>>

/** True for a JSON object (a TOML table), not an array, not null. */
export const isTable = (value: unknown): value is Json =>
  (typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.getPrototypeOf(value) === Object.prototype) ||
  isBareTable(value)

const isBareTable = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.getPrototypeOf(value) === null

/** Deep equality of JSON and TOML values; the order of keys does not count, of lists it does. Absent and undefined are the same. */
export const same = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => same(item, b[index]))
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  if (!isTable(a) || !isTable(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(own(a, key), own(b, key)))
}

/** The value of an own key; undefined otherwise, also for `constructor` and the like. */
export const own = (table: unknown, key: string): unknown =>
  isTable(table) && Object.hasOwn(table, key) ? table[key] : undefined

/** The value at a path of keys. */
export const at = (table: unknown, ...keys: readonly string[]): unknown => keys.reduce(own, table)

/** A copy in which the path of keys has this value; undefined takes the key away. Keys keep their order, new ones come last. */
export const set = (table: unknown, keys: readonly string[], value: unknown): Json => {
  const [key, ...rest] = keys
  const base = isTable(table) ? table : {}
  if (key === undefined) return base
  const next =
    rest.length === 0
      ? value
      : value === undefined && !isTable(own(base, key))
        ? own(base, key)
        : set(own(base, key), rest, value)
  const entries = Object.entries(base).flatMap(([name, before]) =>
    name !== key ? [[name, before]] : next === undefined ? [] : [[name, next]],
  )
  if (!Object.hasOwn(base, key) && next !== undefined) entries.push([key, next])
  return Object.fromEntries(entries)
}
