import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { CheckKind, NotChosen } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import { kindOfName } from './kind-words.ts'
import { join } from './paths.ts'

const OTHER_CI: readonly (readonly [RegExp, string])[] = [
  [/^\.gitlab-ci\.ya?ml$/, 'GitLab CI'],
  [/^\.circleci\/config\.ya?ml$/, 'CircleCI'],
  [/^Jenkinsfile$/, 'Jenkins'],
  [/^\.?azure-pipelines\.ya?ml$/, 'Azure Pipelines'],
  [/^\.travis\.ya?ml$/, 'Travis CI'],
  [/^\.buildkite\/pipeline\.ya?ml$/, 'Buildkite'],
  [/^bitbucket-pipelines\.ya?ml$/, 'Bitbucket Pipelines'],
  [/^\.woodpecker(\.ya?ml$|\/[^/]+\.ya?ml$)/, 'Woodpecker'],
  [/^\.?appveyor\.ya?ml$/, 'AppVeyor'],
  [/^\.drone\.ya?ml$/, 'Drone'],
  [/^\.cirrus\.ya?ml$/, 'Cirrus CI'],
  [/^\.(forgejo|gitea)\/workflows\/[^/]+\.ya?ml$/, 'Forgejo Actions'],
]

/** Files at the root that say a language is here which this version does not verify. */
const OTHER_STACKS: readonly (readonly [RegExp, string])[] = [
  [/^Cargo\.toml$/, 'Rust'],
  [/^go\.mod$/, 'Go'],
  [/^(pom\.xml|build\.gradle(\.kts)?)$/, 'Java or Kotlin'],
  [/^Gemfile$/, 'Ruby'],
  [/^composer\.json$/, 'PHP'],
  [/^(mix\.exs|Package\.swift|pubspec\.yaml|deno\.jsonc?)$/, 'another stack'],
  [/^[^/]+\.(sln|csproj)$/, '.NET'],
]

/** Files of CI systems and languages that this version cannot read: what they would run is not verified, and that must be said. */
export const unreadSystems = (view: RepoView): readonly Anomaly[] =>
  view.paths.flatMap((path) => {
    // Everything listed here lies at the root or in a folder with a dot.
    if (path.includes('/') && !path.startsWith('.')) return []
    const ci = OTHER_CI.find(([pattern]) => pattern.test(path))
    if (ci !== undefined)
      return [
        anomaly('ci-not-read', 'info', `${ci[1]} is not read by this version`, {
          path,
          remedy: 'Name the commands under `verify:` in triverdict.yaml if they are others than those of the plan.',
        }),
      ]
    const stack = path.includes('/') ? undefined : OTHER_STACKS.find(([pattern]) => pattern.test(path))
    if (stack === undefined) return []
    return [anomaly('stack-not-read', 'medium', `${stack[1]} is not verified by this version`, { path })]
  })

/** A command that a file of the `make` tier offers, of a kind, for a directory. */
export interface UnreadTarget {
  readonly directory: string
  readonly kind: CheckKind
  readonly left: NotChosen
}

const FILES: readonly {
  readonly names: readonly string[]
  readonly program: string
  readonly target: RegExp | null
}[] = [
  { names: ['GNUmakefile', 'makefile', 'Makefile'], program: 'make', target: /^([A-Za-z][\w.-]*)\s*:(?!=)/ },
  { names: ['justfile', 'Justfile', '.justfile'], program: 'just', target: /^@?([A-Za-z][\w-]*)(?:\s[^:=]*)?:(?!=)/ },
  { names: ['Taskfile.yml', 'Taskfile.yaml'], program: 'task', target: /^ {2}["']?([A-Za-z][\w:.-]*?)["']?:\s*$/ },
  { names: ['tox.ini'], program: 'tox', target: null },
  { names: ['noxfile.py'], program: 'nox', target: null },
]

/** Targets of Makefiles, justfiles, Taskfiles, tox and nox that sound like checks. This version does not look into them. */
export const unreadTargets = (view: RepoView, directories: readonly string[]): readonly UnreadTarget[] =>
  [...new Set(directories)].flatMap((directory) =>
    FILES.flatMap(({ names, program, target }): readonly UnreadTarget[] => {
      const file = names.map((name) => join(directory, name) ?? name).find((path) => view.has(path))
      if (file === undefined) return []
      const give = (text: string, kind: CheckKind, line: number | null): UnreadTarget => ({
        directory,
        kind,
        left: {
          kind,
          text,
          evidence: { tier: 'make', file, line, text },
          reason: `tier-not-read: this version does not look into ${file}`,
        },
      })
      if (target === null) return [give(program, 'tests', null)]
      const seen = new Set<CheckKind>()
      return (view.read(file) ?? '').split('\n').flatMap((line, index) => {
        const name = target.exec(line)?.[1]
        const kind = name === undefined ? null : name === 'check' ? 'tests' : kindOfName(name)
        if (kind === null || seen.has(kind)) return []
        seen.add(kind)
        return [give(`${program} ${name}`, kind, index + 1)]
      })
    }),
  )
