import { type Anomaly, anomaly, type Severity } from '../model/anomaly.ts'

const reread = 'A person reads the tests of the branch and locks them: --lock <sha>.'
const relock = 'A person looks at the change and locks a commit that has it: --lock <sha>.'
const look = 'A person looks at the change before the branch is merged.'

/** What kinds of tampering mean: severity, whether one alone turns a pass into error, and what to do. Nothing else decides these. */
const rows = {
  'test-modified': ['critical', false, reread],
  'test-added': ['critical', false, reread],
  'test-deleted': ['critical', false, reread],
  'test-renamed': ['critical', false, reread],
  'test-reformatted': ['info', false, 'Nothing: only the formatting differs, and the lock has the say.'],
  'test-mode-changed': ['low', false, relock],
  'snapshot-modified': ['critical', false, reread],
  'fixture-modified': ['critical', false, reread],
  'auto-activated-file-added': ['critical', false, relock],
  'runner-config-modified': ['critical', false, relock],
  'test-command-modified': ['critical', false, relock],
  'coverage-config-modified': ['critical', false, relock],
  'lint-config-loosened': ['critical', false, relock],
  'lint-config-modified': ['high', false, relock],
  'type-config-loosened': ['critical', false, relock],
  'type-config-modified': ['high', false, relock],
  'verify-config-modified': ['critical', false, relock],
  'gitattributes-modified': ['critical', false, relock],
  'ignore-file-modified': ['medium', false, relock],
  'alias-restored': ['critical', false, relock],
  'ci-config-modified': ['high', false, relock],
  'toolchain-pin-modified': ['high', false, relock],
  'script-modified': ['medium', false, relock],
  'build-hook-modified': ['high', false, look],
  'build-config-modified': ['high', false, look],
  'dependency-changed': ['high', false, look],
  'lockfile-changed': ['high', false, look],
  'lockfile-unreadable': ['critical', true, relock],
  'test-tool-changed': [
    'critical',
    true,
    'Re-lock: a person looks at the new test tools and locks a commit that has them (--lock <sha>).',
  ],
  'test-tool-restored': ['critical', false, relock],
  'manifest-unreadable': ['high', false, 'Repair the syntax of the file on the branch.'],
  'inline-tests-unlockable': [
    'critical',
    true,
    'Move the tests into a file of their own, or lock a commit that has them: --lock <sha>.',
  ],
  'test-only-features': ['critical', true, relock],
  'predeclared-shadowed': [
    'critical',
    true,
    'Name it otherwise on the branch, or lock a commit that has it: --lock <sha>.',
  ],
  'suppression-added': ['medium', false, look],
  'fixture-shared-with-product': [
    'medium',
    false,
    'A person reads the data: tests compare with it, or read it as product does.',
  ],
  'test-support-from-branch': [
    'medium',
    false,
    'A person reads the file, or verify.lock.tests names it in triverdict.yaml.',
  ],
  'product-imports-test-library': ['medium', false, look],
  'vendored-test-library-modified': ['medium', false, look],
  'types-shadowed': ['medium', false, look],
  'unchecked-now': ['medium', false, look],
  'product-in-test-path': ['low', false, look],
  'lfs-pointer-changed': ['medium', false, look],
  'symlink-escape': ['critical', true, 'Remove the symlink, or lock a commit that has it: --lock <sha>.'],
  'path-collision': [
    'critical',
    true,
    'Rename the path on the branch, or lock a commit without the old one: --lock <sha>.',
  ],
} as const satisfies Readonly<Record<string, readonly [Severity, boolean, string]>>

export type FlagKind = keyof typeof rows

/** An anomaly of the locked test set, severity and remedy filled in. */
export const flag = (
  kind: FlagKind,
  path: string | null,
  detail: string,
  more: { readonly evidence?: string | null; readonly line?: number | null } = {},
): Anomaly => {
  const [severity, blocking, remedy] = rows[kind]
  return anomaly(kind, severity, detail, {
    path,
    blocking,
    remedy,
    evidence: more.evidence ?? null,
    line: more.line ?? null,
  })
}
