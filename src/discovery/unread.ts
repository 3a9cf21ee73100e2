import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'

const OTHER_CI: readonly (readonly [RegExp, string])[] = [
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
  [/^(pom\.xml|build\.gradle(\.kts)?)$/, 'Java or Kotlin'],
  [/^Gemfile$/, 'Ruby'],
  [/^composer\.json$/, 'PHP'],
  [/^(mix\.exs|Package\.swift|pubspec\.yaml|deno\.jsonc?)$/, 'another stack'],
  [/^[^/]+\.(sln|csproj)$/, '.NET'],
]

/** Files of CI systems and languages that this version cannot read: what they would run is not verified, and that must be said. */
export const unreadSystems = (view: RepoView, declared: boolean): readonly Anomaly[] =>
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
    // What a person declared a report for is judged by it.
    if (stack === undefined || declared) return []
    return [anomaly('stack-not-read', 'medium', `${stack[1]} is not verified by this version`, { path })]
  })
