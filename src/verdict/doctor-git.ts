import { type Anomaly, anomaly, type Severity } from '../model/anomaly.ts'
import type { GitFacts, GitSetting } from '../model/machine-facts.ts'
import { type Finding, withRemedy } from './doctor-rules.ts'
import { oneLine } from './one-line.ts'

const OLDEST = [2, 31] as const

const isTooOld = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])
}

interface SettingRule {
  readonly keys: RegExp
  readonly kind: string
  readonly severity: Severity
  /** False for a value that does no harm. */
  matters?(value: string): boolean
  readonly says: string
  readonly remedy: string
}

const isOff = (value: string): boolean => /^(?:false|no|off|0|)$/i.test(value)
const isSwitch = (value: string): boolean => /^(?:true|yes|on|1)$/i.test(value)

/** Triverdict's own git has all of these switched off; a layer that calls git, and a person, do not. Keys as `git config --list` writes them. */
const RULES: readonly SettingRule[] = [
  {
    ...{ keys: /^core\.fsmonitor$/, kind: 'git-fsmonitor', severity: 'medium' },
    matters: (value) => !isOff(value) && !isSwitch(value),
    says: 'git runs a program to learn which files changed: what it says is believed',
    remedy: 'Run `git config --unset core.fsmonitor` in its scope.',
  },
  {
    ...{ keys: /^core\.fsmonitor$/, kind: 'git-fsmonitor', severity: 'low' },
    matters: isSwitch,
    says: 'a daemon of git says which files changed: in containers and on network file systems it can miss some',
    remedy: 'Run `git config core.fsmonitor false` where the tree is shared.',
  },
  {
    ...{ keys: /^core\.hookspath$/, kind: 'git-hooks-path', severity: 'medium' },
    says: 'hooks are looked for elsewhere: those of .git/hooks do not run, and the ones there do',
    remedy: 'Look at what lies there; `git config --show-origin core.hooksPath` says who set it.',
  },
  {
    ...{ keys: /^core\.attributesfile$/, kind: 'git-attributes-file', severity: 'low' },
    says: 'attributes that are not in the repository apply: files may be converted here and nowhere else',
    remedy: 'Put them into .gitattributes, or unset it.',
  },
  {
    ...{ keys: /^url\..*\.(?:push)?insteadof$/, kind: 'git-instead-of', severity: 'low' },
    says: 'addresses of remotes are replaced by others: what is fetched comes from elsewhere',
    remedy: '`git config --show-origin --get-regexp url` shows them.',
  },
  {
    ...{ keys: /^extensions\.partialclone$/, kind: 'git-partial-clone', severity: 'medium' },
    says: 'the clone is partial: files that were not fetched cannot be read, since nothing is fetched for a verification',
    remedy: 'Run `git fetch --refetch --no-filter`, or clone whole.',
  },
]

const settingAnomalies = (settings: readonly GitSetting[]): readonly Anomaly[] => {
  // The last one of a key counts.
  const last = new Map(settings.map((setting) => [setting.key, setting]))
  const said = new Map<string, Anomaly>()
  for (const { key, value, scope } of last.values())
    for (const rule of RULES) {
      if (!rule.keys.test(key) || !(rule.matters?.(value) ?? !isOff(value)) || said.has(rule.kind)) continue
      // A value, and the address in a key, may hold credentials.
      const name = key.replace(/^(url)\..*\.([a-z]+)$/, '$1.….$2')
      said.set(
        rule.kind,
        anomaly(rule.kind, rule.severity, `${name} (${scope}): ${rule.says}`, { remedy: rule.remedy }),
      )
    }
  return [...said.values()]
}

const filterAnomalies = ({ filters, settings }: GitFacts): readonly Anomaly[] =>
  filters.map(({ name, path, line }) => {
    const has = settings.some(({ key }) => key.startsWith(`filter.${name}.`) && /\.(?:smudge|process|clean)$/.test(key))
    const at = {
      path: path === 'core.attributesFile' ? null : path,
      line: path === 'core.attributesFile' ? null : line,
    }
    return has
      ? anomaly(
          'git-filter',
          'low',
          `the filter ${name} converts files: what lies in the tree is not what is committed`,
          {
            ...at,
            remedy:
              'Nothing has to be done: a tree of a verification holds what is committed, or names what it could not have.',
          },
        )
      : anomaly(
          'git-filter-missing',
          'medium',
          `attributes ask for the filter ${name}, and no program is set for it here`,
          {
            ...at,
            remedy:
              name === 'lfs'
                ? 'Install git-lfs and run `git lfs install && git lfs pull`.'
                : `Set filter.${name}.smudge, or take the attribute out.`,
          },
        )
  })

const historyAnomalies = (git: GitFacts): readonly Anomaly[] => {
  const said: Anomaly[] = []
  const say = (kind: string, severity: Severity, detail: string, remedy: string) =>
    said.push(anomaly(kind, severity, detail, { remedy }))
  if (git.replaceRefs > 0)
    say(
      ...([
        'git-replace-refs',
        'medium',
        `${git.replaceRefs} objects are replaced by others (refs/replace): git shows another history than the commits name`,
      ] as const),
      'Look at `git replace --list`, and delete those that nobody needs.',
    )
  if (git.grafts > 0)
    say(
      ...(['git-grafts', 'medium', `${git.grafts} grafts give commits other parents (info/grafts)`] as const),
      'Remove .git/info/grafts.',
    )
  if (git.shallow)
    say(
      ...(['git-shallow', 'medium', 'the clone is shallow: a merge base that lies deeper is not found'] as const),
      'Run `git fetch --unshallow` (in CI: fetch-depth: 0).',
    )
  const gone = git.alternates.filter(({ exists }) => !exists)
  if (gone.length > 0)
    say(
      ...([
        'git-alternates-missing',
        'high',
        `objects are borrowed from ${gone[0]?.path}, which is not there: commits may be unreadable`,
      ] as const),
      'Put it back, or clone again without --shared and --reference.',
    )
  else if (git.alternates.length > 0)
    say(
      ...([
        'git-alternates',
        'low',
        `objects are borrowed from ${git.alternates[0]?.path}: what is deleted there is gone here`,
      ] as const),
      'Run `git repack -a -d` and remove objects/info/alternates to have them here.',
    )
  return said
}

/** What git is here: too old or not there is an error, a configuration that runs programs or shows another history an anomaly. */
export const judgeGit = (git: GitFacts): Finding => {
  const install = 'Install git 2.31 or newer.'
  const blocking =
    git.version === null
      ? [withRemedy('the program git does not run', install)]
      : isTooOld(git.version)
        ? [withRemedy(`git ${git.version} is too old`, install)]
        : []
  const refused =
    git.refused === null || git.version === null
      ? []
      : [
          anomaly('git-refuses', 'high', `git refuses this repository to this user: ${oneLine(git.refused)}`, {
            remedy:
              'Run `git config --global --add safe.directory DIRECTORY`, or own the directory. Commands that call git fail until then.',
          }),
        ]
  return {
    blocking,
    anomalies: [...refused, ...settingAnomalies(git.settings), ...filterAnomalies(git), ...historyAnomalies(git)],
    metrics: {
      version: git.version,
      usable: git.refused === null,
      replace_refs: git.replaceRefs,
      grafts: git.grafts,
      shallow: git.shallow,
      alternates: git.alternates.length,
      filters: git.filters.length,
      newest_commit: git.newestCommit_s,
    },
  }
}
