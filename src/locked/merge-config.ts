import type { Anomaly } from '../model/anomaly.ts'
import { judgeKind } from './config-kinds.ts'
import { flag } from './flags.ts'
import { isTable, own, parseJsonc, same, set } from './jsonc.ts'
import type { Merged } from './merge-package-json.ts'

const strictness =
  /^(?:strict.*|no(?:Implicit|Unused|Fallthrough|Unchecked|PropertyAccess|Strict|Check|ErrorTruncation).*|exactOptionalPropertyTypes|useUnknownInCatchVariables|alwaysStrict|allowUnusedLabels|allowUnreachableCode|skip(?:Default)?LibCheck|checkJs|allowJs|suppress.*|keyofStringsOnly|isolatedDeclarations|erasableSyntaxOnly)$/

/**
 * Merges a tsconfig.json: strictness and what is left out from the lock, what builds (aliases, targets, modules) from the branch;
 * files that only the branch includes are checked as well.
 */
export const mergeTsconfig = (path: string, lockText: string, branchText: string): Merged => {
  const [lock, branch] = [parseJsonc(lockText), parseJsonc(branchText)]
  if (!isTable(lock) || !isTable(branch))
    return { text: null, anomalies: [flag('manifest-unreadable', path, `${path} is not JSON.`)] }
  let merged = branch
  const judged: string[] = []
  const take = (keys: readonly string[], before: unknown, after: unknown): void => {
    if (same(before, after)) return
    merged = set(merged, keys, before)
    judged.push(`${keys.join('.')}: ${JSON.stringify(after) ?? 'absent'}, locked ${JSON.stringify(before) ?? 'absent'}`)
  }
  const options = [lock, branch].flatMap((side) => Object.keys((own(side, 'compilerOptions') ?? {}) as object))
  for (const key of new Set(options.filter((each) => strictness.test(each))))
    take(['compilerOptions', key], own(own(lock, 'compilerOptions'), key), own(own(branch, 'compilerOptions'), key))
  for (const key of ['extends', 'exclude']) take([key], own(lock, key), own(branch, key))
  for (const key of ['include', 'files', 'references']) {
    const [before, after] = [own(lock, key), own(branch, key)]
    const lost = Array.isArray(before)
      ? before.some((each) => !Array.isArray(after) || !after.some((other) => same(each, other)))
      : after !== undefined
    if (!lost) continue
    const more =
      Array.isArray(before) && Array.isArray(after)
        ? after.filter((each) => !before.some((other) => same(each, other)))
        : []
    take([key], Array.isArray(before) ? [...before, ...more] : before, after)
  }
  const builds = !same(merged, lock)
  const anomalies: Anomaly[] = [
    ...(judged.length > 0
      ? [
          flag(judgeKind(path, lockText, branchText), path, `${path} changes how strictly types are checked.`, {
            evidence: judged.join('\n'),
          }),
        ]
      : []),
    ...(builds ? [flag('build-config-modified', path, `${path} changes how the project is built.`)] : []),
  ]
  return { text: judged.length === 0 ? null : `${JSON.stringify(merged, null, 2)}\n`, anomalies }
}

const judgingSections =
  /^(?:tool:pytest|pytest|coverage:.*|mypy.*|flake8.*|pylint.*|pycodestyle|pydocstyle|isort|tox.*|testenv.*)$/

/** Merges setup.cfg by its sections: those of test tools, linters and type checkers from the lock, the rest from the branch, text as it stands. */
export const mergeSetupCfg = (path: string, lockText: string, branchText: string): Merged => {
  const [lock, branch] = [sectionsOf(lockText), sectionsOf(branchText)]
  const names = [...new Set([...lock.keys(), ...branch.keys()])].filter((name) => judgingSections.test(name))
  const changed = names.filter((name) => lock.get(name)?.trim() !== branch.get(name)?.trim())
  if (changed.length === 0) return { text: null, anomalies: [] }
  const merged = new Map(branch)
  for (const name of changed) {
    const before = lock.get(name)
    if (before === undefined) merged.delete(name)
    else merged.set(name, before.endsWith('\n') ? before : `${before}\n`)
  }
  const anomalies = changed.map((name) =>
    flag('runner-config-modified', path, `${path} changes [${name}].`, {
      evidence: branch.get(name)?.trim().slice(0, 500) ?? 'deleted',
    }),
  )
  return { text: [...merged.values()].join(''), anomalies }
}

/** Section name → its text with the heading; the empty name is what stands before the first. A section given twice is joined. */
const sectionsOf = (text: string): ReadonlyMap<string, string> => {
  const sections = new Map<string, string>()
  let name = ''
  for (const row of text.split(/(?<=\n)/)) {
    name = /^\[([^\]]+)\]/.exec(row)?.[1]?.trim() ?? name
    sections.set(name, (sections.get(name) ?? '') + row)
  }
  return sections
}
