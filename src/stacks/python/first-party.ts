import type { RepoView } from '../../model/repo-view.ts'

const NOT_PRODUCT =
  /^(?:tests?|testing|docs?|examples?|benchmarks?|bench|scripts|tools|build|dist|ci|node_modules|venv|env)$/
const NOT_MODULES =
  /^(?:setup|conftest|noxfile|fabfile|tasks|manage|versioneer|test_.*|.*_test|tests?|__main__|__init__)$/

/** Top-level packages and modules of the project: below `src/`, `lib/` and at its root. Sorted; tests and tooling are left out. */
export const firstParty = (project: RepoView): readonly string[] => {
  const names = new Set<string>()
  for (const path of project.paths) {
    const found = /^(?:(?:src|lib|python)\/)?([A-Za-z_]\w*)(\/__init__)?\.pyi?$/.exec(path)
    const name = found?.[1]
    if (name === undefined || name === 'src' || name === 'lib') continue
    const isPackage = found?.[2] !== undefined
    const atRoot = !path.startsWith('src/') && !path.startsWith('lib/') && !path.startsWith('python/')
    if (isPackage ? atRoot && NOT_PRODUCT.test(name) : NOT_MODULES.test(name)) continue
    names.add(name)
  }
  return [...names].sort()
}
