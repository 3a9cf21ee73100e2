import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'
import { flag } from './flags.ts'
import { librariesOf } from './test-helpers.ts'

const script = /^(.+?)(?:\/index)?\.[cm]?[jt]sx?$/
/** A package, or a compiled module, that Python finds before the module of that name. */
const python = /^(.+?)(?:\/__init__\.pyi?|(?:\.[\w-]+)*\.(?:so|pyd))$/

/**
 * Product files that only the branch has and that an import finds instead of a locked file: `util.js` beside `util.ts`, `util.js` beside
 * `util/index.js`, `util/__init__.py` beside `util.py`. A file that imports a test library
 * counts as locked here. They block, since the locked file would stand there unread.
 */
export const shadowedModules = (
  lock: RepoView,
  branch: RepoView,
  { classOf }: Pick<Classifier, 'classOf'>,
): readonly Anomaly[] => {
  const added = branch.paths.filter((path) => !lock.has(path) && (isScript(path) || python.test(path)))
  if (added.length === 0) return []
  const locked = new Map<string, string>()
  const stems = new Set(added.flatMap((path) => (isScript(path) ? script : python).exec(path)?.[1] ?? []))
  const servesTests = (path: string): boolean =>
    stems.has((script.exec(path)?.[1] ?? path).replace(/\.py$/, '')) &&
    librariesOf(path, lock.read(path) ?? '').length > 0
  for (const path of lock.paths) {
    const stem = isScript(path) ? script.exec(path)?.[1] : path.endsWith('.py') ? path.slice(0, -3) : undefined
    if (stem !== undefined && (/^(?:test|judge)$/.test(classOf(path)) || servesTests(path)))
      locked.set(`${path.endsWith('.py')} ${stem}`, path)
  }
  return added.flatMap((path) => {
    if (!/^(?:product|build)$/.test(classOf(path))) return []
    const stem = (isScript(path) ? script : python).exec(path)?.[1]
    const behind = locked.get(`${!isScript(path)} ${stem}`)
    // A file is found before a directory.
    if (behind === undefined || (isScript(path) && isIndex(path) && !isIndex(behind))) return []
    return [flag('path-collision', path, `${path} would be found instead of ${behind}, which is locked.`)]
  })
}

const isScript = (path: string): boolean => script.test(path) && !/\.d\.[cm]?ts$/.test(path)
const isIndex = (path: string): boolean => /\/index\.\w+$/.test(path)
