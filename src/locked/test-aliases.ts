import type { RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'
import { wordsIn } from './config-words.ts'
import { isScript } from './imports.ts'
import { javascriptImports, normal } from './javascript-imports.ts'
import { at, isTable, parseJsonc } from './jsonc.ts'

/** Entries of `imports` of package.json at the lock that tests import and product does not. */
export interface TestAliases {
  /** Path of a package.json → names of entries. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>
  /** Files that they stand for. */
  readonly targets: ReadonlySet<string>
}

/** Looks at the lock alone; what the branch imports has no say. */
export const testAliases = (lock: RepoView, { classOf }: Pick<Classifier, 'classOf'>): TestAliases => {
  const names = new Map<string, ReadonlySet<string>>()
  const targets = new Set<string>()
  for (const path of lock.paths) {
    if (!/(?:^|\/)package\.json$/.test(path) || path.includes('node_modules/')) continue
    const entries = at(parseJsonc(lock.read(path) ?? ''), 'imports')
    if (!isTable(entries)) continue
    const directory = path.slice(0, -'package.json'.length)
    const [inTests, inProduct] = [new Set<string>(), new Set<string>()]
    for (const each of lock.paths) {
      if (!each.startsWith(directory) || !isScript(each)) continue
      const kind = classOf(each)
      if (kind === 'judge') continue
      const text = lock.read(each) ?? ''
      if (!/['"`]#/.test(text)) continue
      const used = javascriptImports(text).filter((specifier) => specifier.startsWith('#'))
      for (const name of Object.keys(entries))
        if (used.some((specifier) => fits(name, specifier))) (kind === 'test' ? inTests : inProduct).add(name)
    }
    const own = new Set([...inTests].filter((name) => !inProduct.has(name)))
    if (own.size > 0) names.set(path, own)
    for (const name of own)
      for (const { text } of wordsIn(entries[name])) {
        const target = text.startsWith('./') ? normal(directory + text) : undefined
        if (target !== undefined && lock.has(target)) targets.add(target)
      }
  }
  return { names, targets }
}

const fits = (name: string, specifier: string): boolean => {
  const star = name.indexOf('*')
  if (star < 0) return name === specifier
  return specifier.startsWith(name.slice(0, star)) && specifier.endsWith(name.slice(star + 1))
}
