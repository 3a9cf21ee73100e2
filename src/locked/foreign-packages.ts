import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { at, isTable, own, parseJsonc } from './jsonc.ts'

const entries = (value: unknown): readonly (readonly [string, unknown])[] =>
  isTable(value) ? Object.entries(value) : []
const placeName = (key: string): string | undefined => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(key)?.[1]

/** A range or an address that is not the registry's package of that name: a path, a link, a workspace, a repository, an alias. */
export const isForeignRange = (range: string): boolean =>
  /^(?:file|link|portal|workspace|git|github|gitlab|bitbucket|npm|patch|exec|https?|git\+\w+):|^[./~]|^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(
    range,
  )

const npm = (text: string): readonly string[] => {
  const lock = parseJsonc(text)
  return entries(own(lock, 'packages')).flatMap(([key, value]) => {
    const place = placeName(key)
    const resolved = own(value, 'resolved')
    const elsewhere = typeof resolved === 'string' && !/^https?:/.test(resolved)
    const alias = own(value, 'name')
    const isForeign = own(value, 'link') === true || elsewhere || (typeof alias === 'string' && alias !== place)
    return place !== undefined && isForeign ? [place] : []
  })
}

const pnpm = (text: string): readonly string[] => {
  const lock: unknown = parseYaml(text)
  const importers = [lock, ...entries(own(lock, 'importers')).map(([, importer]) => importer)]
  return importers.flatMap((importer) =>
    ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((section) =>
      entries(own(importer, section)).flatMap(([name, value]) => {
        const version = typeof value === 'string' ? value : own(value, 'version')
        if (typeof version !== 'string') return []
        // An alias is written as the other package: `other@1.0.0`.
        return isForeignRange(version) || /^@?[a-zA-Z][^(]*@/.test(version) ? [name] : []
      }),
    ),
  )
}

const yarn = (text: string): readonly string[] =>
  text.split(/\n(?=["@\w])/).flatMap((block) =>
    (/^"?([^\n]*?)"?:\n/.exec(block)?.[1] ?? '').split(/"?, "?/).flatMap((spec) => {
      const [, name, range] = /^((?:@[^/@\s]+\/)?[^/@\s"]+)@(.+)$/.exec(spec) ?? []
      const resolution = /^ {2}resolution: "?((?:@[^/@]+\/)?[^/@"]+)@([^"\n]+)/m.exec(block)
      if (name === undefined || range === undefined) return []
      const plain = range.replace(/^npm:(?=[\d^~*<>=v|\s]|[a-z]+$)/, '')
      const another = resolution !== null && (resolution[1] !== name || !/^npm:/.test(resolution[2] ?? ''))
      return isForeignRange(plain) || another ? [name] : []
    }),
  )

const bun = (text: string): readonly string[] =>
  entries(own(parseJsonc(text), 'packages')).flatMap(([key, value]) => {
    const spec = Array.isArray(value) && typeof value[0] === 'string' ? value[0] : ''
    const [, name, version] = /^((?:@[^/]+\/)?[^/@]+)@(.+)$/.exec(spec) ?? []
    const place = /((?:@[^/]+\/)?[^/]+)$/.exec(key)?.[1] ?? key
    return name !== undefined && (name !== place || isForeignRange(version ?? '')) ? [place] : []
  })

const toml = (text: string): readonly string[] => {
  const packages = own(parseToml(text), 'package')
  return (Array.isArray(packages) ? packages : []).flatMap((each: unknown) => {
    const [name, source] = [own(each, 'name'), own(each, 'source')]
    const isRegistry = own(source, 'registry') !== undefined || own(source, 'type') === 'legacy'
    const isForeign =
      (isTable(source) && !isRegistry) || own(each, 'path') !== undefined || own(each, 'git') !== undefined
    return typeof name === 'string' && isForeign ? [name] : []
  })
}

const pipenv = (text: string): readonly string[] => {
  const lock = parseJsonc(text)
  return ['default', 'develop'].flatMap((part) =>
    entries(own(lock, part)).flatMap(([name, value]) =>
      ['path', 'file', 'git', 'editable'].some((key) => at(value, key) !== undefined) ? [name] : [],
    ),
  )
}

const requirements = (text: string): readonly string[] =>
  text.split('\n').flatMap((row) => /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*@/.exec(row)?.[1] ?? [])

/** Name → version and hashes of what a lockfile takes from its registry. */
type Contents = ReadonlyMap<string, { readonly version: string; readonly hashes: ReadonlySet<string> }>

const contentsOf = (path: string, text: string): Contents => {
  const found = new Map<string, { version: string; hashes: Set<string> }>()
  const add = (name: unknown, version: unknown, hashes: readonly unknown[]): void => {
    if (typeof name !== 'string' || typeof version !== 'string') return
    const key = `${name} ${version}`
    const known = found.get(key) ?? { version, hashes: new Set<string>() }
    for (const hash of hashes)
      if (typeof hash === 'string') for (const each of hash.split(/\s+/)) known.hashes.add(each)
    found.set(key, known)
  }
  if (path.endsWith('.json')) {
    for (const [key, value] of entries(own(parseJsonc(text), 'packages')))
      add(placeName(key), own(value, 'version'), [own(value, 'integrity')])
  } else if (/(?:uv|poetry|pdm)\.lock$/.test(path)) {
    const packages = own(parseToml(text), 'package')
    for (const each of Array.isArray(packages) ? packages : []) {
      const files = [own(each, 'sdist'), own(each, 'wheels'), own(each, 'files')].flat()
      add(
        own(each, 'name'),
        own(each, 'version'),
        files.map((file) => own(file, 'hash')),
      )
    }
  }
  return found
}

/** Names of which a lockfile has other content under the version that it had: no hash in common, or none any more. */
export const otherContents = (path: string, before: string, after: string): readonly string[] => {
  try {
    const now = contentsOf(path, after)
    return [...contentsOf(path, before)].flatMap(([key, { hashes }]) => {
      const other = now.get(key)?.hashes
      if (other === undefined || hashes.size === 0) return []
      // Another kind of hash is no other content.
      const kinds = new Set([...hashes].map(kindOf))
      const comparable = [...other].filter((hash) => kinds.has(kindOf(hash)))
      const isSame = comparable.some((hash) => hashes.has(hash)) || (other.size > 0 && comparable.length === 0)
      return isSame ? [] : [key.slice(0, key.lastIndexOf(' '))]
    })
  } catch {
    return []
  }
}

const kindOf = (hash: string): string => /^[a-z0-9]+(?=[-:])/.exec(hash)?.[0] ?? ''

/** Options of a requirements file that say where packages come from, as they stand there. */
export const sourceOptions = (text: string): readonly string[] =>
  text
    .replace(/\\\r?\n/g, ' ')
    .split('\n')
    .map((row) => row.replace(/\s+#.*$/, '').trim())
    .filter((row) => /^(?:-f|--find-links|-i|--index-url|--extra-index-url|--no-index|--pypi-url)(?:[\s=]|$)/.test(row))

const formats: readonly (readonly [RegExp, (text: string) => readonly string[]])[] = [
  [/(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/, npm],
  [/(?:^|\/)pnpm-lock\.yaml$/, pnpm],
  [/(?:^|\/)yarn\.lock$/, yarn],
  [/(?:^|\/)bun\.lock$/, bun],
  [/(?:^|\/)(?:uv|poetry|pdm)\.lock$/, toml],
  [/(?:^|\/)Pipfile\.lock$/, pipenv],
  [/requirements[^/]*\.(?:txt|in)$|(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/, requirements],
]

/** Names that a lockfile takes from elsewhere than their registry, or from another package; empty for what cannot be read. */
export const foreignPackages = (path: string, text: string): ReadonlySet<string> => {
  const read = formats.find(([pattern]) => pattern.test(path))?.[1]
  try {
    return new Set(read?.(text) ?? [])
  } catch {
    return new Set()
  }
}
