import picomatch from 'picomatch'
import type { Inventory } from '../model/run-facts.ts'

/** Splits `path::name` at the first `::`; without one the whole is a path, and every name of it is meant. */
const parts = (text: string): readonly [path: string, name: string | null] => {
  const at = text.indexOf('::')
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 2)]
}

const matcher = (glob: string): ((id: string) => boolean) => {
  const [pathGlob, nameGlob] = parts(glob)
  const path = picomatch(pathGlob, { dot: true })
  // Names are no paths: a star may stand for anything in them, a slash too.
  const name = nameGlob === null ? () => true : picomatch(nameGlob, { dot: true, bash: true })
  return (id) => {
    const [file, title] = parts(id)
    return path(file) && (title === null || title === nameGlob || name(title))
  }
}

/** Ids of the tests that exist at the lock and that a goal names. A glob that matches none is told by whoever sees every check. */
export const goalIds = (globs: readonly string[], known: Inventory | null): readonly string[] => {
  if (globs.length === 0 || known === null) return []
  const matches = globs.map(matcher)
  return [...known.required, ...known.red, ...known.unstable].filter((id) => matches.some((match) => match(id)))
}

/** A goal near one that matches nothing and that does match: most often its star stopped at a slash. Null when there is none. */
export const nearGoal = (glob: string, known: readonly (Inventory | null)[]): string | null => {
  const [path, name] = parts(glob)
  const near = name === null ? [`**/${glob}`, `**::${glob}`] : path === '*' ? [`**::${name}`] : [`**/${glob}`]
  return near.find((other) => known.some((inventory) => goalIds([other], inventory).length > 0)) ?? null
}
