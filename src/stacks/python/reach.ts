import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import { declarations } from './declarations.ts'
import { readToml, type Table } from './pyproject.ts'
import { normalName, requirementFiles } from './requirement.ts'

const TABLE_LOCKS = ['uv.lock', 'poetry.lock', 'pdm.lock', 'pylock.toml'] as const
/** Pure Python, tiny, a wheel for every interpreter: fetched in this order where the locked ref names one of them. */
const SMALL = [
  'iniconfig',
  'six',
  'pluggy',
  'idna',
  'toml',
  'tomli',
  'packaging',
  'certifi',
  'click',
  'attrs',
  'typing-extensions',
  'pytest',
  'ruff',
]

// What is on PATH is known only where it runs. `$0` is the directory to fetch into.
const FETCH =
  'if command -v uv >/dev/null 2>&1; then exec uv pip install --quiet --no-cache --no-deps --target "$0" "$@"; fi; ' +
  'exec python -m pip download --quiet --no-cache-dir --no-deps --dest "$0" "$@"'

/** An argv that fetches one package that the project names, past every cache. It tells whether the index serves at all. */
export const reach = (project: RepoView): Some<string> => {
  const names = named(project)
  const small = SMALL.find((name) => names.has(name)) ?? [...names.keys()].sort((a, b) => a.length - b.length)[0]
  const requirement = small === undefined ? 'six' : (names.get(small) ?? small)
  return ['sh', '-c', FETCH, '{stage}/temp/reach', ...indexes(project), requirement]
}

/** Normalised name → `name==version` where a lockfile or an exact pin fixes it, else the name alone. */
const named = (project: RepoView): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const { name, requirement, kind } of declarations(project)) {
    if (kind === 'build' || requirement.includes('@')) continue
    const pin = /^[^;]*?={2,3}\s*["']?v?(\d[\w.]*)\s*(?:$|[;"'\\])/.exec(requirement)?.[1]
    found.set(name, pin === undefined ? name : `${name}==${pin}`)
  }
  for (const file of TABLE_LOCKS) {
    const all = readToml(project, file)
    const packages = ([all.package, all.packages].find(Array.isArray) ?? []) as readonly Table[]
    for (const { name, version, source } of packages) {
      if (typeof name !== 'string' || typeof version !== 'string' || !fromIndex(source)) continue
      found.set(normalName(name), `${normalName(name)}==${version}`)
    }
  }
  return found
}

/** uv writes where each package is from; poetry only where it is not from the index. */
const fromIndex = (source: unknown): boolean =>
  source === undefined || typeof (source as Table | null)?.registry === 'string'

/** Indexes that requirement files name hold for the whole install. */
const indexes = (project: RepoView): readonly string[] =>
  requirementFiles(project).flatMap((file) =>
    [...(project.read(file) ?? '').matchAll(/^\s*(--index-url|-i|--extra-index-url)[\s=]+(\S+)/gm)].flatMap(
      ([, option, url]) => [option === '--extra-index-url' ? option : '--index-url', url as string],
    ),
  )
