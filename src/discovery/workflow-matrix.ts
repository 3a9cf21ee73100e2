import type { Value } from './expressions.ts'
import { byText } from './paths.ts'

/** One combination of a matrix. */
export type Cell = { readonly [key: string]: Value }

/** Versions of the toolchains that are here: `20.20.2`, `3.11.9`. */
export interface Toolchain {
  readonly node?: string
  readonly python?: string
  readonly go?: string
  readonly rust?: string
}

/** GitHub's own limit of jobs that a matrix makes, after `exclude`; the product before that is bounded too. */
const CELL_LIMIT = 256
const PRODUCT_LIMIT = 16 * CELL_LIMIT

const isMap = (value: Value): value is { readonly [name: string]: Value } =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const same = (a: Value | undefined, b: Value | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)

/** True when a value has all that a rule of `exclude` says of it: an object of a rule may name a part of the keys. */
const meets = (value: Value | undefined, rule: Value): boolean =>
  isMap(rule) && value !== undefined && isMap(value)
    ? Object.entries(rule).every(([key, inner]) => meets(value[key], inner))
    : same(value, rule)

/**
 * The cells of a matrix, with `exclude` and `include` as GitHub applies them (workflow syntax, jobs.<id>.strategy.matrix).
 * No matrix: one empty cell. Undefined when it is made by an expression, or larger than GitHub allows.
 */
export const cellsOf = (matrix: Value): readonly Cell[] | undefined => {
  if (matrix === null) return [{}]
  if (!isMap(matrix)) return undefined
  const keys = Object.keys(matrix).filter((key) => key !== 'include' && key !== 'exclude')
  let cells: Cell[] = keys.length === 0 ? [] : [{}]
  for (const key of keys) {
    const values = matrix[key]
    if (!Array.isArray(values)) return undefined
    cells = cells.flatMap((cell) => (values as readonly Value[]).map((value) => ({ ...cell, [key]: value })))
    if (cells.length > PRODUCT_LIMIT) return undefined
  }
  const rules = (value: Value | undefined): readonly { readonly [name: string]: Value }[] | undefined => {
    if (value === undefined) return []
    return Array.isArray(value) && value.every(isMap) ? (value as { readonly [name: string]: Value }[]) : undefined
  }
  const exclude = rules(matrix.exclude)
  const include = rules(matrix.include)
  if (exclude === undefined || include === undefined) return undefined
  cells = cells.filter(
    (cell) => !exclude.some((rule) => Object.entries(rule).every(([key, value]) => meets(cell[key], value))),
  )
  if (cells.length > CELL_LIMIT) return undefined
  const original = cells.length
  for (const rule of include) {
    let added = false
    for (let i = 0; i < original; i++) {
      const cell = cells[i] as Cell
      if (keys.some((key) => key in rule && !same(cell[key], rule[key]))) continue
      cells[i] = { ...cell, ...rule }
      added = true
    }
    if (!added) cells.push(rule)
  }
  return cells
}

/**
 * The matrix with lists that only the CI run knows (`python-version: ${{ fromJSON(…) }}`) replaced by the version that is here, where the key names
 * a toolchain, or by a machine like ours; `guessed` says which.
 */
export const withVersionsHere = (
  matrix: Value,
  toolchain: Toolchain,
): { readonly matrix: Value; readonly guessed: readonly string[] } => {
  if (!isMap(matrix)) return { matrix, guessed: [] }
  const guessed: string[] = []
  const entries = Object.entries(matrix).map(([key, values]): readonly [string, Value] => {
    if (typeof values !== 'string' || !values.includes('${{') || !isEnvironmentKey(key)) return [key, values]
    const machine = /^(?:os|runs?-?on|runner)$/i.test(key) ? 'ubuntu-latest' : undefined
    const here = /^versions?$/i.test(key) ? undefined : toolchainsOf(key, toolchain)[0]
    const value = machine ?? (here === undefined ? undefined : /^\d+(?:\.\d+)?/.exec(here)?.[0])
    if (value === undefined) return [key, values]
    guessed.push(`${key}: ${value} (the others are known only inside the CI run)`)
    return [key, [value]]
  })
  return { matrix: Object.fromEntries(entries), guessed }
}

/** Keys that say on what a job runs, not what it does: one value of them fits this machine, the others are not run. */
export const isEnvironmentKey = (key: string): boolean =>
  /^(os|runs?-?on|runner|platform|image|arch|architecture|container|host|target-?os|operating-?system)$/i.test(key) ||
  /^(node|nodejs|node[-_.]?js|python|py|go|golang|bun|deno|pnpm|npm|yarn|uv)([-_.]?versions?)?$/i.test(key) ||
  /^(rust|rustc|msrv|channel|toolchains?|rust[-_.]?(versions?|toolchains?|channels?)|rustup[-_]?toolchain)$/i.test(
    key,
  ) ||
  /^versions?$/i.test(key)

const numbers = (text: string): readonly number[] =>
  (/\d+(\.\d+)*/.exec(text)?.[0] ?? '').split('.').filter(Boolean).map(Number)

/** How far a version of a matrix is from the one that is here: 0 when it covers it. Words such as `lts` are far. */
const distance = (wanted: string, here: string): number => {
  if (wanted === 'stable') return 0
  const [major, minor] = numbers(wanted)
  const [ownMajor = 0, ownMinor = 0] = numbers(here)
  if (major === undefined) return 500
  return Math.abs(major - ownMajor) * 100 + (minor === undefined ? 0 : Math.abs(minor - ownMinor))
}

/** A Python inside of a value (`py311`, `python3.11-lint`), as tox environments are named. */
const PYTHON = /\b(?:py|python)-?(3)\.?(\d+)(?=\b|[-_])/i

const score = (cell: Cell, toolchain: Toolchain): number => {
  let sum = 0
  for (const [key, value] of Object.entries(cell)) {
    if (value === null || typeof value === 'object') continue
    const text = String(value)
    const inside = PYTHON.exec(text)
    if (inside !== null && toolchain.python !== undefined)
      sum += distance(`${inside[1]}.${inside[2]}`, toolchain.python)
    else {
      // A plain `version` is that of whichever toolchain it is nearest to.
      const distances = toolchainsOf(key, toolchain).map((here) => distance(text, here))
      if (distances.length > 0) sum += Math.min(...distances)
    }
    if (/^pypy/i.test(text) || /nightly|-dev|alpha|beta|rc\d/i.test(text)) sum += 1000
  }
  return sum
}

const toolchainsOf = (key: string, { node, python, go, rust }: Toolchain): readonly string[] => {
  const known = (...versions: readonly (string | undefined)[]): readonly string[] =>
    versions.flatMap((one) => one ?? [])
  if (/rust|^(?:msrv|channel|toolchains?)$/i.test(key)) return known(rust)
  if (/node/i.test(key)) return known(node)
  if (/^py/i.test(key)) return known(python)
  if (/^go/i.test(key)) return known(go)
  return /^versions?$/i.test(key) ? known(node, python) : []
}

/** A Node.js inside of a value: `Node.js 20.x`, `node-18`. */
const NODE = /\b(?:node(?:\.?js)?|io\.js)[ -]?v?\d+(?:\.(?:\d+|x))*\b/i

/** What a cell does, without what it runs on. */
const workOf = (cell: Cell): string => {
  const entries = Object.entries(cell).filter(([key]) => !isEnvironmentKey(key))
  const named = entries.map(([key, value]) => [
    key,
    typeof value === 'string' ? value.replace(PYTHON, 'py').replace(NODE, 'node') : value,
  ])
  return JSON.stringify(named.sort(([a], [b]) => byText(String(a), String(b))))
}

export interface Narrowed {
  readonly cells: readonly Cell[]
  /** Keys of which only one value is run, with it: `os: ubuntu-latest`. Empty when nothing was left out. */
  readonly narrowed: readonly string[]
}

/**
 * The cells that are run here: of the keys that name an environment the one that fits best, of all others every value,
 * since leaving out a shard or a package would leave out tests. `fits` says whether a cell's machine is one like ours.
 */
export const narrow = (cells: readonly Cell[], toolchain: Toolchain, fits: (cell: Cell) => boolean): Narrowed => {
  const groups = new Map<string, Cell>()
  for (const cell of cells.filter(fits)) {
    const name = workOf(cell)
    const best = groups.get(name)
    if (best === undefined || score(cell, toolchain) < score(best, toolchain)) groups.set(name, cell)
  }
  // The first job's preparation is the one that is used.
  const chosen = [...groups.values()].sort((a, b) => score(a, toolchain) - score(b, toolchain))
  const keys = [...new Set(cells.flatMap((cell) => Object.keys(cell)))].filter(isEnvironmentKey)
  const narrowed = keys.flatMap((key) => {
    const all = new Set(cells.map((cell) => JSON.stringify(cell[key] ?? null)))
    const kept = new Set(chosen.map((cell) => JSON.stringify(cell[key] ?? null)))
    if (kept.size >= all.size) return []
    return [`${key}: ${[...kept].map((value) => value.replaceAll('"', '')).join(', ')}`]
  })
  return { cells: chosen, narrowed }
}
