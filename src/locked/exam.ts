import type { Check } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Classifier, LockedProject } from './classify-path.ts'
import { examClosure } from './exam-closure.ts'
import { isExported } from './exported.ts'
import { reached } from './imports.ts'
import { partedSources } from './rust-data.ts'
import { type TestAliases, testAliases } from './test-aliases.ts'
import { testData } from './test-data.ts'
import { textDoctests } from './text-doctests.ts'

/** Files of class product that are part of the exam, because the exam at the lock names or imports them. */
export interface NamedExam {
  readonly tests: ReadonlySet<string>
  readonly judging: ReadonlySet<string>
  /** Those of `tests` that are doctests. */
  readonly doctests: ReadonlySet<string>
  /** Data that tests and product name: product, and worth a look when it changes. */
  readonly shared: ReadonlySet<string>
  /** Entries of `imports` that only tests use. */
  readonly aliases: TestAliases['names']
}

/** What the exam names beyond what the names of files say; see `examClosure`, `testData` and `textDoctests`. */
export const namedExam = (
  lock: RepoView,
  branch: RepoView,
  projects: readonly LockedProject[],
  checks: readonly Check[],
  classes: Pick<Classifier, 'classOf'>,
): NamedExam => {
  const closure = examClosure(lock, projects, checks, classes)
  const doctests = textDoctests(lock, branch, checks, classes)
  const parted = partedSources(lock, branch, classes)
  const data = testData(parted.view, branch, parted)
  const aliases = testAliases(lock, classes)
  const targets = new Set([...aliases.targets].filter((path) => classes.classOf(path) === 'product'))
  const withoutTargets = (path: string) => (targets.has(path) ? 'test' : classes.classOf(path))
  const used =
    targets.size === 0
      ? new Set()
      : reached(lock, projects, withoutTargets, targets, new Map<string, readonly string[]>())
  const judging = new Set([...closure.judging, ...data.scripts])
  return {
    tests: new Set(
      [
        ...closure.support,
        ...doctests,
        ...data.own,
        ...parted.included,
        ...[...targets].filter((path) => !used.has(path) && !isExported(lock, path)),
      ].filter((path) => !judging.has(path)),
    ),
    aliases: aliases.names,
    judging,
    doctests,
    shared: new Set([...data.shared].filter((path) => !judging.has(path) && !parted.included.has(path))),
  }
}
