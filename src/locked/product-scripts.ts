import type { RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'
import { isTable, own, parseJsonc } from './jsonc.ts'

const runners =
  /(?:^|\/)(?:(?:turbo|nx|lerna|project|[Tt]askfile)\.(?:json|ya?ml)|(?:GNUm|[Mm])akefile|\.?[Jj]ustfile)$/

/**
 * Whether anything that judges at the lock, or another script, speaks of a script of package.json by its name: then its text comes
 * from the lock. What only a person (or a test) starts is product.
 */
export const judgedScripts = (
  lock: RepoView,
  { classOf }: Pick<Classifier, 'classOf'>,
): ((name: string) => boolean) => {
  let words: ReadonlySet<string> | undefined
  const read = (): ReadonlySet<string> => {
    const found = new Set<string>()
    const take = (text: string): void => {
      for (const word of text.split(/[\s"'`&|;(),[\]{}]+/)) found.add(word)
    }
    for (const path of lock.paths) {
      if (path.includes('node_modules/')) continue
      if (/(?:^|\/)package\.json$/.test(path)) {
        const manifest = parseJsonc(lock.read(path) ?? '')
        const scripts = isTable(manifest) ? own(manifest, 'scripts') : undefined
        for (const text of Object.values(isTable(scripts) ? scripts : {})) if (typeof text === 'string') take(text)
      } else if (classOf(path) === 'judge' || runners.test(path)) take(lock.read(path) ?? '')
    }
    return found
  }
  return (name) => {
    words ??= read()
    return words.has(name)
  }
}
