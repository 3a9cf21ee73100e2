import picomatch from 'picomatch'
import type { RepoView } from '../../model/repo-view.ts'
import { field, type Located, type LocatedMap, plainOf, textOf, wordsOf } from '../located.ts'
import { type Truth, truthOf, type Variables } from './expression.ts'

/** A pipeline that a change causes: a merge request, a push to the default branch, a push to another branch. */
export interface Pipeline {
  readonly id: 'merge_request' | 'push' | 'branch'
  readonly variables: Variables
}

/** Whether a job is part of a pipeline, and why not. */
export type Presence =
  | {
      readonly runs: true
      readonly condition: string | null
      readonly lenient: boolean
      readonly variables: Readonly<Record<string, string>>
    }
  | { readonly runs: false; readonly reason: string }

/** Predefined variables of the three pipelines (GitLab, "Predefined CI/CD variables reference"), as far as they are known. */
export const pipelines = (defaultBranch: string): readonly Pipeline[] => {
  const common: readonly (readonly [string, string | null])[] = [
    ['CI', 'true'],
    ['GITLAB_CI', 'true'],
    ['CI_DEFAULT_BRANCH', defaultBranch],
    ['CI_COMMIT_TAG', null],
    ['CI_PIPELINE_TRIGGERED', null],
    ['CI_DEPLOY_FREEZE', null],
  ]
  const request = [
    'CI_MERGE_REQUEST_ID',
    'CI_MERGE_REQUEST_IID',
    'CI_MERGE_REQUEST_TARGET_BRANCH_NAME',
    'CI_MERGE_REQUEST_EVENT_TYPE',
    'CI_MERGE_REQUEST_LABELS',
    'CI_MERGE_REQUEST_TITLE',
  ]
  const without = request.map((name) => [name, null] as const)
  const branch = (id: 'push' | 'branch', name: string): Pipeline => ({
    id,
    variables: new Map<string, string | null>([
      ...common,
      ...without,
      ['CI_PIPELINE_SOURCE', 'push'],
      ['CI_COMMIT_BRANCH', name],
      ['CI_COMMIT_REF_NAME', name],
      ...(id === 'push' ? [['CI_OPEN_MERGE_REQUESTS', null] as const] : []),
    ]),
  })
  return [
    {
      id: 'merge_request',
      variables: new Map<string, string | null>([
        ...common,
        ['CI_PIPELINE_SOURCE', 'merge_request_event'],
        ['CI_COMMIT_BRANCH', null],
        ['CI_MERGE_REQUEST_ID', '1'],
        ['CI_MERGE_REQUEST_IID', '1'],
        ['CI_MERGE_REQUEST_TARGET_BRANCH_NAME', defaultBranch],
        ['CI_MERGE_REQUEST_EVENT_TYPE', 'detached'],
      ]),
    },
    branch('push', defaultBranch),
    branch('branch', 'change'),
  ]
}

const exists = (view: RepoView, rule: Located): boolean => {
  const globs = wordsOf(field(rule, 'exists')).concat(wordsOf(field(field(rule, 'exists'), 'paths')))
  if (globs.length === 0) return true
  const matches = picomatch(
    globs.map((glob) => glob.replace(/^\//, '')),
    { dot: true },
  )
  return view.paths.some((path) => matches(path))
}

const NOT_RUN: Readonly<Record<string, string>> = {
  never: 'its rules leave it out of pipelines of a change',
  manual: 'a person starts it by hand',
  on_failure: 'it runs only after another job failed',
}

const present = (when: string | undefined, more: Partial<Extract<Presence, { runs: true }>>): Presence =>
  when !== undefined && NOT_RUN[when] !== undefined
    ? { runs: false, reason: NOT_RUN[when] }
    : { runs: true, condition: null, lenient: false, variables: {}, ...more }

/** The first rule that holds decides; `changes` are taken to match. A rule that is not known may hold: it is noted, and the next is asked too. */
const byRules = (view: RepoView, rules: readonly Located[], job: LocatedMap, variables: Variables): Presence => {
  let unsure: string | null = null
  for (const rule of rules) {
    const written = textOf(field(rule, 'if'))
    const truth: Truth = written === undefined ? true : truthOf(written, variables)
    if (truth === false || !exists(view, rule)) continue
    const when = textOf(field(rule, 'when')) ?? textOf(field(job, 'when'))
    if (truth === undefined) {
      if (NOT_RUN[when ?? ''] === undefined) unsure ??= written ?? null
      continue
    }
    const given = plainOf(field(rule, 'variables'))
    const set = given !== null && typeof given === 'object' && !Array.isArray(given) ? Object.entries(given) : []
    const decided = present(when, {
      lenient: plainOf(field(rule, 'allow_failure')) === true,
      variables: Object.fromEntries(set.map(([name, value]) => [name, String(value ?? '')])),
    })
    return decided.runs || unsure === null ? decided : present(undefined, { condition: unsure })
  }
  return unsure === null ? { runs: false, reason: NOT_RUN.never as string } : present(undefined, { condition: unsure })
}

/** `only` and `except`: names of refs, patterns, and words for kinds of pipelines. */
const named = (list: readonly string[], { id, variables }: Pipeline): boolean =>
  list.some((written) => {
    const word = written.replace(/@.*$/, '')
    if (word === 'merge_requests' || word === 'external_pull_requests') return id === 'merge_request'
    if (word === 'branches' || word === 'pushes') return id !== 'merge_request'
    if (['tags', 'schedules', 'triggers', 'web', 'api', 'pipelines', 'chat', 'external'].includes(word)) return false
    const branch = variables.get('CI_COMMIT_BRANCH')
    if (branch === null || branch === undefined) return false
    const pattern = /^\/(.*)\/(i?)$/.exec(word)
    return pattern === null ? word === branch : truthOf(`$CI_COMMIT_BRANCH =~ ${word}`, variables) === true
  })

const byRefs = (job: LocatedMap, pipeline: Pipeline): Presence => {
  const refs = (key: string): readonly string[] | undefined => {
    const value = field(job, key)
    const own = value?.is === 'map' ? field(value, 'refs') : value
    return own === undefined ? undefined : wordsOf(own)
  }
  const conditions = (key: string): readonly Truth[] =>
    wordsOf(field(field(job, key), 'variables')).map((text) => truthOf(text, pipeline.variables))
  const only = refs('only') ?? ['branches', 'tags']
  const wanted = conditions('only')
  const excluded = refs('except')
  const out =
    !named(only, pipeline) ||
    (excluded !== undefined && named(excluded, pipeline)) ||
    (wanted.length > 0 && !wanted.includes(true) && !wanted.includes(undefined)) ||
    conditions('except').includes(true)
  return out
    ? { runs: false, reason: 'it does not run on a push or merge request' }
    : present(textOf(field(job, 'when')), {})
}

const listed = (value: Located | undefined): readonly Located[] | undefined =>
  value?.is === 'list' ? value.items : undefined

const flat = (rules: readonly Located[]): readonly Located[] =>
  rules.flatMap((rule) => (rule.is === 'list' ? flat(rule.items) : [rule]))

/** False for a pipeline that `workflow:rules` refuse. */
export const admits = (view: RepoView, root: LocatedMap, pipeline: Pipeline): boolean => {
  const rules = listed(field(field(root, 'workflow'), 'rules'))
  if (rules === undefined) return true
  const empty: LocatedMap = { is: 'map', file: root.file, line: root.line, entries: new Map(), keys: new Map() }
  return byRules(view, flat(rules), empty, pipeline.variables).runs
}

/** Whether a job is part of any of the pipelines that a change causes. */
export const presenceOf = (view: RepoView, job: LocatedMap, all: readonly Pipeline[], own: Variables): Presence => {
  const rules = listed(field(job, 'rules'))
  const answers = all.map((pipeline) =>
    rules === undefined
      ? byRefs(job, pipeline)
      : byRules(view, flat(rules), job, new Map([...own, ...pipeline.variables])),
  )
  return (
    answers.find((answer) => answer.runs && answer.condition === null) ??
    answers.find((answer) => answer.runs) ??
    answers.find((answer) => !answer.runs && answer.reason === NOT_RUN.manual) ??
    answers[0] ?? { runs: false, reason: 'no pipeline runs for a change' }
  )
}
