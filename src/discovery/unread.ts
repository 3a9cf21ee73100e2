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
  [/^Gemfile$/, 'Ruby'],
  [/^composer\.json$/, 'PHP'],
  [/^(mix\.exs|Package\.swift|pubspec\.yaml|deno\.jsonc?)$/, 'another stack'],
  [/^[^/]+\.(sln|csproj)$/, '.NET'],
]

/** Files of CI systems and languages that this version cannot read: what they would run is not verified, and that must be said. */
export const unreadSystems = (view: RepoView, heard: boolean): readonly Anomaly[] =>
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
    // What leaves a report is judged by it.
    if (stack === undefined || heard) return []
    return [
      anomaly('stack-not-read', 'medium', `${stack[1]} has no stack of its own here, and no command of it is run`, {
        path,
        remedy: 'Name its command and its report under `verify:` in triverdict.yaml.',
      }),
    ]
  })
