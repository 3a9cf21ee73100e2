import type { RepoView } from '../../model/repo-view.ts'
import { assertionOf, assertions, expectations, type Pair } from './assertions.ts'
import { readManifest } from './manifest.ts'
import { type Load, loadStatement, moduleLoads, withoutComments } from './module-loads.ts'
import { ownCode } from './own-modules.ts'

/** How a runner's test files get at its functions. */
export interface Runner {
  readonly modules: readonly string[]
  /** Names of the function that makes a test. */
  readonly tests: readonly string[]
  /** Its functions may be globals. */
  readonly globals: boolean
  /** It brings `expect` along. */
  readonly expect: boolean
}

/** What a probe takes over from a test file. */
export interface Sample {
  /** Environment comments, imports and requires, in the order of the file. */
  readonly head: readonly string[]
  /** Loads that the file makes later, in the bodies of its tests; they may fail. */
  readonly later: readonly string[]
  /** The function that makes a test. */
  readonly test: string
  /** The assertions that it uses, one at least. */
  readonly pairs: readonly [Pair, ...Pair[]]
}

const ASSERT_MODULES = ['node:assert', 'node:assert/strict', 'assert', 'assert/strict', 'power-assert']
const NODE_ASSERT: Pair = { wrong: 'assert.equal(1, 2)', right: 'assert.equal(1, 1)' }

/** Reads a test file; undefined when it does not show how tests are made. */
export const readSample = (project: RepoView, path: string, runner: Runner): Sample | undefined => {
  const text = project.read(path)
  if (text === undefined) return undefined
  const bare = withoutComments(text)
  const loads = moduleLoads(text)
  const needed = new Needed(loads.filter((load) => load.topLevel))
  const test = testFunction(bare, needed, runner)
  if (test === undefined) return undefined
  const [first, ...more] = [...expectPairs(bare, needed, runner), ...assertPairs(bare, needed)]
  const isModule = isEsm(project, path, bare, loads)
  const otherwise = first === undefined && !runner.expect ? assertStatement(path, isModule) : []
  const usual = runner.expect ? usualExpect(needed, runner) : NODE_ASSERT
  const isLoaded = ownCode(project, path, bare)
  const head = [
    ...pragmas(text),
    ...(isModule && /\bcreateRequire\b/.test(bare) ? REQUIRE_IN_MODULES : []),
    ...needed.statements(isLoaded),
    ...otherwise,
  ]
  const isTypescript = /\.[cm]?tsx?$/.test(path)
  return {
    // Without an import or export TypeScript takes a file for a script.
    head: isTypescript && isModule && !head.some((line) => line.startsWith('import ')) ? [...head, 'export {}'] : head,
    later: loads.filter((load) => !load.topLevel && isLoaded(load)).map(laterStatement),
    test,
    pairs: first === undefined ? [usual] : [first, ...more],
  }
}

/** The top-level loads of a file, and which of their names the probe needs. */
class Needed {
  private readonly names = new Map<Load, { imported: string; local: string }[]>()
  constructor(readonly loads: readonly Load[]) {}

  /** Takes over a binding of the file; the name it is bound to. */
  find(matches: (binding: { imported: string; local: string }, load: Load) => boolean): string | undefined {
    for (const load of this.loads) {
      const binding = load.bindings.find((candidate) => matches(candidate, load))
      if (binding === undefined) continue
      this.add(load, binding)
      return binding.local
    }
    return undefined
  }

  /** Takes a name from one of these modules, when the file loads one of them. */
  from(modules: readonly string[], name: string): string | undefined {
    const load = this.loads.find(({ specifier }) => modules.includes(specifier))
    if (load === undefined) return undefined
    this.add(load, { imported: name, local: name })
    return name
  }

  private add(load: Load, binding: { imported: string; local: string }): void {
    const taken = this.names.get(load) ?? []
    if (!taken.some(({ local }) => local === binding.local)) this.names.set(load, [...taken, binding])
  }

  statements(isLoaded: (load: Load) => boolean): readonly string[] {
    const all = this.loads.filter((load) => this.names.has(load) || isLoaded(load))
    return [...new Set(all.map((load) => loadStatement(load, this.names.get(load) ?? [])))]
  }
}

const called = (bare: string, name: string): boolean =>
  new RegExp(`(?:^|[^.\\w$])${name.replaceAll('$', '\\$')}(?:\\.\\w+)*\\s*[(\`]`, 'm').test(bare)

const testFunction = (bare: string, needed: Needed, { modules, tests, globals }: Runner): string | undefined => {
  const bound = needed.find(
    ({ imported, local }, load) =>
      called(bare, local) && (tests.includes(local) || (tests.includes(imported) && modules.includes(load.specifier))),
  )
  if (bound !== undefined) return bound
  const [usual = 'test'] = tests
  return needed.from(modules, usual) ?? (globals ? tests.find((name) => called(bare, name)) : undefined)
}

const expectPairs = (bare: string, needed: Needed, runner: Runner): readonly Pair[] => {
  if (!/\bexpect\s*(?:\.\w+\s*)?\(/.test(bare)) return []
  const bound =
    needed.find(({ local, imported }) => local === 'expect' || (imported === 'expect' && called(bare, local))) ??
    (/\bchai\b/.test(bare) ? throughChai(bare, needed, 'expect') : undefined) ??
    (runner.expect ? needed.from(runner.modules, 'expect') : undefined)
  return expectations(bare, bound ?? 'expect')
}

/** `chai.expect`, also where the file gave it a name of its own afterwards. */
const throughChai = (bare: string, needed: Needed, name: string): string | undefined => {
  const taken = new RegExp(`\\bchai\\.${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\}\\s*=\\s*chai\\b`).test(bare)
  const chai = taken ? needed.find(({ local }, { specifier }) => local === 'chai' && specifier === 'chai') : undefined
  return chai === undefined ? undefined : `chai.${name}`
}

const assertPairs = (bare: string, needed: Needed): readonly Pair[] => {
  const pairs: Pair[] = []
  for (const { specifier, bindings } of needed.loads) {
    const node = ASSERT_MODULES.includes(specifier)
    if (!node && specifier !== 'chai' && specifier !== 'vitest') continue
    for (const { imported, local } of bindings) {
      const whole = imported === 'assert' || (node && ['default', '*', 'strict', 'ok'].includes(imported))
      const found = whole ? assertions(bare, local) : node ? assertionOf(imported, local) : []
      if (found.length === 0) continue
      needed.find((binding, load) => load.specifier === specifier && binding.local === local)
      pairs.push(...found)
    }
  }
  if (/\bassert\.\w+\(/.test(bare) && /\bchai\b/.test(bare) && throughChai(bare, needed, 'assert') !== undefined) {
    pairs.push(...assertions(bare, 'assert').map(viaChai))
  }
  return pairs
}

const viaChai = ({ wrong, right }: Pair): Pair => ({ wrong: `chai.${wrong}`, right: `chai.${right}` })

const usualExpect = (needed: Needed, runner: Runner): Pair => {
  const callee = needed.find(({ local }) => local === 'expect') ?? needed.from(runner.modules, 'expect') ?? 'expect'
  return { wrong: `${callee}(1).toBe(2)`, right: `${callee}(1).toBe(1)` }
}

const isEsm = (project: RepoView, path: string, bare: string, loads: readonly Load[]): boolean => {
  if (loads.some(({ form }) => form === 'import') || /^export\s/m.test(bare)) return true
  if (/\.c[jt]s$/.test(path) || loads.some(({ form, topLevel }) => form === 'require' && topLevel)) return false
  return /\.m[jt]s$|\.tsx?$/.test(path) || readManifest(project)?.type === 'module'
}

const assertStatement = (path: string, isModule: boolean): readonly string[] => {
  if (!isModule) return ["const assert = require('node:assert')"]
  return [/\.[cm]?tsx?$/.test(path) ? "import * as assert from 'node:assert'" : "import assert from 'node:assert'"]
}

const REQUIRE_IN_MODULES = [
  "import { createRequire } from 'node:module'",
  'const require = createRequire(import.meta.url)',
]

/** Comments by which vitest and jest choose the environment of a file. */
const pragmas = (text: string): readonly string[] => {
  const found = [...text.matchAll(/@(?:vitest|jest)-environment(?:-options)?[ \t]+[^\n*]+/g)].map(([line]) =>
    line.trim(),
  )
  return found.length === 0 ? [] : ['/**', ...found.map((line) => ` * ${line}`), ' */']
}

const laterStatement = ({ specifier, form }: Load): string =>
  form === 'dynamic' ? `await import('${specifier}').catch(() => {})` : `try { require('${specifier}') } catch {}`
