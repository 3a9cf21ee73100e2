import type { RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'
import { isTable, own, parseJsonc } from './jsonc.ts'

const runners =
  /(?:^|\/)(?:(?:turbo|nx|lerna|project|[Tt]askfile)\.(?:json|ya?ml)|(?:GNUm|[Mm])akefile|\.?[Jj]ustfile)$/

const settings = [
  'wireit',
  'nx',
  'lage',
  'husky',
  'lint-staged',
  'simple-git-hooks',
  'pre-commit',
  'ava',
  'jest',
  'nyc',
  'release-it',
]

/**
 * Whether anything that judges at the lock, or another script, speaks of a script of package.json by its name, or by a pattern
 * (`run-s unit:*`): then its text comes from the lock. What only a person (or a test) starts is product.
 */
export const judgedScripts = (
  lock: RepoView,
  { classOf }: Pick<Classifier, 'classOf'>,
): ((name: string) => boolean) => {
  let words: readonly [ReadonlySet<string>, readonly RegExp[]] | undefined
  const read = (): readonly [ReadonlySet<string>, readonly RegExp[]] => {
    const found = new Set<string>()
    const take = (text: string): void => {
      for (const word of text.split(/[\s"'`&|;(),[\]{}<>#\\=]+/)) {
        found.add(word)
        // `npm:unit`, `project:unit`, `project#unit`
        for (let at = word.indexOf(':'); at >= 0; at = word.indexOf(':', at + 1)) found.add(word.slice(at + 1))
      }
    }
    for (const path of lock.paths) {
      if (path.includes('node_modules/')) continue
      if (/(?:^|\/)package\.json$/.test(path)) {
        const manifest = parseJsonc(lock.read(path) ?? '')
        const scripts = isTable(manifest) ? own(manifest, 'scripts') : undefined
        for (const text of Object.values(isTable(scripts) ? scripts : {})) if (typeof text === 'string') take(text)
        for (const key of settings) take(JSON.stringify(own(manifest, key)) ?? '')
      } else if (classOf(path) === 'judge' || runners.test(path)) take(lock.read(path) ?? '')
    }
    // A bare `*` is a glob of files.
    const patterns = [...found].filter((word) => /^[\w:.-]+\*[\w:.*-]*$|^\*+:[\w:.*-]+$/.test(word))
    return [found, patterns.map((word) => new RegExp(`^${word.replaceAll('.', '\\.').replaceAll(/\*+/g, '.*')}$`))]
  }
  return (name) => {
    words ??= read()
    const [exact, patterns] = words
    return exact.has(name) || patterns.some((pattern) => pattern.test(name))
  }
}
