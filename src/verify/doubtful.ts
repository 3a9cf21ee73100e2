import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { Examined } from './examine.ts'

/**
 * Files that came from the branch because nothing in them speaks of tests, and of which a test came all the same: what they ask is the
 * branch's own word, so nothing they say counts.
 */
export const doubtfulTests = (doubtful: readonly string[], examined: readonly Examined[]): readonly Anomaly[] => {
  if (doubtful.length === 0) return []
  const tests = examined.filter(({ check }) => check.kind === 'tests')
  const ids = tests.flatMap(({ run, inventory }) => [
    ...run.facts.items.map(({ id }) => id),
    ...(inventory === null ? [] : [...inventory.required, ...inventory.red, ...inventory.unstable]),
  ])
  const files = new Set([
    ...ids.map((id) => id.slice(0, Math.max(0, id.indexOf('::')))),
    ...tests.flatMap(({ run }) => run.facts.items.flatMap(({ file }) => file ?? [])),
  ])
  // Reports that name no file say the module (`pkg.test_it`, or a class of it).
  const isNamed = (path: string): boolean => {
    const module = path.replace(/\.\w+$/, '').replaceAll('/', '.')
    return [...files].some((file) => file === path || file === module || file.startsWith(`${module}.`))
  }
  return doubtful.filter(isNamed).map((path) =>
    anomaly('test-from-branch', 'critical', `${path} is taken from the branch as product, and tests come of it.`, {
      path,
      blocking: true,
      remedy: 'Name it under verify.lock.tests in triverdict.yaml, or lock a commit that has it: --lock <sha>.',
    }),
  )
}
