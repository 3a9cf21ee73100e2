import picomatch from 'picomatch'
import { type Anomaly, anomaly } from '../../model/anomaly.ts'
import type { NotChosen } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import { field, type Located, type LocatedMap, locate, mergeLocated, plainOf, textOf } from '../located.ts'
import { join } from '../paths.ts'
import { circle, ciUnreadable } from '../unreadable.ts'
import { readYaml } from '../yaml-source.ts'
import { type Inputs, inputsOf, withInputs } from './inputs.ts'

/** GitLab's own limit of includes of a pipeline. */
const FILE_LIMIT = 150

/** A pipeline with everything that it includes from the repository. */
export interface GitlabFiles {
  readonly root: LocatedMap
  readonly anomalies: readonly Anomaly[]
  readonly notChosen: readonly NotChosen[]
}

/** Reads `.gitlab-ci.yml` and its local includes (GitLab, "CI/CD YAML syntax reference", include). Null when there is none or it cannot be read. */
export const readGitlabFiles = (
  view: RepoView,
  first: string,
  given: Inputs = new Map(),
): GitlabFiles | Pick<GitlabFiles, 'anomalies'> => {
  const anomalies: Anomaly[] = []
  const notChosen: NotChosen[] = []
  let files = 0

  const load = (file: string, trail: readonly string[], inputs: Inputs): LocatedMap | undefined => {
    files += 1
    const yaml = readYaml(withInputs(view.read(file) ?? '', file, inputs))
    if (yaml.problem !== null) {
      anomalies.push(
        ciUnreadable(file, yaml.problem.line, `${file}:${yaml.problem.line} cannot be read: ${yaml.problem.message}`),
      )
      return undefined
    }
    const own = locate(yaml, file)
    if (own?.is !== 'map') {
      anomalies.push(ciUnreadable(file, 1, `${file} cannot be read: it is no mapping`))
      return undefined
    }
    let under: Located | undefined
    for (const included of includesOf(own)) {
      const more = follow(included, file, trail)
      for (const one of more) under = mergeLocated(under, one)
    }
    const merged = mergeLocated(under, own)
    return merged.is === 'map' ? merged : own
  }

  const includesOf = (root: LocatedMap): readonly Located[] => {
    const include = root.entries.get('include')
    return include === undefined ? [] : include.is === 'list' ? include.items : [include]
  }

  const follow = (include: Located, file: string, trail: readonly string[]): readonly LocatedMap[] => {
    const local = textOf(include) ?? textOf(field(include, 'local'))
    const words = local ?? JSON.stringify(plainOf(include))
    const give = (reason: string): readonly LocatedMap[] => {
      const text = `include: ${words}`
      anomalies.push(
        anomaly('ci-not-read', 'high', `The CI includes ${words}, which is not read: ${reason}`, {
          path: file,
          line: include.line,
          remedy: 'Name the commands under `verify.commands` in triverdict.yaml.',
        }),
      )
      notChosen.push({ kind: 'tests', text, evidence: { tier: 'ci', file, line: include.line, text }, reason })
      return []
    }
    if (local === undefined || /^https?:/.test(local))
      return give('it is not in the repository: this version does not read it, so that what it would run is not known')
    if (local.includes('$')) return give('its name is known only inside the CI run')
    const path = join('.', local.replace(/^\/+/, ''))
    const matching = /[*?[]/.test(local)
      ? view.paths.filter((one) => /\.ya?ml$/.test(one) && picomatch.isMatch(one, path ?? ''))
      : path !== null && view.has(path)
        ? [path]
        : []
    if (matching.length === 0 && !/[*?[]/.test(local)) {
      // A condition may keep it out of the pipelines that are asked about.
      anomalies.push(
        ciUnreadable(file, include.line, `${file}:${include.line} includes ${local}, which is not in the repository`),
      )
      return []
    }
    return matching.flatMap((target) => {
      if (trail.includes(target)) {
        anomalies.push(
          ciUnreadable(
            file,
            include.line,
            `${file}:${include.line} includes files in a circle: ${circle(trail, target)}`,
          ),
        )
        return []
      }
      if (files >= FILE_LIMIT) return give(`no more than ${FILE_LIMIT} files are followed`)
      return load(target, [...trail, target], inputsOf(field(include, 'inputs'))) ?? []
    })
  }

  const root = load(first, [first], given)
  return root === undefined ? { anomalies } : { root, anomalies, notChosen }
}
