import type { RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'
import { isCheckName } from './exam-closure.ts'
import { embeddedBy } from './go-embeds.ts'
import { normal } from './javascript-imports.ts'
import { inSources } from './named-files.ts'

/** Data among product that locked tests name. */
export interface TestData {
  /** No product names it: part of the exam. */
  readonly own: ReadonlySet<string>
  /** Product names it too: it comes from the branch. */
  readonly shared: ReadonlySet<string>
  /** Shell scripts that judge, by their names, and that tests run. */
  readonly scripts: ReadonlySet<string>
}

const code =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|pyi?|pyx|go|rs|rb|php|java|kts?|scala|cs|swift|c|cc|cpp|cxx|h|hh|hpp|lua|pl|sh|bash|ps1|bat|css|s[ac]ss|less|proto|graphql|sql)$/
/** Texts for people and what frameworks find by convention. */
const conventional =
  /(?:^|\/)(?:\.[^/]*|(?:readme|license|changelog|contributing|authors|notice|dockerfile|procfile)[^/]*|[^/]*\.(?:md|mdx|rst|adoc|lock|gradle|cmake|mod|sum))$|(?:^|\/)(?:public|static|assets|templates|views|migrations|locales?|i18n|node_modules)\//i

/** True for a file that could be expected data, by its path. */
export const isData = (path: string): boolean => !code.test(path) && !conventional.test(path) && /\.[\w-]+$/.test(path)

/** Shell scripts only: what else tests run or import may be the product, whatever its name (`validate.js`). */
const isJudgingScript = (path: string): boolean =>
  /\.(?:sh|bash)$/.test(path) && !/(?:^|\/)bin\//.test(path) && !inSources(path) && isCheckName(path)

/**
 * Data that test files of the lock name by a literal path (from their own directory, one above it or the root), files below a directory
 * that holds data alone and that they name, what Go tests embed, and scripts that they run. Decided by the lock; of what only the branch has, such a
 * directory's files unless its product names them.
 */
export const testData = (lock: RepoView, branch: RepoView, { classOf }: Pick<Classifier, 'classOf'>): TestData => {
  const product = (path: string): boolean => classOf(path) === 'product'
  const data = dataDirectories(lock, product)
  const files = new Set<string>()
  const directories = new Set<string>()
  const scripts = new Set<string>()
  for (const test of lock.paths) {
    if (classOf(test) !== 'test' || !code.test(test)) continue
    for (const word of pathsIn(lock.read(test) ?? ''))
      for (const base of above(test)) {
        const place = normal(base + word)
        if (place === undefined || place === '') continue
        if (lock.has(place)) {
          if (!product(place)) continue
          if (isData(place)) files.add(place)
          else if (isJudgingScript(place)) scripts.add(place)
        } else if (word.includes('/') && data.has(place)) directories.add(place)
      }
  }
  for (const path of lock.paths) if (isData(path) && product(path) && inside(path, directories)) files.add(path)
  const embedded = embeddedBy(lock, (path) => classOf(path) === 'test')
  for (const path of lock.paths) if (product(path) && embedded(path)) files.add(path)
  const isOurs = (path: string): boolean => embedded(path) || (isData(path) && inside(path, directories))
  const added = branch.paths.filter((path) => !lock.has(path) && product(path) && isOurs(path))
  if (files.size + scripts.size + directories.size + added.length === 0)
    return { own: files, shared: new Set(), scripts }
  const names = namesOf(lock, product)
  const embeds = embeddedBy(lock, product)
  const named = (path: string): boolean => names(path) || embeds(path)
  const shared = new Set([...files].filter((path) => named(path)))
  for (const path of shared) files.delete(path)
  if (added.length > 0) {
    const [now, embedsNow] = [namesOf(branch, product), embeddedBy(branch, product)]
    for (const path of added) if (!now(path) && !embedsNow(path)) files.add(path)
  }
  return { own: files, shared, scripts: new Set([...scripts].filter((path) => !named(path))) }
}

/** Directories that hold data and no code, at any depth. */
const dataDirectories = (lock: RepoView, product: (path: string) => boolean): ReadonlySet<string> => {
  const [holding, mixed] = [new Set<string>(), new Set<string>()]
  for (const path of lock.paths) {
    const data = isData(path)
    for (const directory of ancestors(path)) {
      if (data && product(path)) holding.add(directory)
      else if (!data) mixed.add(directory)
    }
  }
  return new Set([...holding].filter((directory) => !mixed.has(directory)))
}

const ancestors = (path: string): readonly string[] => {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

const above = (path: string): readonly string[] => ['', ...ancestors(path).map((each) => `${each}/`)]

const inside = (path: string, directories: ReadonlySet<string>): boolean =>
  ancestors(path).some((each) => directories.has(each))

const literal = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g

/** Literal paths of a text; those that follow each other as the parts of one (`join(root, 'data', 'x.json')`, `root / "data" / "x.json"`) joined as well. */
const pathsIn = (text: string): readonly string[] => {
  const found = new Set<string>()
  let [run, end]: [string[], number] = [[], -1]
  for (const match of text.matchAll(literal)) {
    const word = match[2] ?? ''
    const usable = /^[\w@.][\w@.+ /-]{0,199}$/.test(word)
    const between = text.slice(end, match.index)
    run = usable && end >= 0 && /^\s*[,/]\s*$/.test(between) ? [...run, word].slice(-6) : usable ? [word] : []
    end = match.index + match[0].length
    // Every tail of a row: what stands before may be another argument.
    run.forEach((_, from) => {
      const path = run.slice(from).join('/')
      if (/[./]/.test(path) && !/^\.{1,2}$/.test(path)) found.add(path)
    })
  }
  return [...found]
}

/** Whether code of a view (that `product` takes) names a path by a literal one, from its own directory or one above: the file, or a directory that it lies in. */
export const literallyNamed = (view: RepoView, product: (path: string) => boolean): ((path: string) => boolean) => {
  const places = new Set<string>()
  for (const path of view.paths) {
    if (!code.test(path) || !product(path)) continue
    const text = view.read(path) ?? ''
    const embedded = [...text.matchAll(/\/\/go:embed\s+([^\n]+)/g)].flatMap(([, row]) =>
      (row ?? '').split(/\s+/).map((each) => each.replace(/^["`]?(?:all:)?/, '').replace(/\/?[*?[].*$|["`]$/, '')),
    )
    for (const word of [...pathsIn(text), ...embedded])
      for (const base of above(path)) {
        const place = normal(base + word)
        if (place !== undefined && place !== '') places.add(place)
      }
  }
  return (path) => places.has(path) || inside(path, places)
}

const fileUse =
  /\b(?:join|resolve|readdir\w*|scandir|glob\w*|URL|Path|files|open|iterdir|walk|load\w*|read\w*|require|import|include\w*|embed)\b|\/\s*["'`]/
const declaring = /\b(?:files|include|package[-_]data|data[-_]files)\b/

/** Whether code of a view (that `product` takes) names a path: the file by its name, or a directory that it lies in. */
export const namesOf = (view: RepoView, product: (path: string) => boolean): ((path: string) => boolean) => {
  const [files, directories, importing] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const manifest = /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|MANIFEST\.in|Cargo\.toml)$/
  for (const path of view.paths) {
    const declares = manifest.test(path)
    if (!declares && !(code.test(path) && !/\.d\.[cm]?ts$/.test(path) && product(path))) continue
    const text = view.read(path) ?? ''
    for (const match of text.matchAll(literal)) {
      const whole = match[2] ?? ''
      if (whole.length > 300 || whole.includes('://')) continue
      const word = whole.replace(/[{$*%].*$/, '')
      const last = word.slice(word.lastIndexOf('/') + 1)
      if (last !== '') files.add(last)
      if (code.test(word)) continue
      if (word.includes('/')) {
        // An import names its module, not what lies beside that.
        const into = isImport(text, match.index, whole) ? importing : directories
        for (const part of word.split('/')) if (part !== '') into.add(part)
        if (into === importing) continue
      }
      const use = declares ? declaring : fileUse
      if (!word.includes('/') && use.test(lineOf(text, match.index))) directories.add(word)
    }
    for (const [, row] of text.matchAll(/\/\/go:embed\s+([^\n]+)/g))
      for (const part of (row ?? '').split(/[\s/*]+/)) files.add(part)
    if (path.endsWith('MANIFEST.in')) for (const part of text.split(/[\s/*]+/)) directories.add(part)
  }
  return (path) => {
    const parts = path.split('/')
    const name = parts.at(-1) ?? ''
    const stem = name.replace(/\.json$/, '')
    const above = parts.at(-2) ?? ''
    const imported = stem !== name && files.has(stem) && (directories.has(above) || importing.has(above))
    return files.has(name) || imported || parts.slice(0, -1).some((part) => part !== 'src' && directories.has(part))
  }
}

const isImport = (text: string, index: number, whole: string): boolean =>
  /\b(?:from|import|require)\s*\(?\s*$/.test(text.slice(Math.max(0, index - 20), index)) &&
  !/\$\{|\/$/.test(whole) &&
  !/^\s*\+/.test(text.slice(index + whole.length + 2, index + whole.length + 12))

const lineOf = (text: string, index: number): string => {
  const end = text.indexOf('\n', index)
  return text.slice(text.lastIndexOf('\n', index) + 1, end < 0 ? text.length : end)
}
