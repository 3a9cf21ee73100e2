import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import { iniSection, iniValue, lineOf, readPyproject, readToml, stringsAt, type Table, tableAt } from './pyproject.ts'
import { normalName, requirementFiles, requirementLines, requirementName } from './requirement.ts'

/** One requirement as the project declares it. */
interface Declaration {
  /** Normalised (PEP 503). */
  readonly name: string
  /** As written, or in PEP 508 form where the file has its own. */
  readonly requirement: string
  readonly file: string
  readonly line: number | null
  /** `main`, or the name of the extra or group. */
  readonly section: string
  readonly kind: 'main' | 'extra' | 'group' | 'build' | 'file'
}

/** Everything the project declares, in the order of its files. What setup.py computes is not seen, its literal strings are. */
export const declarations = (project: RepoView): readonly Declaration[] => [
  ...ofPyproject(project),
  ...ofRequirementFiles(project),
  ...ofPipfile(project),
  ...ofSetupCfg(project),
  ...ofSetupPy(project),
]

/** Evidence that the project depends on a package. */
export const declares = (project: RepoView, name: string): Evidence | undefined => {
  const found = declarations(project).find((declaration) => declaration.name === name)
  return found && { tier: 'default', file: found.file, line: found.line, text: found.requirement }
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const ofPyproject = (project: RepoView): readonly Declaration[] => {
  const file = 'pyproject.toml'
  const text = project.read(file) ?? ''
  const all = readPyproject(project)
  const of = (kind: Declaration['kind'], section: string, requirements: readonly string[]): readonly Declaration[] =>
    requirements.map((requirement) => ({
      name: requirementName(requirement),
      requirement,
      file,
      line: lineOf(text, new RegExp(`["']${literal(requirement)}["']`)),
      section,
      kind,
    }))
  const groups = tableAt(all, 'dependency-groups')
  const poetry = tableAt(all, 'tool', 'poetry')
  return [
    ...of('main', 'main', stringsAt(all, 'project', 'dependencies')),
    ...Object.keys(tableAt(all, 'project', 'optional-dependencies')).flatMap((extra) =>
      of('extra', extra, stringsAt(all, 'project', 'optional-dependencies', extra)),
    ),
    ...Object.keys(groups).flatMap((group) => of('group', group, groupRequirements(groups, group))),
    ...of('group', 'dev', stringsAt(all, 'tool', 'uv', 'dev-dependencies')),
    ...Object.keys(tableAt(all, 'tool', 'pdm', 'dev-dependencies')).flatMap((group) =>
      of('group', group, stringsAt(all, 'tool', 'pdm', 'dev-dependencies', group)),
    ),
    ...Object.keys(tableAt(all, 'tool', 'hatch', 'envs')).flatMap((env) => [
      ...of('group', env, stringsAt(all, 'tool', 'hatch', 'envs', env, 'dependencies')),
      ...of('group', env, stringsAt(all, 'tool', 'hatch', 'envs', env, 'extra-dependencies')),
    ]),
    ...ofNamedTable(file, text, 'main', 'main', tableAt(poetry, 'dependencies')),
    ...ofNamedTable(file, text, 'group', 'dev', tableAt(poetry, 'dev-dependencies')),
    ...Object.keys(tableAt(poetry, 'group')).flatMap((group) =>
      ofNamedTable(file, text, 'group', group, tableAt(poetry, 'group', group, 'dependencies')),
    ),
    ...of('build', 'build', stringsAt(all, 'build-system', 'requires')),
  ]
}

/** The requirements of a dependency group, `include-group` followed; a cycle ends. Rule: PEP 735. */
const groupRequirements = (groups: Table, group: string, seen: readonly string[] = []): readonly string[] => {
  const key = Object.keys(groups).find((name) => normalName(name) === normalName(group))
  const entries = key === undefined ? undefined : groups[key]
  if (!Array.isArray(entries) || seen.includes(normalName(group))) return []
  return entries.flatMap((entry) => {
    if (typeof entry === 'string') return [entry]
    const included = (entry as Table | null)?.['include-group']
    return typeof included === 'string' ? groupRequirements(groups, included, [...seen, normalName(group)]) : []
  })
}

/** `name = "version"` tables of poetry and Pipfile. */
const ofNamedTable = (
  file: string,
  text: string,
  kind: Declaration['kind'],
  section: string,
  table: Table,
): readonly Declaration[] =>
  Object.entries(table)
    .filter(([name]) => name !== 'python')
    .map(([name, value]) => {
      const version = typeof value === 'string' ? value : ((value as Table | null)?.version ?? '*')
      return {
        name: normalName(name),
        requirement: `${name} = ${JSON.stringify(version)}`,
        file,
        line: lineOf(text, new RegExp(`^\\s*["']?${literal(name)}["']?\\s*=`)),
        section,
        kind,
      }
    })

const ofRequirementFiles = (project: RepoView): readonly Declaration[] =>
  requirementFiles(project).flatMap((file) =>
    requirementLines(project.read(file) ?? '').map(({ text, line }) => ({
      name: requirementName(text),
      requirement: text,
      file,
      line,
      section: 'main',
      kind: 'file' as const,
    })),
  )

const ofPipfile = (project: RepoView): readonly Declaration[] => {
  const text = project.read('Pipfile') ?? ''
  const all = readToml(project, 'Pipfile')
  return [
    ...ofNamedTable('Pipfile', text, 'main', 'main', tableAt(all, 'packages')),
    ...ofNamedTable('Pipfile', text, 'group', 'dev', tableAt(all, 'dev-packages')),
  ]
}

const ofSetupCfg = (project: RepoView): readonly Declaration[] => {
  const file = 'setup.cfg'
  const text = project.read(file) ?? ''
  const of = (kind: Declaration['kind'], section: string, value: string | undefined): readonly Declaration[] =>
    (value ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter((requirement) => requirementName(requirement) !== '')
      .map((requirement) => ({
        name: requirementName(requirement),
        requirement,
        file,
        line: lineOf(text, new RegExp(`^\\s*${literal(requirement)}\\s*$`)),
        section,
        kind,
      }))
  const extras = iniSection(text, 'options.extras_require') ?? ''
  return [
    ...of('main', 'main', iniValue(iniSection(text, 'options') ?? '', 'install_requires')),
    ...of('main', 'main', iniValue(iniSection(text, 'options') ?? '', 'tests_require')),
    ...[...extras.matchAll(/^([A-Za-z0-9._-]+)\s*[=:]/gm)].flatMap(([, extra]) =>
      of('extra', extra as string, iniValue(extras, literal(extra as string))),
    ),
  ]
}

/** Quoted strings of setup.py that look like a requirement with a version, or that name a tool we know. */
const ofSetupPy = (project: RepoView): readonly Declaration[] =>
  (project.read('setup.py') ?? '').split('\n').flatMap((text, index) =>
    [...text.matchAll(/["']([A-Za-z][A-Za-z0-9._-]*(?:\[[^\]"']*\])?\s*(?:[<>=!~][^"']*)?)["']/g)]
      .map(([, requirement]) => requirement as string)
      .filter(
        (requirement) =>
          /[<>=~]/.test(requirement) || /^(?:pytest|mypy|ruff|pyright|basedpyright)(?:-|$)/.test(requirement),
      )
      .map((requirement) => ({
        name: requirementName(requirement),
        requirement,
        file: 'setup.py',
        line: index + 1,
        section: 'main',
        kind: 'main' as const,
      })),
  )
