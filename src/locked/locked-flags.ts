import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import { type Classifier, isFixture, isSnapshot } from './classify-path.ts'
import { judgeKind } from './config-kinds.ts'
import { type FlagKind, flag } from './flags.ts'
import { differsInFormatOnly } from './formatting.ts'
import type { TestAliases } from './test-aliases.ts'

/** How a path differs between the lock and the branch. `mode`: only the executable bit. */
export interface Change {
  readonly kind: 'same' | 'added' | 'deleted' | 'changed' | 'mode'
}

/** What the flags of one path are made from. */
export interface Sides {
  readonly lock: RepoView
  readonly branch: RepoView
  readonly classes: Classifier
  /** Content → a path that only the branch has. */
  readonly added: ReadonlyMap<string, string>
  /** Texts that a runner takes for tests. */
  readonly doctests: ReadonlySet<string>
  /** Entries of `imports` of each package.json that only tests use. */
  readonly aliases: TestAliases['names']
  /** Whether something that judges at the lock speaks of a script of package.json. */
  isJudged(script: string): boolean
  /** Contents of test files that only the lock has. */
  readonly gone: ReadonlySet<string>
}

/** What the branch did to a test, a snapshot or a fixture. Neutralised by the lock in every case. */
export const testFlags = (
  { lock, branch, classes, added, doctests, gone }: Sides,
  path: string,
  change: Change,
): readonly Anomaly[] => {
  const evidence = `${lock.oid(path) ?? 'absent'} → ${branch.oid(path) ?? 'absent'}`
  const make = (kind: FlagKind, detail: string): readonly Anomaly[] => [flag(kind, path, detail, { evidence })]
  const part: FlagKind = isSnapshot(path)
    ? 'snapshot-modified'
    : isFixture(path) && !doctests.has(path)
      ? 'fixture-modified'
      : 'test-modified'
  switch (change.kind) {
    case 'same':
      return []
    case 'mode':
      return make('test-mode-changed', `The branch changes the file mode of ${path}.`)
    case 'added':
      if (classes.activates(path))
        return make('auto-activated-file-added', `${path} would take effect in the tests by being there: left out.`)
      if (gone.has(branch.oid(path) ?? ''))
        return make('test-renamed', `${path} is a test under a new name: left out, the old one stays.`)
      return make('test-added', `${path} is not part of the locked test set: left out.`)
    case 'deleted': {
      const elsewhere = added.get(lock.oid(path) ?? '')
      if (elsewhere !== undefined)
        return make('test-renamed', `The branch moves ${path} to ${elsewhere}: the locked place counts.`)
      return make(part === 'test-modified' ? 'test-deleted' : part, `The branch deletes ${path}: restored.`)
    }
    case 'changed': {
      const [before, after] = [lock.read(path), branch.read(path)]
      if (
        part === 'test-modified' &&
        before !== undefined &&
        after !== undefined &&
        differsInFormatOnly(path, before, after)
      )
        return make('test-reformatted', `Only the formatting of ${path} differs.`)
      return make(part, `The branch changes ${path}: restored.`)
    }
  }
}

/** What the branch did to a file that judges. */
export const judgeFlags = ({ lock, branch, classes }: Sides, path: string, change: Change): readonly Anomaly[] => {
  if (change.kind === 'same') return []
  const activates = change.kind === 'added' && classes.activates(path)
  const kind = activates ? 'auto-activated-file-added' : judgeKind(path, lock.read(path), branch.read(path))
  const verb = { added: 'adds', deleted: 'deletes', changed: 'changes', mode: 'changes the file mode of' }[change.kind]
  const then = change.kind === 'added' ? 'left out' : 'restored'
  return [
    flag(kind, path, `The branch ${verb} ${path}, which takes part in the judgement: ${then}.`, {
      evidence: `${lock.oid(path) ?? 'absent'} → ${branch.oid(path) ?? 'absent'}`,
    }),
  ]
}
