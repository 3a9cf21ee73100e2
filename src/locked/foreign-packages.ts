import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { at, isTable, own, parseJsonc } from './jsonc.ts'

const entries = (value: unknown): readonly (readonly [string, unknown])[] =>
  isTable(value) ? Object.entries(value) : []
const placeName = (key: string): string | undefined => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(key)?.[1]

/** Where a range or an address leads, without what says which version: two of one place are no swap. */
export const placeOf = (range: string): string => {
  const alias = /^(?:npm:)?((?:@[^/@]+\/)?[a-zA-Z][^/@:(]*)@[^/]*$/.exec(range)?.[1]
  if (alias !== undefined) return `npm:${alias}`
  // The branch's own files have no better place than another of its own.
  if (/^(?:file|link|portal|workspace):|^[./~]/.test(range)) return 'local'
  return range
    .replace(/[?#].*$/, '')
    .replace(/^(?:github|gitlab|bitbucket):/, (host) =>
      host === 'bitbucket:' ? 'bitbucket.org/' : `${host.slice(0, -1)}.com/`,
    )
    .replace(/^(?=[\w-][\w.-]*\/[\w.-]+$)(?!\.)/, 'github.com/')
    .replace(/^(?:git\+)?(?:ssh|https?|git):(?:\/\/)?(?:[^@/]*@)?/, '')
    .replace(/^git@/, '')
    .replace(/^([\w-]+(?:\.[\w-]+)+):/, '$1/')
    .replace(/^codeload\.(github\.com\/[^/]+\/[^/]+)\/.*$/, '$1')
    .replace(/\/[0-9a-f]{40}$/, '')
    .replace(/(?<=\/[^@]*)@[^@/]+$/, '')
    .replace(/\.git$/, '')
}

/** A name and where it is taken from. */
type Found = readonly (readonly [name: string, place: string])[]

/** A range or an address that is not the registry's package of that name: a path, a link, a workspace, a repository, an alias. */
export const isForeignRange = (range: string): boolean =>
  /^(?:file|link|portal|workspace|git|github|gitlab|bitbucket|npm|patch|exec|https?|git\+\w+):|^[./~]|^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(
    range,
  )

const npm = (text: string): Found => {
  const lock = parseJsonc(text)
  if (!isTable(own(lock, 'packages'))) return npmNested(lock)
  return entries(own(lock, 'packages')).flatMap(([key, value]): Found => {
    const place = placeName(key)
    const resolved = own(value, 'resolved')
    const elsewhere = typeof resolved === 'string' && !/^https?:/.test(resolved)
    const alias = own(value, 'name')
    if (place === undefined) return []
    if (typeof alias === 'string' && alias !== place) return [[place, `npm:${alias}`]]
    return own(value, 'link') === true || elsewhere
      ? [[place, own(value, 'link') === true ? `file:${resolved}` : String(resolved)]]
      : []
  })
}

/** Version 1: what is installed, inside of what needs it. */
const npmNested = (lock: unknown): Found =>
  entries(own(lock, 'dependencies')).flatMap(([name, value]): Found => {
    const version = own(value, 'version')
    const isForeign = typeof version === 'string' && isForeignRange(version)
    return [...(isForeign ? [[name, version] as const] : []), ...npmNested(value)]
  })

const pnpm = (text: string): Found => {
  const lock: unknown = parseYaml(text)
  const transitive = entries(own(lock, 'packages')).flatMap(([key, value]): Found => {
    const spec = key.replace(/^\//, '').replace(/\(.*$/, '')
    const [, name, range] = /^((?:@[^/@]+\/)?[^/@]+)@([a-z+]+:.+)$/.exec(spec) ?? []
    if (name !== undefined && range !== undefined) return [[name, range]]
    const inside = own(value, 'name')
    return typeof inside === 'string' && isForeignRange(spec) ? [[inside, spec]] : []
  })
  const importers = [lock, ...entries(own(lock, 'importers')).map(([, importer]) => importer)]
  const direct = importers.flatMap((importer) =>
    ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((section) =>
      entries(own(importer, section)).flatMap(([name, value]): Found => {
        const version = typeof value === 'string' ? value : own(value, 'version')
        if (typeof version !== 'string') return []
        // An alias is written as the other package: `other@1.0.0`.
        return isForeignRange(version) || /^@?[a-zA-Z][^(]*@|^\w[\w-]*\.[a-z]+\//.test(version) ? [[name, version]] : []
      }),
    ),
  )
  return [...direct, ...transitive]
}

const yarn = (text: string): Found =>
  text.split(/\n(?=["@\w])/).flatMap((block) =>
    (/^"?([^\n]*?)"?:\n/.exec(block)?.[1] ?? '').split(/"?, "?/).flatMap((spec): Found => {
      const [, name, range] = /^((?:@[^/@\s]+\/)?[^/@\s"]+)@(.+)$/.exec(spec) ?? []
      const resolution = /^ {2}resolution: "?((?:@[^/@]+\/)?[^/@"]+)@([^"\n]+)/m.exec(block)
      if (name === undefined || range === undefined) return []
      const plain = range.replace(/^npm:(?=[\d^~*<>=v|\s]|[a-z]+$)/, '')
      const another = resolution !== null && (resolution[1] !== name || !/^npm:/.test(resolution[2] ?? ''))
      if (isForeignRange(plain)) return [[name, plain]]
      return another ? [[name, `${resolution[1]}@${resolution[2]}`]] : []
    }),
  )

const bun = (text: string): Found =>
  entries(own(parseJsonc(text), 'packages')).flatMap(([key, value]): Found => {
    const spec = Array.isArray(value) && typeof value[0] === 'string' ? value[0] : ''
    const [, name, version] = /^((?:@[^/]+\/)?[^/@]+)@(.+)$/.exec(spec) ?? []
    const place = /((?:@[^/]+\/)?[^/]+)$/.exec(key)?.[1] ?? key
    if (name === undefined) return []
    if (name !== place) return [[place, `npm:${name}`]]
    return isForeignRange(version ?? '') ? [[place, version ?? '']] : []
  })

const addresses = ['git', 'url', 'path', 'file', 'directory', 'editable', 'virtual', 'workspace']
/** Where a table of TOML or JSON says that something is; undefined for a registry. */
const addressIn = (value: unknown): string | undefined => {
  const key = addresses.find((each) => own(value, each) !== undefined && own(value, each) !== false)
  if (key === undefined) return undefined
  return key === 'git' || key === 'url' ? String(own(value, key)) : `file:${own(value, key)}`
}

const toml = (text: string): Found => {
  const packages = own(parseToml(text), 'package')
  return (Array.isArray(packages) ? packages : []).flatMap((each: unknown): Found => {
    const [name, source] = [own(each, 'name'), own(each, 'source')]
    const isRegistry = own(source, 'registry') !== undefined || own(source, 'type') === 'legacy'
    const isForeign =
      (isTable(source) && !isRegistry) || own(each, 'path') !== undefined || own(each, 'git') !== undefined
    return typeof name === 'string' && isForeign ? [[name, addressIn(source) ?? addressIn(each) ?? '']] : []
  })
}

const pipenv = (text: string): Found => {
  const lock = parseJsonc(text)
  return ['default', 'develop'].flatMap((part) =>
    entries(own(lock, part)).flatMap(([name, value]): Found => {
      const address = addressIn(value)
      return address === undefined ? [] : [[name, address]]
    }),
  )
}

/** `name @ address`, with its extras. */
const reference = (row: string): Found => {
  const [, name, address] = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*@\s*([^\s;]*)/.exec(row) ?? []
  return name === undefined ? [] : [[name, address ?? '']]
}

const requirements = (text: string): Found =>
  text.split('\n').flatMap((row): Found => {
    const [, archive, name] =
      /^\s*((?:[./~]|\w+:|[\w.-]+\/)\S*?([A-Za-z0-9][\w.]*(?:-[A-Za-z][\w.]*)*)-\d\S*\.(?:whl|zip|tar\.\w+))/.exec(
        row,
      ) ?? []
    return archive !== undefined && name !== undefined ? [[name, archive]] : reference(row)
  })

/** Dependencies of a pyproject.toml or a Pipfile that are named with an address. */
const declared = (text: string): Found => {
  const file = parseToml(text)
  const found: (readonly [string, string])[] = []
  const visit = (value: unknown): void => {
    if (typeof value === 'string') found.push(...reference(value))
    else if (Array.isArray(value)) for (const each of value) visit(each)
    else
      for (const [name, inner] of entries(value)) {
        for (const each of [inner].flat()) {
          const address = addressIn(each)
          if (address !== undefined) found.push([name, address])
        }
        visit(inner)
      }
  }
  visit([at(file, 'project', 'dependencies'), at(file, 'project', 'optional-dependencies')])
  visit([own(file, 'dependency-groups'), own(file, 'packages'), own(file, 'dev-packages')])
  for (const tool of ['uv', 'poetry', 'pdm']) visit(at(file, 'tool', tool))
  return found
}

/** Options of a requirements file that say where packages come from, as they stand there. */
export const sourceOptions = (text: string): readonly string[] =>
  text
    .replace(/\\\r?\n/g, ' ')
    .split('\n')
    .map((row) => row.replace(/\s+#.*$/, '').trim())
    .filter((row) => /^(?:-f|--find-links|-i|--index-url|--extra-index-url|--no-index|--pypi-url)(?:[\s=]|$)/.test(row))

/** Indexes that a pyproject.toml or a Pipfile asks for every package, those for single packages (`explicit`) left out. */
export const indexesOf = (text: string): readonly string[] => {
  try {
    const file = parseToml(text)
    const tables = [
      at(file, 'tool', 'uv', 'index'),
      at(file, 'tool', 'poetry', 'source'),
      at(file, 'tool', 'pdm', 'source'),
    ]
    const listed = [...tables, own(file, 'source')]
      .flat()
      .filter((each) => own(each, 'explicit') !== true && own(each, 'priority') !== 'explicit')
      .map((each) => own(each, 'url'))
    const plain = ['index-url', 'extra-index-url', 'find-links'].map((key) => at(file, 'tool', 'uv', key))
    return [...listed, ...plain].flat().flatMap((each) => (typeof each === 'string' ? [each] : []))
  } catch {
    return []
  }
}

const formats: readonly (readonly [RegExp, (text: string) => Found])[] = [
  [/(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/, npm],
  [/(?:^|\/)pnpm-lock\.yaml$/, pnpm],
  [/(?:^|\/)yarn\.lock$/, yarn],
  [/(?:^|\/)bun\.lock$/, bun],
  [/(?:^|\/)(?:uv|poetry|pdm)\.lock$/, toml],
  [/(?:^|\/)Pipfile\.lock$/, pipenv],
  [/(?:^|\/)(?:pyproject\.toml|Pipfile)$/, declared],
  [/requirements[^/]*\.(?:txt|in)$|(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/, requirements],
]

const foreignIn = (path: string, text: string): Found => {
  const read = formats.find(([pattern]) => pattern.test(path))?.[1]
  try {
    return read?.(text) ?? []
  } catch {
    return []
  }
}

/** Names that a lockfile or a manifest takes from elsewhere than their registry, or from another package; empty for what cannot be read. */
export const foreignPackages = (path: string, text: string): ReadonlySet<string> =>
  new Set(foreignIn(path, text).map(([name]) => name))

/** Those that the file before did not take from there: another commit of the same repository is no other place. */
export const newlyForeign = (path: string, before: string, after: string): readonly string[] => {
  const known = new Set(foreignIn(path, before).map(([name, place]) => `${name} ${placeOf(place)}`))
  const found = foreignIn(path, after).filter(([name, place]) => !known.has(`${name} ${placeOf(place)}`))
  return [...new Set(found.map(([name]) => name))]
}
