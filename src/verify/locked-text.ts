import type { RepoView } from '../model/repo-view.ts'
import type { Bench } from './bench.ts'

const TEXTS = 5_000

/** Whether one of the locked files speaks of a word, remembered. */
export const speakingOf = (lock: RepoView, paths: ReadonlySet<string>): Bench['lockedText'] => {
  const known = new Map<string, boolean>()
  let texts: readonly string[] | null = null
  return {
    speaksOf(word) {
      texts ??= [...paths].slice(0, TEXTS).flatMap((path) => lock.read(path) ?? [])
      const named = new RegExp(`(?<![A-Za-z0-9_])${word.replace(/[^A-Za-z0-9_]/g, '\\$&')}(?![A-Za-z0-9_])`)
      const found = known.get(word) ?? texts.some((text) => named.test(text))
      known.set(word, found)
      return found
    },
  }
}
