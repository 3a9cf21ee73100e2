import type { BranchReport } from '../model/branch-report.ts'
import type { Some } from '../model/result.ts'
import type { Examined } from './examine.ts'
import type { Limits } from './run-check.ts'
import type { Trees } from './trees.ts'

const inside = (path: string, directory: string): string | null =>
  directory === '.' ? path : path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : null

/**
 * Runs the branch's own version of the test files that it changed or added, in the branch's own tree, after the verdict.
 * Reported apart, never in the signal.
 */
export const runBranchTests = async (
  trees: Trees,
  examined: readonly Examined[],
  files: readonly string[],
  limits: Limits,
): Promise<BranchReport['branch_tests']> => {
  if (files.length === 0) return null
  let passed = 0
  let failed = 0
  let complete = true
  let ran = false
  for (const { project, check } of examined) {
    if (check.kind !== 'tests') continue
    const mine = files.map((file) => inside(file, project.directory)).filter((file) => file !== null)
    if (mine.length === 0) continue
    ran = true
    const { facts } = await trees.run(project, check, 'own', limits, mine as unknown as Some<string>, 'own')
    const counted = facts.items.filter((item) => item.counted !== false)
    passed += counted.filter((item) => item.state === 'green').length
    failed += counted.filter((item) => item.state === 'red').length
    if (!facts.complete) complete = false
  }
  if (!ran) return null
  const own = !complete ? 'error' : failed > 0 ? 'fail' : 'pass'
  const tests = examined.filter(({ check }) => check.kind === 'tests').map(({ status }) => status)
  const locked = tests.includes('error') ? 'error' : tests.includes('fail') ? 'fail' : 'pass'
  const numbered = complete
    ? { tests_run: passed + failed, tests_passed: passed, tests_failed: failed }
    : { tests_run: null, tests_passed: null, tests_failed: null }
  const numbers = complete ? ` (${passed} passed, ${failed} failed)` : ' (did not run to its end)'
  return { status: own, files: [...files], ...numbered, summary: `locked: ${locked}; branch's own: ${own}${numbers}` }
}
