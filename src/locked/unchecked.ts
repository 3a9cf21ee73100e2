import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'
import { flag } from './flags.ts'
import { normal } from './javascript-imports.ts'
import { at, own, parseJsonc } from './jsonc.ts'

interface Look {
  readonly lock: RepoView
  readonly branch: RepoView
  readonly classOf: Classifier['classOf']
}

/**
 * TypeScript files of the lock that the branch replaces by JavaScript files of the same name, where the tsconfig nearest to them does
 * not have JavaScript checked: a type checker looked at them and looks at their successors no more.
 */
export const uncheckedFlags = ({ lock, branch, classOf }: Look): readonly Anomaly[] =>
  lock.paths.flatMap((path) => {
    const stem = /^(.*(?<!\.d))\.[cm]?tsx?$/.exec(path)?.[1]
    if (stem === undefined || branch.has(path) || classOf(path) !== 'product') return []
    const successor = ['js', 'jsx', 'mjs', 'cjs']
      .map((ending) => `${stem}.${ending}`)
      .find((each) => branch.has(each) && !lock.has(each))
    if (successor === undefined) return []
    const configs = nearestConfigs(lock, path)
    const isChecked = configs.some((file) => {
      const asked = /^\s*\/\/\s*@ts-check\b/m.test(branch.read(successor) ?? '')
      return settingOf(lock, file, 'checkJs') === true || (asked && settingOf(lock, file, 'allowJs') === true)
    })
    return configs.length === 0 || isChecked
      ? []
      : [
          flag(
            'unchecked-now',
            successor,
            `The branch replaces ${path} by ${successor}, which the type checker does not look at.`,
          ),
        ]
  })

/** The tsconfigs of the nearest directory above a path that has one. */
const nearestConfigs = (view: RepoView, path: string): readonly string[] => {
  for (let cut = path.lastIndexOf('/'); ; cut = path.lastIndexOf('/', cut - 1)) {
    const directory = path.slice(0, cut + 1)
    const found = view.paths.filter(
      (each) => each.startsWith(directory) && /^tsconfig[^/]*\.json$/.test(each.slice(directory.length)),
    )
    if (found.length > 0 || cut < 0) return found
  }
}

/** A compiler option, also one that a tsconfig of the repository has it from; undefined where packages would have to be looked at. */
const settingOf = (view: RepoView, file: string, key: string, seen: readonly string[] = []): unknown => {
  const config = parseJsonc(view.read(file) ?? '')
  const value = at(config, 'compilerOptions', key)
  if (value !== undefined || seen.includes(file)) return value
  const directory = file.slice(0, file.lastIndexOf('/') + 1)
  return [own(config, 'extends')]
    .flat()
    .filter((word) => typeof word === 'string' && word.startsWith('.'))
    .map((word) => normal(`${directory}${/\.json$/.test(String(word)) ? word : `${word}.json`}`))
    .map((base) => (base === undefined ? undefined : settingOf(view, base, key, [...seen, file])))
    .findLast((inherited) => inherited !== undefined)
}
