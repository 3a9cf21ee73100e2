import { isAlias, isMap, isScalar, isSeq, type Node } from 'yaml'
import type { Value } from './expressions.ts'
import type { YamlSource } from './yaml-source.ts'

/** A YAML value that knows where each part of it was read, so that files can be merged and still be pointed at. */
export type Located = LocatedText | LocatedList | LocatedMap
interface At {
  readonly file: string
  /** 1-based. */
  readonly line: number
}
export interface LocatedText extends At {
  readonly is: 'text'
  /** Null for `null`. */
  readonly text: string | null
  /** Plain value: `true` is not `'true'`. */
  readonly value: Value
  /** 1-based line of the file for a line (0-based) of the text. */
  at(index: number): number
}
export interface LocatedList extends At {
  readonly is: 'list'
  readonly items: readonly Located[]
  /** `!reference [job, key]`. */
  readonly reference: boolean
}
export interface LocatedMap extends At {
  readonly is: 'map'
  readonly entries: ReadonlyMap<string, Located>
  /** Line of a key. */
  readonly keys: ReadonlyMap<string, number>
}

/** Takes the nodes of a source over; aliases share what they point to, `<<` is merged as YAML 1.1 says. */
export const locate = (yaml: YamlSource, file: string): Located | null => {
  const done = new Map<Node, Located>()
  const open = new Set<Node>()
  const give = (node: Node | null): Located => {
    const known = node === null ? undefined : done.get(node)
    if (known !== undefined) return known
    const made = make(node)
    if (node !== null) done.set(node, made)
    return made
  }
  const make = (node: Node | null): Located => {
    const line = yaml.line(node)
    const nothing: LocatedText = { is: 'text', file, line, text: null, value: null, at: () => line }
    if (node === null || open.has(node)) return nothing
    if (isScalar(node)) {
      const value = yaml.value(node)
      const text = yaml.text(node) ?? null
      return { ...nothing, text, value, at: (index) => yaml.lineWithin(node, index) }
    }
    open.add(node)
    try {
      if (isSeq(node)) {
        return { is: 'list', file, line, items: yaml.items(node).map(give), reference: node.tag === '!reference' }
      }
      if (!isMap(node)) return nothing
      const entries = new Map<string, Located>()
      const keys = new Map<string, number>()
      const all = yaml.entries(node)
      for (const { key, value } of all) {
        if (key !== '<<' || value === null) continue
        const sources = isSeq(value) ? yaml.items(value).map(give) : [give(value)]
        for (const source of sources) {
          if (source.is !== 'map') continue
          for (const [name, inner] of source.entries) {
            if (entries.has(name)) continue
            entries.set(name, inner)
            keys.set(name, source.keys.get(name) ?? source.line)
          }
        }
      }
      for (const { key, at, value } of all) {
        if (key === '<<') continue
        entries.set(key, give(value))
        keys.set(key, yaml.line(at))
      }
      return { is: 'map', file, line, entries, keys }
    } finally {
      open.delete(node)
    }
  }
  return yaml.root === null || isAlias(yaml.root) ? null : give(yaml.root)
}

/** The value of a key; undefined when there is none or it is `null`. */
export const field = (value: Located | undefined, key: string): Located | undefined => {
  const found = value?.is === 'map' ? value.entries.get(key) : undefined
  return found?.is === 'text' && found.text === null ? undefined : found
}

export const textOf = (value: Located | undefined): string | undefined =>
  value?.is === 'text' ? (value.text ?? undefined) : undefined

/** Texts of a list, or of one text alone. Lists inside of lists are flattened, as GitLab does. */
export const textsOf = (value: Located | undefined): readonly LocatedText[] =>
  value === undefined
    ? []
    : value.is === 'text'
      ? value.text === null
        ? []
        : [value]
      : value.is === 'list'
        ? value.items.flatMap(textsOf)
        : []

export const wordsOf = (value: Located | undefined): readonly string[] => textsOf(value).map(({ text }) => text ?? '')

/** Plain value without its places. */
export const plainOf = (value: Located | undefined): Value => {
  if (value === undefined) return null
  if (value.is === 'text') return value.value
  if (value.is === 'list') return value.items.map(plainOf)
  return Object.fromEntries([...value.entries].map(([key, inner]) => [key, plainOf(inner)]))
}

/** `over` on top of `under`: mappings are merged key by key, everything else is replaced (GitLab, "Merge details"). */
export const mergeLocated = (under: Located | undefined, over: Located): Located => {
  if (under?.is !== 'map' || over.is !== 'map') return over
  const entries = new Map(under.entries)
  for (const [key, value] of over.entries) entries.set(key, mergeLocated(under.entries.get(key), value))
  return { ...over, entries, keys: new Map([...under.keys, ...over.keys]) }
}
