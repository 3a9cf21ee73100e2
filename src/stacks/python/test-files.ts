import picomatch from 'picomatch'
import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'

/** Files that pytest or unittest would collect by default. */
const isTestFile = picomatch(['**/test_*.py', '**/*_test.py', '**/tests.py', '**/test.py'], {
  ignore: ['**/{.*,node_modules,venv,build,dist,site-packages}/**'],
})

export const testFiles = (project: RepoView): readonly string[] => project.paths.filter((path) => isTestFile(path))

// Test suites are uniform: a few files tell what the whole is written for, and a huge suite is not read whole.
const LOOKED_AT = 200

/** Evidence that the tests are written for pytest: they import it, or have test functions outside of a class. */
export const writtenForPytest = (project: RepoView): Evidence | undefined => {
  for (const file of testFiles(project).slice(0, LOOKED_AT)) {
    const lines = (project.read(file) ?? '').split('\n')
    const at = lines.findIndex((line) => /^\s*(?:import|from)\s+pytest\b|^(?:async\s+)?def\s+test_?\w*\s*\(/.test(line))
    if (at >= 0) return { tier: 'default', file, line: at + 1, text: (lines[at] as string).trim() }
  }
  return undefined
}
