import { stringify } from 'smol-toml'
import type { Anomaly } from '../model/anomaly.ts'
import { type CargoSides, canReturn, lacksLints, restoredTests, sharedForTests } from './cargo-workspace.ts'
import { type FlagKind, flag } from './flags.ts'
import { at, own, same, set } from './jsonc.ts'
import type { Merged } from './merge-package-json.ts'
import { isTestTool } from './test-tools.ts'
import { tomlOf } from './toml.ts'

/** What says how the project is judged, with the kind of a change: lints, profiles that tests are built with, which tests there are. */
const judging: readonly (readonly [keys: readonly string[], kind: FlagKind])[] = [
  [['lints'], 'lint-config-modified'],
  [['workspace', 'lints'], 'lint-config-modified'],
  [['profile', 'dev'], 'runner-config-modified'],
  [['profile', 'test'], 'runner-config-modified'],
  [['test'], 'runner-config-modified'],
  [['lib', 'test'], 'runner-config-modified'],
  [['lib', 'doctest'], 'runner-config-modified'],
  [['lib', 'harness'], 'runner-config-modified'],
  [['package', 'autotests'], 'runner-config-modified'],
]
const dependencyKeys = ['dependencies', 'build-dependencies', 'dev-dependencies', 'target', 'patch', 'replace']
/** Tables in which test tools may stand. */
const toolKeys = [['dependencies'], ['dev-dependencies'], ['workspace', 'dependencies'], ['patch', 'crates-io']]
/** What decides what is built, beside the dependencies. */
const buildKeys: readonly (readonly string[])[] = [
  ['features'],
  ['lib'],
  ['bin'],
  ['bench'],
  ['example'],
  ['profile'],
  ['workspace', 'members'],
  ['workspace', 'exclude'],
  ['workspace', 'default-members'],
  ['package', 'build'],
  ['package', 'edition'],
  ['package', 'links'],
]

/**
 * Merges Cargo.toml structurally: what judges from the lock, everything else from the branch. Dependencies for tests that the branch
 * took away stay, since the locked tests need them. `pinned`: a lockfile decides which test tools are built; without one they come from the lock. A manifest that only the branch has is its own, without the tests that it names. `sides`: the other manifests, which what is restored has to fit to.
 */
export const mergeCargoToml = (
  path: string,
  lockText: string | undefined,
  branchText: string,
  pinned: boolean,
  sides?: CargoSides,
): Merged => {
  const [lock, branch] = [tomlOf(lockText ?? ''), tomlOf(branchText)]
  if (lock === undefined || branch === undefined)
    return { text: null, anomalies: [flag('manifest-unreadable', path, `${path} is not TOML.`)] }
  if (lockText === undefined) {
    // The test files of a new package are left out: cargo refuses a manifest that names files which are not there.
    const tests = set(branch, ['test'], undefined)
    const rest = sides !== undefined && lacksLints(path, branch, sides) ? set(tests, ['lints'], undefined) : tests
    return {
      text: same(rest, branch) ? null : stringify(rest as Record<string, unknown>),
      anomalies: [flag('build-config-modified', path, `The branch adds the package of ${path}.`)],
    }
  }
  const anomalies: Anomaly[] = []
  let merged: unknown = branch
  const restore = (keys: readonly string[], kind: FlagKind): void => {
    const [before, after] = [keys[0] === 'test' ? restoredTests(lock, branch) : at(lock, ...keys), at(merged, ...keys)]
    // A package that has no library any more has none whose tests could be switched off.
    if (same(before, after) || (keys.length === 2 && before === undefined && own(branch, keys[0] ?? '') === undefined))
      return
    merged = set(merged, keys, before)
    anomalies.push(
      flag(kind, path, `${path} changes ${keys.join('.')}.`, {
        evidence: `${text(before)} → ${text(after)}`.slice(0, 1000),
      }),
    )
  }
  for (const [keys, kind] of judging) restore(keys, kind)
  const bins = own(lock, 'bin')
  const now = own(branch, 'bin')
  if (Array.isArray(bins) && Array.isArray(now)) {
    const restored = now.map((each) => {
      const old = bins.find((other) => own(other, 'name') === own(each, 'name'))
      return old === undefined
        ? each
        : ['test', 'doctest', 'harness'].reduce<unknown>((bin, key) => set(bin, [key], own(old, key)), each)
    })
    if (!same(restored, now)) {
      merged = set(merged, ['bin'], restored)
      anomalies.push(flag('runner-config-modified', path, `${path} changes whether tests of a program run.`))
    }
  }
  for (const [name, before] of Object.entries((own(lock, 'dev-dependencies') ?? {}) as object)) {
    if (own(own(branch, 'dev-dependencies'), name) !== undefined || !canReturn(path, name, before, sides)) continue
    merged = set(merged, ['dev-dependencies', name], before)
    anomalies.push(flag('test-tool-restored', path, `${path} takes ${name} away, which the locked tests may need.`))
  }
  for (const [name, before] of sides === undefined ? [] : sharedForTests(path, branch, sides)) {
    merged = set(merged, ['workspace', 'dependencies', name], before)
    anomalies.push(flag('test-tool-restored', path, `${path} takes ${name} away, which the locked tests may need.`))
  }
  for (const keys of pinned ? [] : toolKeys) {
    const tables = [at(lock, ...keys), at(merged, ...keys)]
    const names = new Set(tables.flatMap((table) => Object.keys((table ?? {}) as object)))
    for (const name of [...names].filter((each) => isTestTool(each, 'rust'))) {
      const [before, after] = tables.map((table) => own(table, name))
      // A tool that is new harms no locked test, but one that is replaced by something else does.
      if (same(before, after) || (before === undefined && keys[0] !== 'patch')) continue
      merged = set(merged, [...keys, name], before)
      anomalies.push(
        flag('test-tool-restored', path, `${path} changes the test tool ${name}.`, {
          evidence: `${text(before)} → ${text(after)}`.slice(0, 1000),
        }),
      )
    }
  }
  const changed = dependencyKeys.filter((key) => !same(own(lock, key), own(branch, key)))
  if (changed.length > 0 || !same(at(lock, 'workspace', 'dependencies'), at(branch, 'workspace', 'dependencies')))
    anomalies.push(
      flag(
        'dependency-changed',
        path,
        `${path} changes ${[...changed, 'workspace.dependencies'].slice(0, Math.max(1, changed.length)).join(', ')}.`,
      ),
    )
  for (const keys of buildKeys) {
    if (same(at(lock, ...keys), at(branch, ...keys)) || same(at(merged, ...keys), at(lock, ...keys))) continue
    const kind = keys.at(-1) === 'build' ? 'build-hook-modified' : 'build-config-modified'
    anomalies.push(flag(kind, path, `${path} changes ${keys.join('.')}.`))
  }
  return { text: same(merged, branch) ? null : stringify(merged as Record<string, unknown>), anomalies }
}

const text = (value: unknown): string =>
  value === undefined
    ? 'absent'
    : (JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? 'absent')
