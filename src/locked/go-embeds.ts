import type { RepoView } from '../model/repo-view.ts'
import { goDirectory } from './go-source.ts'

/** Patterns of the `//go:embed` lines of a Go file, relative to its directory. */
export const embedPatterns = (text: string): readonly string[] =>
  [...text.matchAll(/^\/\/go:embed[ \t]+([^\n]+)/gm)].flatMap(([, row]) =>
    [...(row ?? '').matchAll(/"((?:[^"\\]|\\.)*)"|`([^`]*)`|(\S+)/g)].map((match) =>
      (match[1] ?? match[2] ?? match[3] ?? '').replace(/^all:/, '').replace(/\/+$/, ''),
    ),
  )

/** Whether Go files of a view (that `isRoot` takes) embed a path: by a pattern, or by a directory that it lies in (package embed of Go). */
export const embeddedBy = (view: RepoView, isRoot: (path: string) => boolean): ((path: string) => boolean) => {
  const patterns = view.paths
    .filter((path) => path.endsWith('.go') && isRoot(path))
    .flatMap((path) => {
      const directory = goDirectory(path)
      return embedPatterns(view.read(path) ?? '').map((each) =>
        regular(directory === '' || each === '.' ? (each === '.' ? directory : each) : `${directory}/${each}`),
      )
    })
  return (path) => !path.endsWith('.go') && patterns.some((each) => each.test(path))
}

const regular = (pattern: string): RegExp => {
  if (pattern === '') return /^/
  const parts = pattern.replaceAll(/\[[^\]]*\]|[*?]|[\\^$.|+(){}[\]]/g, (part) =>
    part === '*' ? '[^/]*' : part === '?' ? '[^/]' : part.length > 1 ? part.replace(/^\[\^/, '[^/') : `\\${part}`,
  )
  try {
    return new RegExp(`^${parts}(?:/|$)`)
  } catch {
    return /(?!)/
  }
}
