import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { goModRows } from './go-mod-rows.ts'
import { at, isTable, own, parseJsonc } from './jsonc.ts'

/**
 * One version of a package as any registry has it. `hashes` are those that package managers have in common (`sha512-…`, `sha256:…`);
 * `place` is where it is from when that is not the public registry.
 */
export interface Pin {
  readonly version: string
  readonly hashes: readonly string[]
  readonly place: string | null
}

/** `pin` is absent of what no other package manager could install the same: a path, a repository, another name, a patch, a range. */
type Row = readonly [name: string, installed: string, pin?: Pin | undefined]
/** How the lockfiles of one package manager are read; throws, or gives nothing, on text of another format. */
export interface LockfileFormat {
  readonly language: 'javascript' | 'python' | 'go' | 'rust'
  rows(text: string): readonly Row[] | undefined
}

const words = (...parts: readonly unknown[]): string => parts.filter((part) => typeof part === 'string').join(' ')

/** The pin of a plain version; undefined where that is a path, a repository or another name. */
const pinOf = (version: unknown, hashes: readonly unknown[], place?: unknown): Pin | undefined =>
  typeof version === 'string' && /^v?\d[\w.!+-]*$/.test(version)
    ? {
        version,
        hashes: hashes.flatMap((each) =>
          typeof each === 'string' ? each.split(/\s+/).filter((word) => word !== '') : [],
        ),
        place: typeof place === 'string' && place !== '' && !isPublic(place) ? place : null,
      }
    : undefined
/** True for an address of a public registry. */
export const isPublic = (place: string): boolean =>
  /^https:\/\/(?:registry\.(?:npmjs\.org|yarnpkg\.com)|pypi\.org|files\.pythonhosted\.org)\//.test(`${place}/`)

const tables = (value: unknown): readonly (readonly [string, unknown])[] =>
  isTable(value) ? Object.entries(value) : []

/** `package-lock.json`, versions 1 to 3. A link or an address counts only where there is no integrity. */
const npm: LockfileFormat = {
  language: 'javascript',
  rows: (text) => {
    const lock = parseJsonc(text)
    if (!isTable(lock)) return undefined
    const entry = (name: string, value: unknown): Row => [
      name,
      words(own(value, 'version'), own(value, 'integrity') ?? own(value, 'resolved')),
      own(value, 'link') === true
        ? undefined
        : pinOf(own(value, 'version'), [own(value, 'integrity')], own(value, 'resolved')),
    ]
    const nested = (value: unknown): Row[] =>
      tables(own(value, 'dependencies')).flatMap(([name, inner]) => [entry(name, inner), ...nested(inner)])
    const packages = tables(own(lock, 'packages')).flatMap(([path, value]): Row[] => {
      const name = own(value, 'name') ?? /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
      // An alias (`npm:other@1`) is installed at the name's path and has another name inside: the path is what tests import.
      const place = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
      if (place === undefined) return []
      const [, installed, pin] = entry(place, value)
      return typeof name === 'string' && name !== place ? [[place, words(name, installed)]] : [[place, installed, pin]]
    })
    return isTable(own(lock, 'packages')) ? packages : nested(lock)
  },
}

const pnpm: LockfileFormat = {
  language: 'javascript',
  rows: (text) => {
    const lock: unknown = parseYaml(text)
    if (!isTable(lock)) return undefined
    const patched = tables(own(lock, 'patchedDependencies')).map(
      ([key, value]): Row => [nameBefore(key), `patched ${words(own(value, 'hash') ?? value)}`],
    )
    const packages = tables(own(lock, 'packages')).map(([key, value]): Row => {
      const spec = key.replace(/^\//, '').replace(/\(.*$/, '')
      const version = spec.slice(nameBefore(spec).length + 1)
      const [integrity, tarball] = ['integrity', 'tarball'].map((key) => at(value, 'resolution', key))
      return [nameBefore(spec), words(version, integrity ?? tarball), pinOf(version, [integrity], tarball)]
    })
    return [...packages, ...patched, ...pnpmElsewhere(lock)]
  },
}

/** What an importer takes under a name from elsewhere: another package, a path, a repository. */
const pnpmElsewhere = (lock: unknown): readonly Row[] =>
  [lock, ...tables(own(lock, 'importers')).map(([, importer]) => importer)].flatMap((importer) =>
    ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((group) =>
      tables(own(importer, group)).flatMap(([name, value]): Row[] => {
        const version = typeof value === 'string' ? value : own(value, 'version')
        return typeof version === 'string' && !/^\d/.test(version) ? [[name, `is ${version}`]] : []
      }),
    ),
  )

/** Name of `name@version` and `@scope/name@version`; also of pnpm's older `name/version`. */
const nameBefore = (spec: string): string => /^((?:@[^/@]+\/)?[^/@]+)[@/]/.exec(spec)?.[1] ?? spec

/** Both yarn 1 and later ones: a block per package, headed by the ranges that it satisfies. */
const yarn: LockfileFormat = {
  language: 'javascript',
  rows: (text) =>
    text.split(/\n(?=["@\w])/).flatMap((block): Row[] => {
      const name = /^"?((?:@[^/@\s]+\/)?[^/@\s"]+)@/.exec(block)?.[1]
      const field = (key: string) => new RegExp(`^  ${key}:? "?([^"\\n]+?)"?$`, 'm').exec(block)?.[1]
      if (name === undefined || field('version') === undefined) return []
      const resolution = field('resolution')?.replace(/^.*?@(?:npm:)?/, '')
      const head = block.slice(0, block.indexOf('\n'))
      const plain =
        field('resolution') === undefined
          ? !/@(?:npm|file|link|git|github|https?)[:+@]/.test(head)
          : field('resolution') === `${name}@npm:${field('version')}`
      return [
        [
          name,
          words(field('version'), field('integrity') ?? field('checksum') ?? field('resolved') ?? resolution),
          plain ? pinOf(field('version'), [field('integrity')], field('resolved')) : undefined,
        ],
      ]
    }),
}

const bun: LockfileFormat = {
  language: 'javascript',
  rows: (text) => {
    const lock = parseJsonc(text)
    if (!isTable(lock)) return undefined
    const patched = tables(own(lock, 'patchedDependencies')).map(
      ([key, file]): Row => [nameBefore(key), words('patched', file)],
    )
    const packages = tables(own(lock, 'packages')).flatMap(([key, value]): Row[] => {
      if (!Array.isArray(value) || typeof value[0] !== 'string') return []
      const place = /((?:@[^/]+\/)?[^/]+)$/.exec(key)?.[1] ?? key
      const pin = value[0].startsWith(`${place}@`)
        ? pinOf(value[0].slice(place.length + 1), [value.at(-1)], value[1])
        : undefined
      return [[place, words(value[0], value.at(-1)), pin]]
    })
    return [...packages, ...patched]
  },
}

/** `uv.lock`, `poetry.lock`, `pdm.lock`: `[[package]]` tables. The hashes of all files count, sorted. */
const tomlPackages: LockfileFormat = {
  language: 'python',
  rows: (text) => {
    const lock: unknown = parseToml(text)
    const packages = own(lock, 'package')
    if (packages !== undefined && !Array.isArray(packages)) return undefined
    return (packages ?? []).flatMap((each: unknown): Row[] => {
      const name = own(each, 'name')
      if (typeof name !== 'string') return []
      const files = [own(each, 'sdist'), own(each, 'wheels'), own(each, 'files')].flat()
      const listed = at(lock, 'metadata', 'files', name)
      const hashes = [...files, ...(Array.isArray(listed) ? listed : [])].flatMap((file) => own(file, 'hash') ?? [])
      const source = own(each, 'source')
      // The project itself, and members of its workspace: product, even where they are test tools.
      if (own(source, 'editable') !== undefined || own(source, 'virtual') !== undefined) return []
      const place =
        isTable(source) && own(source, 'registry') === undefined && own(source, 'type') !== 'legacy'
          ? JSON.stringify(source)
          : undefined
      const index = own(source, 'registry') ?? own(source, 'url')
      const pin = place === undefined ? pinOf(own(each, 'version'), hashes, index) : undefined
      return [[name, words(own(each, 'version'), place, hashes.map(String).sort().join(' ') || undefined), pin]]
    })
  },
}

/** `Cargo.lock`: packages without a source are those of the repository itself. */
const cargo: LockfileFormat = {
  language: 'rust',
  rows: (text) => {
    const packages = own(parseToml(text), 'package')
    if (packages !== undefined && !Array.isArray(packages)) return undefined
    return (packages ?? []).flatMap((each: unknown): Row[] => {
      const [name, source] = [own(each, 'name'), own(each, 'source')]
      if (typeof name !== 'string' || typeof source !== 'string') return []
      return [[name, words(own(each, 'version'), own(each, 'checksum') ?? source)]]
    })
  },
}

const pipenv: LockfileFormat = {
  language: 'python',
  rows: (text) => {
    const lock = parseJsonc(text)
    if (!isTable(lock)) return undefined
    const all = ['default', 'develop'].flatMap((part) => tables(own(lock, part)))
    return all.map(([name, value]): Row => {
      const [hashes, version] = [own(value, 'hashes'), own(value, 'version')]
      const all = Array.isArray(hashes) ? hashes.map(String) : []
      const index = own(value, 'index') === 'pypi' ? undefined : own(value, 'index')
      return [
        name,
        words(version, Array.isArray(hashes) ? all.toSorted().join(' ') : undefined),
        pinOf(typeof version === 'string' ? version.replace(/^==/, '') : undefined, all, index),
      ]
    })
  },
}

/** Requirements files pin where they name exact versions; a person wrote them. */
export const requirements: LockfileFormat = {
  language: 'python',
  rows: (text) =>
    text
      .replace(/\\\r?\n/g, ' ')
      .split('\n')
      .flatMap((row): Row[] => {
        const [, name, rest] = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*([^#]*)/.exec(row) ?? []
        if (name === undefined) return []
        const installed = (rest ?? '').trim().replace(/\s+/g, ' ')
        const [, version, hashes] = /^==\s?(\S+?)((?: --hash[= ]\S+)*)$/.exec(installed) ?? []
        const index = /^\s*(?:-i|-f|--(?:extra-)?index-url|--find-links|--no-index)\b.*$/m.exec(text)?.[0].trim()
        return [[name, installed, pinOf(version, [hashes?.replaceAll(/--hash[= ]/g, '')], index)]]
      }),
}

/** go.mod pins by itself: the lowest version that all of its lines allow is taken. go.sum only has hashes, of versions that may not be used. */
const goMod: LockfileFormat = { language: 'go', rows: goModRows }
const goSum: LockfileFormat = { language: 'go', rows: () => [] }

/** By the path; the first that matches. */
export const lockfileFormats: readonly (readonly [RegExp, LockfileFormat])[] = [
  [/(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/, npm],
  [/(?:^|\/)pnpm-lock\.yaml$/, pnpm],
  [/(?:^|\/)yarn\.lock$/, yarn],
  [/(?:^|\/)bun\.lock$/, bun],
  [/(?:^|\/)(?:uv|poetry|pdm)\.lock$/, tomlPackages],
  [/(?:^|\/)Pipfile\.lock$/, pipenv],
  [/(?:^|\/)go\.(?:mod|work)$/, goMod],
  [/(?:^|\/)go\.(?:work\.)?sum$/, goSum],
  [/(?:^|\/)Cargo\.lock$/, cargo],
  [
    /(?:^|\/)(?:[^/]*requirements[^/]*|constraints[^/]*)\.(?:txt|in)$|(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/,
    requirements,
  ],
]
