import type { RepoView } from '../../model/repo-view.ts'
import { declarations } from './declarations.ts'
import { mypy } from './mypy.ts'
import { hookedVersion } from './pre-commit.ts'
import { readPyproject, stringsAt, tableAt, valueAt } from './pyproject.ts'
import { isBased, pyright } from './pyright.ts'
import { pytestConfiguration } from './pytest-configuration.ts'
import { normalName, requirementName } from './requirement.ts'
import { ruffCheck } from './ruff-check.ts'
import { writtenForPytest } from './test-files.ts'

const CHECKING =
  /^(?:.*[-_])?(?:dev|develop|development|tests?|testing|pytest|ci|lint|linting|types?|typing|mypy|typecheck|checks?|quality|cov|coverage)(?:[-_].*)?$/
const NOT_CHECKING =
  /^(?:docs?|documentation|sphinx|mkdocs|release|releasing|publish|deploy|bench|benchmarks?|notebooks?|jupyter)$/

/** Extras to install: named for checking, and those that CI, tox or make install. Sorted. */
export const chosenExtras = (project: RepoView): readonly string[] => {
  const offered = [
    ...new Set([
      ...Object.keys(tableAt(readPyproject(project), 'project', 'optional-dependencies')),
      ...Object.keys(tableAt(readPyproject(project), 'tool', 'poetry', 'extras')),
      ...declarations(project)
        .filter(({ kind, file }) => kind === 'extra' && file === 'setup.cfg')
        .map(({ section }) => section),
      ...[...(project.read('setup.py') ?? '').matchAll(/["']([A-Za-z][\w-]*)["']\s*:\s*\[/g)].map(
        ([, name]) => name as string,
      ),
    ]),
  ]
  const text = automation(project)
  const all = /--all-extras\b/.test(text)
  const used = new Set(
    [...text.matchAll(/(?:\.|\w)\[([A-Za-z0-9_, -]+)\]|--extra[= ]([\w-]+)/g)]
      .flatMap(([, several, one]) => (several ?? one ?? '').split(','))
      .map((name) => normalName(name.trim())),
  )
  return offered.filter((name) => all || CHECKING.test(name) || used.has(normalName(name))).sort()
}

/** Dependency groups to install: all but those for documentation, benchmarks and releases. Sorted. */
export const chosenGroups = (groups: readonly string[]): readonly string[] =>
  groups.filter((name) => !NOT_CHECKING.test(name)).sort()

/** True for a name of an extra or group that is meant for tests, types or lint. */
export const isForChecking = (name: string): boolean => CHECKING.test(name)

/** Text of what runs the checks elsewhere: CI, tox, nox, make. */
const automation = (project: RepoView): string =>
  project.paths
    .filter((path) =>
      /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|tox\.ini|noxfile\.py|[Mm]akefile|[Jj]ustfile)$/.test(
        path,
      ),
    )
    .map((path) => project.read(path) ?? '')
    .join('\n')

/** Packages that make or publish things: no check needs them. */
const NOT_FOR_CHECKS =
  /^(?:pip|setuptools|wheel|build|twine|uv|poetry|pdm|hatch|pipenv|tox|tox-.*|nox|pre-commit|codecov|coveralls|virtualenv)$/

/** Requirements that `pip install …` lines of CI name. */
export const installedByCi = (project: RepoView): readonly string[] => {
  const found = [...automation(project).matchAll(/\bpip3?\s+install\s+([^\n&|;]+)/g)].flatMap(([, words]) =>
    (words as string)
      .split(/\s+/)
      .map((word) => word.replaceAll(/^["']|["']$/g, ''))
      .filter(
        (_, index, all) =>
          !/^(?:-r|--requirement|-c|--constraint|-e|--editable|-i|--index-url|--extra-index-url)$/.test(
            all[index - 1] ?? '',
          ),
      ),
  )
  return [
    ...new Set(found.filter((word) => !/[{}$\\/]|\.(?:txt|whl|toml)$/.test(word) && requirementName(word) !== '')),
  ]
    .filter((word) => !NOT_FOR_CHECKS.test(requirementName(word)))
    .sort()
}

/** Tools that the project configures or that its tests are written for and that nothing declares: added, as its hooks pin them, else newest. */
export const undeclaredTools = (project: RepoView): readonly string[] => {
  const names = new Set(declarations(project).map(({ name }) => name))
  const text = automation(project)
  const configuration = pytestConfiguration(project)
  const wanted: readonly (readonly [name: string, needed: boolean])[] = [
    ['pytest', configuration !== undefined || writtenForPytest(project) !== undefined || /\bpytest\b/.test(text)],
    ['pytest-cov', /--cov\b/.test(configuration?.addopts ?? '')],
    ['coverage', /\bcoverage run\b/.test(text)],
    ['mypy', mypy.adopted(project) !== undefined || /\bmypy\b/.test(text)],
    ['ruff', ruffCheck.adopted(project) !== undefined || /\bruff (?:check|format)\b/.test(text)],
    [isBased(project) ? 'basedpyright' : 'pyright', pyright.adopted(project) !== undefined || /\bpyright\b/.test(text)],
  ]
  return wanted.flatMap(([name, needed]) => {
    if (!needed || names.has(name)) return []
    const version = hookedVersion(project, name)
    return [version === undefined ? name : `${name}==${version}`]
  })
}

/** The project's static requirements: dependencies, chosen extras and groups. References of the project to its own extras are followed. */
export const staticRequirements = (project: RepoView): readonly string[] => {
  const all = readPyproject(project)
  const own = normalName(String(valueAt(all, 'project', 'name') ?? ''))
  const extras = tableAt(all, 'project', 'optional-dependencies')
  const followed = new Set<string>()
  const follow = (requirement: string): readonly string[] => {
    if (own === '' || requirementName(requirement) !== own) return [requirement]
    const inner = /\[([^\]]*)\]/.exec(requirement)?.[1] ?? ''
    return inner.split(',').flatMap((name) => ofExtra(name.trim()))
  }
  const ofExtra = (name: string): readonly string[] => {
    const key = Object.keys(extras).find((candidate) => normalName(candidate) === normalName(name))
    if (key === undefined || followed.has(key)) return []
    followed.add(key)
    return stringsAt(extras, key).flatMap(follow)
  }
  const groups = declarations(project).filter(({ kind, requirement }) => kind === 'group' && !/ = "/.test(requirement))
  const chosen = new Set(chosenGroups(groups.map(({ section }) => section)))
  return [
    ...new Set([
      ...stringsAt(all, 'project', 'dependencies').flatMap(follow),
      ...chosenExtras(project).flatMap(ofExtra),
      ...groups.filter(({ section }) => chosen.has(section)).flatMap(({ requirement }) => follow(requirement)),
    ]),
  ]
}
