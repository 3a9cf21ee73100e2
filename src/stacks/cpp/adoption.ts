import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'

/** Manifests of other languages: CMake beside one of them builds an extension, and that language's tools call it. */
const OTHERS = ['pyproject.toml', 'setup.py', 'package.json', 'Cargo.toml', 'build.gradle', 'pom.xml']
const REGISTERS = /^[^#]*\b(?:enable_testing|add_test|include\s*\(\s*CTest)\b/im

const lineOf = (text: string, pattern: RegExp): number | null => {
  const at = text.split('\n').findIndex((line) => pattern.test(line))
  return at < 0 ? null : at + 1
}

/** A CMake project that is built by itself: no manifest of another language lies beside it, or it registers tests. */
export const cmakeEvidence = (project: RepoView): Evidence | undefined => {
  const text = project.read('CMakeLists.txt')
  if (text === undefined) return undefined
  if (OTHERS.some((file) => project.has(file)) && !REGISTERS.test(text)) return undefined
  return { tier: 'default', file: 'CMakeLists.txt', line: null, text: 'CMakeLists.txt' }
}

/** Where the project asks for ctest. */
export const ctestEvidence = (project: RepoView): Evidence | undefined => {
  const text = project.read('CMakeLists.txt')
  if (text === undefined) return undefined
  const line = lineOf(text, REGISTERS)
  if (line !== null) {
    return { tier: 'default', file: 'CMakeLists.txt', line, text: (text.split('\n')[line - 1] as string).trim() }
  }
  const nested = project.paths.find(
    (path) => path.endsWith('/CMakeLists.txt') && REGISTERS.test(project.read(path) ?? ''),
  )
  return nested === undefined
    ? undefined
    : { tier: 'default', file: nested, line: lineOf(project.read(nested) ?? '', REGISTERS), text: nested }
}
