import type { RepoView } from '../model/repo-view.ts'

/** Modules that a Python text imports, as `a.b`, `.a`, `..`; `from x import y` gives `x` and `x.y`; those that `pytest_plugins` names too. Comments and triple-quoted strings are left out. */
export const pythonImports = (text: string): readonly string[] => {
  if (!/\bimport\b|^pytest_plugins\b/m.test(text)) return []
  const bare = text
    .replace(/("""|''')[\s\S]*?\1|#[^\n]*/g, (part) => (part.startsWith('#') ? '' : '""'))
    .replace(/\\\r?\n/g, ' ')
    .replace(/\(([^()]*)\)/g, (part) => part.replace(/\s*\n\s*/g, ' '))
  const named = pluginsOf(bare)
  const imported = bare.split(/[\n;]/).flatMap((row) => {
    const whole = /^\s*import\s+(.+)$/.exec(row)?.[1]
    if (whole !== undefined) return whole.split(',').flatMap((each) => /^\s*([\w.]+)/.exec(each)?.[1] ?? [])
    const [, module, names] = /^\s*(?:\w+:\s*)?from\s+([\w.]+)\s+import\s+\(?([^)]*)/.exec(row) ?? []
    if (module === undefined || names === undefined) return []
    const dot = module.endsWith('.') ? '' : '.'
    return [
      module,
      ...names
        .split(',')
        .flatMap((each) => (/^\s*(\w+)/.exec(each) ?? []).slice(1).map((name) => `${module}${dot}${name}`)),
    ]
  })
  return [...imported, ...named]
}

/** Modules that `pytest_plugins` of a text names. */
export const pluginsOf = (text: string): readonly string[] => {
  const plugins = /^pytest_plugins\b[^=\n]*=\s*([[(][^\])]*|[^\n]*)/m.exec(text)?.[1] ?? ''
  return [...plugins.matchAll(/["']([\w.]+)["']/g)].flatMap(([, module]) => module ?? [])
}

/** Files of the view that importing the module runs: the module and the `__init__.py` of each package on the way. */
export const resolvePython = (
  view: RepoView,
  importer: string,
  module: string,
  roots: readonly string[],
): readonly string[] => {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0
  const parts = module.slice(dots).split('.').filter(Boolean)
  if (dots === 0) return roots.flatMap((root) => filesOf(view, root, parts))
  const directory = importer.split('/').slice(0, -dots)
  if (importer.split('/').length < dots) return []
  return filesOf(view, directory.length === 0 ? '' : `${directory.join('/')}/`, parts)
}

const filesOf = (view: RepoView, root: string, parts: readonly string[]): readonly string[] => {
  const packages = parts.map((_, index) => `${root}${parts.slice(0, index + 1).join('/')}/__init__.py`)
  const module = parts.length === 0 ? `${root}__init__.py` : `${root}${parts.join('/')}.py`
  return [...packages, module, `${module}i`].filter((path) => view.has(path))
}
