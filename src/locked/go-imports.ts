import type { RepoView } from '../model/repo-view.ts'

/** Package paths that a Go file imports: those of its head, up to the first declaration. */
export const goImports = (text: string): readonly string[] => {
  const bare = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const head = bare.split(/^(?:func|type|var|const)\b/m, 1)[0] ?? ''
  return [...head.matchAll(/["`]([^"`\s]+)["`]/g)].flatMap((match) => match[1] ?? [])
}

/** Package path → the Go files of its directory, tests left out; for modules whose go.mod is in the view. */
export const goPackages = (view: RepoView): ((importPath: string) => readonly string[]) => {
  const modules: (readonly [string, string])[] = []
  const files = new Map<string, string[]>()
  for (const path of view.paths) {
    const cut = path.lastIndexOf('/')
    const directory = cut < 0 ? '' : path.slice(0, cut)
    if (path.slice(cut + 1) === 'go.mod') {
      const name = /^\s*module\s+"?([^\s"]+)/m.exec(view.read(path) ?? '')?.[1]
      if (name !== undefined) modules.push([name, directory])
    } else if (path.endsWith('.go') && !path.endsWith('_test.go')) {
      files.set(directory, [...(files.get(directory) ?? []), path])
    }
  }
  modules.sort(([a], [b]) => b.length - a.length)
  return (importPath) => {
    const module = modules.find(([name]) => importPath === name || importPath.startsWith(`${name}/`))
    if (module === undefined) return []
    const inside = importPath.slice(module[0].length + 1)
    return files.get([module[1], inside].filter((part) => part !== '').join('/')) ?? []
  }
}
