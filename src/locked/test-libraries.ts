import type { RepoView } from '../model/repo-view.ts'
import { at, isTable, own, parseJsonc } from './jsonc.ts'
import { isTestTool } from './test-tools.ts'
import { tomlOf } from './toml.ts'

const scripts = [
  /^(?:vitest|jest|mocha|chai|expect|sinon|supertest|ava|tap|tape|uvu|should|jasmine|nock|enzyme|cypress)(?:\/|$)/,
  /^(?:node|bun):test(?:\/|$)/,
  /^@(?:vitest|jest|testing-library|playwright\/test|vue\/test-utils|nestjs\/testing)(?:\/|$)/,
  /^(?:chai|sinon|jest|vitest)-[\w-]+(?:\/|$)/,
]
const python = /^(?:pytest|_pytest|pytest_\w+|unittest|hypothesis|mock|nose2?|testtools|syrupy)(?:\.|$)/

/** The packages among these specifiers that serve tests alone, by the names that they are installed under; modules of the toolchain itself as `node:test`, `unittest`. */
export const testLibraries = (specifiers: readonly string[], language: 'javascript' | 'python'): readonly string[] =>
  specifiers.flatMap((specifier) => {
    if (language === 'python') return python.test(specifier) ? [normal(specifier.split('.')[0] ?? '')] : []
    if (!scripts.some((pattern) => pattern.test(specifier))) return []
    return [/^(?:@[^/]+\/[^/]+|[^/]+)/.exec(specifier)?.[0] ?? specifier]
  })

/** Import paths of Go among these that judge: the library's own packages for it, and assertions of others; what only generated stand-ins use (`gomock`, `testify/mock`) is none. */
export const goTestLibraries = (imports: readonly string[]): readonly string[] =>
  imports.filter((path) => {
    if (/^(?:testing(?:\/.*)?|net\/http\/httptest)$/.test(path)) return true
    if (/(?:^|\/)(?:go)?mock(?:\/|$)/.test(path)) return false
    const parts = path.split('/')
    return parts.some((_, at) => isTestTool(parts.slice(0, at + 1).join('/'), 'go'))
  })

/**
 * Test libraries that users of the package get with it: what imports them may be the product itself (a plug-in of a test runner). Names
 * of the manifests at and above the directory of the file. What a private package depends on nobody gets.
 */
export const shippedLibraries = (view: RepoView, file: string): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const directory of upwards(file)) {
    const manifest = parseJsonc(view.read(`${directory}package.json`) ?? '')
    if (isTable(manifest) && own(manifest, 'private') !== true) {
      for (const key of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
        for (const name of Object.keys(tableAt(manifest, key))) found.add(name)
      }
    }
    for (const name of pythonRequirements(view, directory)) found.add(normal(name))
  }
  return found
}

const tableAt = (side: unknown, ...keys: readonly string[]) => {
  const value = at(side, ...keys)
  return isTable(value) ? value : {}
}

const pythonRequirements = (view: RepoView, directory: string): readonly string[] => {
  const project = tomlOf(view.read(`${directory}pyproject.toml`) ?? '')
  const declared = at(project, 'project', 'dependencies')
  const installed = ['setup.cfg', 'setup.py'].flatMap((name) => {
    const text = view.read(directory + name) ?? ''
    const block = /install_requires\s*=\s*(?:\[([^\]]*)\]|((?:[^\n]*\n)(?:[ \t]+[^\n]*\n?)*))/.exec(text)
    return (block?.[1] ?? block?.[2] ?? '').split(/[\n,]/).map((each) => each.replace(/^[\s"']+/, ''))
  })
  const named = [...(Array.isArray(declared) ? declared : []), ...installed].flatMap((each) =>
    typeof each === 'string' ? (/^[\w.-]+/.exec(each.trim())?.[0] ?? []) : [],
  )
  return [...named, ...Object.keys(tableAt(project, 'tool', 'poetry', 'dependencies'))]
}

/** Directories from that of the file up to the root, each with its slash; the root is empty. */
export const upwards = (file: string): readonly string[] => {
  const parts = file.split('/').slice(0, -1)
  return Array.from({ length: parts.length + 1 }, (_, up) =>
    parts
      .slice(0, parts.length - up)
      .map((part) => `${part}/`)
      .join(''),
  )
}

const normal = (name: string): string => name.toLowerCase().replaceAll(/[._]+/g, '-')
