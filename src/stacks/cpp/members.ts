import type { RepoView } from '../../model/repo-view.ts'

/** Directories with a build file of their own below a project: parts of its build. */
export const members = (project: RepoView): readonly string[] => {
  const marker = ['CMakeLists.txt', 'meson.build'].filter((name) => project.has(name))
  return [
    ...new Set(
      project.paths.flatMap((path) => {
        const cut = path.lastIndexOf('/')
        return cut > 0 && (marker.includes(path.slice(cut + 1)) || path.endsWith('/CMakePresets.json'))
          ? [path.slice(0, cut)]
          : []
      }),
    ),
  ]
}
