import type { Anomaly } from '../model/anomaly.ts'
import { toolKind } from './config-kinds.ts'
import { type FlagKind, flag } from './flags.ts'
import { at, isTable, own, parseJsonc, same, set } from './jsonc.ts'
import { isTestTool } from './test-tools.ts'

/** What becomes of a manifest: `text` is null when bytes stay as they are: the branch's, or the lock's where `from` says so. */
export interface Merged {
  readonly from?: 'lock'
  readonly text: string | null
  readonly anomalies: readonly Anomaly[]
}

/** Keys that say how the project is judged: the lock has the say. Everything else is the branch's. */
const judging = [
  'scripts',
  'wireit',
  'jest',
  'vitest',
  'mocha',
  'ava',
  'tap',
  'jasmine',
  'c8',
  'nyc',
  'stryker',
  'jest-junit',
  'eslintConfig',
  'eslintIgnore',
  'prettier',
  'xo',
  'standard',
  'stylelint',
  'lint-staged',
  'husky',
  'simple-git-hooks',
  'pre-commit',
  'packageManager',
  'volta',
  'devEngines',
]
const dependencyKeys = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
  'bundledDependencies',
  'overrides',
  'resolutions',
  'pnpm',
]
/** Keys that decide which file an import of the package or of `#name` resolves to. */
const aliasKeys = ['imports', 'exports', 'main', 'module', 'browser', 'type']
/** An alias whose target lies among tests or their data is part of the exam. */
const pointsAtTests = (target: unknown): boolean =>
  /\/(?:tests?|__tests__|specs?|e2e|fixtures?|__fixtures__|testdata|goldens?|support|test-utils?)\//.test(
    JSON.stringify(target) ?? '',
  )
const toolSections = [
  ['dependencies'],
  ['devDependencies'],
  ['optionalDependencies'],
  ['overrides'],
  ['resolutions'],
  ['pnpm', 'overrides'],
  ['pnpm', 'patchedDependencies'],
]

/**
 * Merges package.json structurally: judging scripts and the configuration of test tools from the lock, the rest from the branch, in the
 * branch's order and indentation; scripts that nothing judging speaks of (`isJudged`, true for all by default) are the branch's. `testAliases`: entries of `imports` that only tests use, from the lock as well. `pinned`: a lockfile decides which test tools are installed; without one their ranges come from the lock.
 */
export const mergePackageJson = (
  path: string,
  lockText: string | undefined,
  branchText: string,
  pinned: boolean,
  testAliases: ReadonlySet<string> = new Set(),
  isJudged: (script: string) => boolean = () => true,
): Merged => {
  const [lock, branch] = [parseJsonc(lockText ?? '{}'), parseJsonc(branchText)]
  if (!isTable(branch) || !isTable(lock))
    return { text: null, anomalies: [flag('manifest-unreadable', path, `${path} is not JSON.`)] }
  const anomalies: Anomaly[] = []
  let merged = branch
  // A new package may have scripts of its own: no locked command runs them. Its configuration would reach the files around it.
  for (const key of lockText === undefined
    ? judging.filter((each) => each !== 'scripts' && each !== 'packageManager')
    : judging) {
    const [before, after] = [own(lock, key), own(branch, key)]
    if (same(before, after)) continue
    if (key === 'scripts') {
      const free = productScripts(before, after, isJudged)
      const kept = [...free].reduce<unknown>((all, name) => set(all, [name], own(after, name)), before ?? {})
      if (!same(kept, after)) merged = set(merged, [key], free.size === 0 ? before : kept)
      anomalies.push(...scriptFlags(path, before, after))
    } else {
      merged = set(merged, [key], before)
      anomalies.push(
        flag(toolKind(key, before, after), path, `${path} changes ${key}.`, { evidence: evidence(key, before, after) }),
      )
    }
  }
  if (!pinned && lockText !== undefined) {
    for (const section of toolSections) {
      const names = [lock, branch].flatMap((side) => Object.keys(tableAt(side, section)))
      for (const name of new Set(names.filter(namesTool))) {
        const [before, after] = [own(at(lock, ...section), name), own(at(branch, ...section), name)]
        if (same(before, after)) continue
        merged = set(merged, [...section, name], before)
        const key = [...section, name].join('.')
        anomalies.push(
          flag('test-tool-restored', path, `${path} changes the test tool ${name}.`, {
            evidence: evidence(key, before, after),
          }),
        )
      }
    }
  }
  for (const [name, before] of Object.entries(tableAt(lock, ['imports']))) {
    const after = own(at(branch, 'imports'), name)
    if (same(before, after) || !(testAliases.has(name) || pointsAtTests(before))) continue
    merged = set(merged, ['imports', name], before)
    anomalies.push(
      flag('alias-restored', path, `${path} changes imports.${name}, which serves tests.`, {
        evidence: evidence(`imports.${name}`, before, after),
      }),
    )
  }
  for (const key of lockText === undefined ? [] : aliasKeys) {
    const [before, after] = [own(lock, key), own(branch, key)]
    if (before === undefined || same(before, after)) continue
    anomalies.push(
      flag('build-config-modified', path, `${path} changes ${key}: modules may resolve elsewhere.`, {
        evidence: evidence(key, before, after),
      }),
    )
  }
  const changed = dependencyKeys.filter((key) => !same(own(lock, key), own(branch, key)))
  if (changed.length > 0) anomalies.push(flag('dependency-changed', path, `${path} changes ${changed.join(', ')}.`))
  return { text: same(merged, branch) ? null : printed(merged, branchText), anomalies }
}

const tableAt = (side: unknown, keys: readonly string[]): Readonly<Record<string, unknown>> => {
  const value = at(side, ...keys)
  return isTable(value) ? value : {}
}

/** Overrides name packages as `vitest`, `vitest@1`, `vitest>chai` and `**` + `/chai`. */
const namesTool = (key: string): boolean =>
  key
    .split('>')
    .some((part) => isTestTool(/((?:@[^/@]+\/)?[^/@]+)(?:@[^/]*)?$/.exec(part.trim())?.[1] ?? part, 'javascript'))

const judgingName = /test|lint|type|tsc|check|verif|valid|cover|spec|e2e|bench|^ci\b|^ci:/i
const installHooks = /^(?:pre|post)?(?:install|prepare|prepublish|prepublishOnly|prepack|pack|dependencies)$/

/** Changed scripts that nothing which judges speaks of (`start`): product. */
const productScripts = (
  before: unknown,
  after: unknown,
  isJudged: (script: string) => boolean,
): ReadonlySet<string> => {
  const judges = judgingScripts(before)
  return new Set(
    [...new Set([before, after].flatMap((side) => (isTable(side) ? Object.keys(side) : [])))].filter((name) => {
      const base = name.replace(/^(?:pre|post)/, '')
      const isJudge = [name, base].some((each) => judgingName.test(each) || judges.has(each) || isJudged(each))
      return !isJudge && !installHooks.test(name) && !same(own(before, name), own(after, name))
    }),
  )
}

const scriptFlags = (path: string, before: unknown, after: unknown): Anomaly[] => {
  const judges = judgingScripts(before)
  return [...new Set([before, after].flatMap((side) => (isTable(side) ? Object.keys(side) : [])))].flatMap((name) => {
    const [old, now] = [own(before, name), own(after, name)]
    if (same(old, now)) return []
    const base = name.replace(/^(?:pre|post)/, '')
    const isJudge = judgingName.test(name) || judges.has(name) || judges.has(base)
    const kind: FlagKind = isJudge
      ? 'test-command-modified'
      : installHooks.test(name)
        ? 'build-hook-modified'
        : 'script-modified'
    const verb = old === undefined ? 'adds' : now === undefined ? 'deletes' : 'changes'
    return [flag(kind, path, `${path} ${verb} scripts.${name}.`, { evidence: evidence(`scripts.${name}`, old, now) })]
  })
}

/** Names of the lock's scripts that judge, and of those that they call. */
const judgingScripts = (scripts: unknown): ReadonlySet<string> => {
  const all = isTable(scripts) ? Object.entries(scripts) : []
  const found = new Set(all.map(([name]) => name).filter((name) => judgingName.test(name)))
  for (let before = -1; before < found.size; ) {
    before = found.size
    const lines = all.filter(([name]) => found.has(name)).map(([, text]) => ` ${text} `)
    for (const [name] of all) if (lines.some((text) => text.split(/[\s"'&|;]+/).includes(name))) found.add(name)
  }
  return found
}

const evidence = (key: string, before: unknown, after: unknown): string => {
  const text = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value))
  return `${key}: ${text(before)} → ${text(after)}`.slice(0, 1000)
}

const printed = (value: unknown, like: string): string => {
  const indent = /\n([ \t]+)"/.exec(like)?.[1] ?? '  '
  const text = JSON.stringify(value, null, indent) + (like.endsWith('\n') ? '\n' : '')
  return like.includes('\r\n') ? text.replace(/\n/g, '\r\n') : text
}
