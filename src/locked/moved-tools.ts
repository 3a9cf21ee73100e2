import { parse as parseToml } from 'smol-toml'
import type { RepoView } from '../model/repo-view.ts'
import { at, isTable, own, parseJsonc, same } from './jsonc.ts'
import type { Pin } from './lockfile-formats.ts'
import { isWholeLockfile, languageOf, pinsOf, toolName } from './lockfiles.ts'

type Pins = readonly (Pin | null)[] | undefined

/**
 * Says of a test tool that the lock's file at `path` pins whether other files beside it on the branch pin the very same: name, version,
 * and hashes where both have some. Each lockfile there must, and nothing beside it may name the tool by a path, an address or an alias.
 */
export const movedTools = (lock: RepoView, branch: RepoView, path: string): ((name: string) => boolean) => {
  const language = languageOf(path)
  const text = lock.read(path)
  if ((language !== 'javascript' && language !== 'python') || text === undefined) return () => false
  const directory = path.slice(0, path.lastIndexOf('/') + 1)
  const isBeside = (each: string): boolean => each.startsWith(directory) && !each.slice(directory.length).includes('/')
  const isOurs = (each: string): boolean =>
    isBeside(each) && (each.endsWith('bun.lockb') ? language === 'javascript' : languageOf(each) === language)
  const files = branch.paths.filter(isOurs)
  const whole = files.filter(isWholeLockfile)
  const lists = files.filter((each) => !isWholeLockfile(each))
  const places = new Set(lock.paths.filter(isOurs).flatMap((each) => placesOf(lock.read(each))))
  return (name) => {
    const key = toolName(name, language)
    const old = pinsOf(path, text)?.get(key)
    const pinsIn = (file: string): Pins => {
      const pins = pinsOf(file, branch.read(file) ?? '')?.get(key)
      return /(?:^|\/)yarn\.lock$/.test(file) && /registry/i.test(branch.read(`${directory}.yarnrc.yml`) ?? '')
        ? pins?.map((pin) => pin && { ...pin, place: pin.place ?? '.yarnrc.yml' })
        : pins
    }
    if (!whole.every((file) => isSame(old, pinsIn(file)))) return false
    if (language === 'javascript') return whole.length > 0 && isPlainPackage(lock, branch, directory, name)
    if (lists.some((file) => placesOf(branch.read(file)).some((line) => !places.has(line)))) return false
    const listed = lists.map(pinsIn).filter((pins) => pins !== undefined)
    const declared = declaredIn(branch.read(`${directory}pyproject.toml`), key)
    if (!listed.every((pins) => isSame(old, pins)) || declared === 'elsewhere') return false
    return whole.length > 0 || listed.length > 0 || isSame(old, declared)
  }
}

/**
 * Test tools that a lockfile which is new on the branch pins otherwise than those of the lock that still stand beside it, or takes from
 * elsewhere: a package manager may read the new one.
 */
export const differingTools = (lock: RepoView, branch: RepoView, path: string): readonly string[] => {
  const language = languageOf(path)
  if (lock.has(path) || !isWholeLockfile(path) || (language !== 'javascript' && language !== 'python')) return []
  const directory = path.slice(0, path.lastIndexOf('/') + 1)
  const before = lock.paths
    .filter((each) => each.startsWith(directory) && !each.slice(directory.length).includes('/'))
    .filter((each) => languageOf(each) === language && branch.has(each))
    .map((each) => pinsOf(each, lock.read(each) ?? ''))
  return [...(pinsOf(path, branch.read(path) ?? '') ?? [])].flatMap(([name, now]) => {
    const differs = before.some((pins) => {
      const old = pins?.get(name)
      return old !== undefined && (old.includes(null) ? now.includes(null) : !isSame(old, now))
    })
    return differs ? [name] : []
  })
}

const isSame = (old: Pins, now: Pins): boolean =>
  old !== undefined &&
  now !== undefined &&
  now.length > 0 &&
  now.every((pin) => old.some((before) => isAlike(before, pin))) &&
  old.every((before) => now.some((pin) => isAlike(before, pin)))

/** Known hashes vouch for a package wherever it is from; without them, or with more of them, it must be from the public registry. */
const isAlike = (before: Pin | null, now: Pin | null): boolean => {
  if (before === null || now === null || before.version !== now.version) return false
  const kind = (hash: string): string => hash.split(/[-:]/)[0] as string
  const inBoth = (hashes: readonly string[], others: readonly string[]) =>
    hashes.filter((hash) => others.some((other) => kind(other) === kind(hash)))
  const [mine, theirs] = [inBoth(before.hashes, now.hashes), inBoth(now.hashes, before.hashes)]
  if (theirs.length > 0 && theirs.every((hash) => mine.includes(hash))) return true
  return mine.every((hash) => theirs.includes(hash)) && before.place === null && now.place === null
}

/** What package.json says of the tool is a range of its own name, and no override of it is new. */
const isPlainPackage = (lock: RepoView, branch: RepoView, directory: string, name: string): boolean => {
  const [before, after] = [lock, branch].map((view) => parseJsonc(view.read(`${directory}package.json`) ?? '{}'))
  const ranges = ['dependencies', 'devDependencies', 'optionalDependencies'].map((key) => at(after, key, name))
  const overrides = [['overrides'], ['resolutions'], ['pnpm']] as const
  return (
    ranges.every((range) => range === undefined || (typeof range === 'string' && !/[:/]/.test(range))) &&
    overrides.every((keys) => same(at(before, ...keys), at(after, ...keys)))
  )
}

/** Lines of a requirements file that install from a path or an address without saying what, and options that say from where. */
const placesOf = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(?:\.|\/|~|-[efi]\b|--(?!hash)|[\w.+-]*:\/\/|[\w.+-]+[\\/])/.test(line) && !/^--?r/.test(line))

/** How pyproject.toml names a tool: exact versions, or from elsewhere than the public registry. */
const declaredIn = (text: string | undefined, key: string): readonly Pin[] | 'elsewhere' => {
  const file = quietly(text ?? '')
  const pins: Pin[] = []
  let elsewhere = file === undefined
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const [, name, rest] = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(.*)$/s.exec(value) ?? []
      if (name === undefined || toolName(name, 'python') !== key) return
      if (rest?.startsWith('@')) elsewhere = true
      const version = /^==\s*([\w.!+]+)\s*$/.exec(rest ?? '')?.[1]
      if (version !== undefined) pins.push({ version, hashes: [], place: null })
    } else if (Array.isArray(value)) value.forEach(visit)
    else if (isTable(value))
      for (const [name, inner] of Object.entries(value)) {
        if (toolName(name, 'python') === key && typeof inner !== 'string') elsewhere = true
        visit(inner)
      }
  }
  for (const part of ['project', 'dependency-groups']) visit(own(file, part))
  for (const tool of ['uv', 'poetry', 'pdm']) visit(at(file, 'tool', tool))
  return elsewhere ? 'elsewhere' : pins
}

const quietly = (text: string): unknown => {
  try {
    return parseToml(text)
  } catch {
    return undefined
  }
}
