import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import { packages } from './members.ts'

const LOOKED_AT = 400
const INLINE = /^\s*#\[(?:\w+::)*(?:test|test_case|rstest|bench)\b|^\s*#\[cfg\(.*\btest\b/m
const DOCTEST = /^\s*\/\/[/!]\s*```(?:rust|no_run|should_panic|compile_fail)?[\s,\w]*$/m

/** What shows that a project has tests: an integration test, a test inside a source file, or a doctest of a library. */
export const testEvidence = (project: RepoView): Evidence | undefined => {
  const sources = project.paths.filter((path) => path.endsWith('.rs') && !/(?:^|\/)(?:target|vendor)\//.test(path))
  const integration = sources.find((path) => /(?:^|\/)tests\/[^/]+(?:\/main)?\.rs$/.test(path))
  if (integration !== undefined) return { tier: 'default', file: integration, line: null, text: integration }
  const hasLibrary = packages(project).some(({ library }) => library !== null)
  for (const file of sources.slice(0, LOOKED_AT)) {
    const text = project.read(file) ?? ''
    const found = INLINE.exec(text) ?? (hasLibrary ? DOCTEST.exec(text) : null)
    if (found === null) continue
    const line = text.slice(0, found.index).split('\n').length
    return { tier: 'default', file, line, text: found[0].trim() }
  }
  return undefined
}
