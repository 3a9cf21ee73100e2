import { stringify } from 'smol-toml'
import type { Anomaly } from '../model/anomaly.ts'
import { toolKind } from './config-kinds.ts'
import { flag } from './flags.ts'
import { at, isTable, own, same, set } from './jsonc.ts'
import type { Merged } from './merge-package-json.ts'
import { isTestTool } from './test-tools.ts'
import { tomlOf } from './toml.ts'

/** Tables of `[tool]` that say how the project is judged. */
const judging =
  /^(?:pytest.*|coverage|mypy|pyright|basedpyright|ty|pytype|ruff|flake8|pylint|black|isort|pydocstyle|pycodestyle|bandit|tox|nox|poe|taskipy)$/
/** Others of which only a part does. */
const judgingParts: readonly (readonly string[])[] = [['hatch', 'envs'], ['pdm', 'scripts'], ['setuptools-pytest']]
const dependencyPaths: readonly (readonly string[])[] = [
  ['project', 'dependencies'],
  ['project', 'optional-dependencies'],
  ['dependency-groups'],
  ['tool', 'poetry', 'dependencies'],
  ['tool', 'poetry', 'dev-dependencies'],
  ['tool', 'poetry', 'group'],
  ['tool', 'uv', 'dev-dependencies'],
  ['tool', 'uv', 'sources'],
  ['tool', 'uv', 'override-dependencies'],
  ['tool', 'uv', 'constraint-dependencies'],
  ['tool', 'pdm', 'dev-dependencies'],
]

/**
 * Merges pyproject.toml structurally: the tables of test tools, linters and type checkers from the lock, project, build system and
 * dependencies from the branch. `pinned`: a lockfile decides which test tools are installed; without one they come from the lock.
 * Comments are lost only where a merge was needed.
 */
export const mergePyproject = (
  path: string,
  lockText: string | undefined,
  branchText: string,
  pinned: boolean,
): Merged => {
  const [lock, branch] = [tomlOf(lockText ?? ''), tomlOf(branchText)]
  // Python's tools read nothing from a file that is not TOML.
  if (lock === undefined || branch === undefined)
    return { text: null, anomalies: [flag('manifest-unreadable', path, `${path} is not TOML.`)] }
  const anomalies: Anomaly[] = []
  let merged: unknown = branch
  const restore = (keys: readonly string[], make: (before: unknown, after: unknown) => Anomaly): void => {
    const [before, after] = [at(lock, ...keys), at(branch, ...keys)]
    if (same(before, after)) return
    merged = set(merged, keys, before)
    anomalies.push(make(before, after))
  }
  const tools = [lock, branch].flatMap((side) =>
    isTable(own(side, 'tool')) ? Object.keys(own(side, 'tool') as object) : [],
  )
  const parts = [...[...new Set(tools)].filter((tool) => judging.test(tool)).map((tool) => [tool]), ...judgingParts]
  for (const part of parts) {
    restore(['tool', ...part], (before, after) =>
      flag(toolKind(part[0] ?? '', before, after), path, `${path} changes tool.${part.join('.')}.`, {
        evidence: changedKeys(`tool.${part.join('.')}`, before, after),
      }),
    )
  }
  restore(['project', 'entry-points', 'pytest11'], (before, after) =>
    flag('auto-activated-file-added', path, `${path} changes the pytest plug-ins that the project registers.`, {
      evidence: changedKeys('project.entry-points.pytest11', before, after),
    }),
  )
  if (!pinned && lockText !== undefined) {
    for (const keys of dependencyPaths) {
      const restored = withLockedTools(at(lock, ...keys), at(merged, ...keys))
      if (same(restored, at(merged, ...keys))) continue
      merged = set(merged, keys, restored)
      anomalies.push(
        flag('test-tool-restored', path, `${path} changes a test tool in ${keys.join('.')}.`, {
          evidence: changedKeys(keys.join('.'), at(lock, ...keys), at(branch, ...keys)),
        }),
      )
    }
  }
  const changed = dependencyPaths.filter((keys) => !same(at(lock, ...keys), at(branch, ...keys)))
  if (changed.length > 0)
    anomalies.push(
      flag('dependency-changed', path, `${path} changes ${changed.map((keys) => keys.join('.')).join(', ')}.`),
    )
  if (!same(own(lock, 'build-system'), own(branch, 'build-system')))
    anomalies.push(
      flag('build-hook-modified', path, `${path} changes build-system.`, {
        evidence: changedKeys('build-system', own(lock, 'build-system'), own(branch, 'build-system')),
      }),
    )
  return { text: same(merged, branch) ? null : stringify(merged as Record<string, unknown>), anomalies }
}

const nameOf = (requirement: unknown): string =>
  typeof requirement === 'string' ? (/^\s*([\w.-]+)/.exec(requirement)?.[1] ?? '') : ''

/** Requirements of test tools as the lock has them, the others as the branch has them; in lists of strings and in tables, at any depth. */
const withLockedTools = (lock: unknown, branch: unknown): unknown => {
  if (Array.isArray(branch) || Array.isArray(lock)) {
    const isTool = (item: unknown): boolean => isTestTool(nameOf(item), 'python')
    const [before, after] = [Array.isArray(lock) ? lock : [], Array.isArray(branch) ? branch : []]
    const [locked, now] = [before.filter(isTool), after.filter(isTool)]
    return same(locked, now) ? branch : [...after.filter((item) => !isTool(item)), ...locked]
  }
  if (!isTable(branch) && !isTable(lock)) return branch
  const keys = [...new Set([branch, lock].flatMap((side) => (isTable(side) ? Object.keys(side) : [])))]
  let merged: unknown = branch
  for (const key of keys) {
    const [before, after] = [own(lock, key), own(branch, key)]
    const next = isTestTool(key, 'python') ? before : withLockedTools(before, after)
    if (!same(next, after) && next !== undefined) merged = set(merged, [key], next)
    else if (next === undefined && after !== undefined && isTestTool(key, 'python'))
      merged = set(merged, [key], undefined)
  }
  return merged
}

/** The first few leaves that differ, as `key: before → after`. */
const changedKeys = (prefix: string, before: unknown, after: unknown): string => {
  const leaves = (path: string, a: unknown, b: unknown): string[] => {
    if (same(a, b)) return []
    if (!isTable(a) || !isTable(b)) return [`${path}: ${text(a)} → ${text(b)}`]
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
      leaves(`${path}.${key}`, own(a, key), own(b, key)),
    )
  }
  return leaves(prefix, before, after).slice(0, 10).join('\n').slice(0, 1000)
}

const text = (value: unknown): string =>
  value === undefined
    ? 'absent'
    : JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? String(inner) : inner))
