import type { Anomaly } from '../../model/anomaly.ts'
import { type Located, type LocatedMap, mergeLocated, wordsOf } from '../located.ts'
import { circle, ciUnreadable } from '../unreadable.ts'

/** GitLab follows `extends` eleven levels deep, `!reference` ten. */
const DEPTH = 11

/** Jobs with their `extends` and `!reference` resolved; circles and names that are nowhere become anomalies, with file and line. */
export const resolver = (
  root: LocatedMap,
): { readonly job: (name: string) => LocatedMap | undefined; readonly anomalies: readonly Anomaly[] } => {
  const anomalies: Anomaly[] = []
  const done = new Map<string, LocatedMap | undefined>()
  const say = (at: Located, detail: string): void => {
    anomalies.push(ciUnreadable(at.file, at.line, `${at.file}:${at.line} ${detail}`))
  }

  const extended = (name: string, trail: readonly string[]): LocatedMap | undefined => {
    const own = root.entries.get(name)
    if (own?.is !== 'map') return undefined
    const bases = own.entries.get('extends')
    if (bases === undefined) return own
    let under: Located | undefined
    for (const base of wordsOf(bases)) {
      if (trail.includes(base)) {
        say(bases, `extends itself in a circle: ${circle(trail, base)}`)
        return undefined
      }
      const found = trail.length >= DEPTH ? undefined : extended(base, [...trail, base])
      if (found === undefined) {
        if (root.entries.get(base)?.is !== 'map') say(bases, `extends ${base}, which is nowhere`)
        return undefined
      }
      under = mergeLocated(under, found)
    }
    const merged = mergeLocated(under, own)
    return merged.is === 'map' ? merged : undefined
  }

  const referred = (value: Located, depth: number): Located => {
    if (value.is === 'text') return value
    if (value.is === 'map') {
      let changed = false
      const entries = new Map(
        [...value.entries].map(([key, inner]) => {
          const made = referred(inner, depth)
          if (made !== inner) changed = true
          return [key, made] as const
        }),
      )
      return changed ? { ...value, entries } : value
    }
    if (!value.reference) {
      const items = value.items.map((item) => referred(item, depth))
      return items.every((item, index) => item === value.items[index]) ? value : { ...value, items }
    }
    const path = wordsOf(value)
    const nothing: Located = { is: 'list', file: value.file, line: value.line, items: [], reference: false }
    let at: Located | undefined =
      path[0] === undefined ? undefined : (extended(path[0], [path[0]]) ?? root.entries.get(path[0]))
    for (const key of path.slice(1)) at = at?.is === 'map' ? at.entries.get(key) : undefined
    if (at === undefined || depth >= DEPTH) {
      say(
        value,
        depth >= DEPTH
          ? `refers to itself: !reference [${path.join(', ')}]`
          : `refers to ${path.join('.')}, which is nowhere`,
      )
      return nothing
    }
    return referred(at, depth + 1)
  }

  return {
    anomalies,
    job: (name) => {
      if (!done.has(name)) {
        const found = extended(name, [name])
        const made = found === undefined ? undefined : referred(found, 0)
        done.set(name, made?.is === 'map' ? made : undefined)
      }
      return done.get(name)
    },
  }
}
