import type { Verdict } from '../../model/verdict.ts'

/** What is sent to `POST /repos/{owner}/{repo}/statuses/{sha}`. */
export interface CommitStatus {
  readonly state: 'success' | 'failure' | 'error'
  readonly context: string
  readonly description: string
  readonly target_url?: string
}

/** A longer one is refused (422, “maximum is 140 characters”). */
const DESCRIPTION_LIMIT = 140

const STATES = { pass: 'success', fail: 'failure', error: 'error' } as const

const described = (verdict: Verdict): string => {
  if (verdict.status !== 'pass') return verdict.blocking[0] ?? verdict.status
  const dirty = (verdict.subject as { readonly dirty?: boolean | null } | undefined)?.dirty === true
  const layers = Object.keys(verdict.layers ?? {}).length
  const what =
    typeof verdict.confidence_qualifier === 'string'
      ? verdict.confidence_qualifier
      : `${layers} layer${layers === 1 ? '' : 's'} passed`
  return dirty ? `${what}, with uncommitted changes` : what
}

/** The status of a commit, one to one with the verdict. */
export const commitStatus = (context: string, verdict: Verdict, target_url: string | null): CommitStatus => {
  const characters = [...described(verdict).replaceAll(/\s+/g, ' ').trim()]
  const description =
    characters.length <= DESCRIPTION_LIMIT
      ? characters.join('')
      : `${characters.slice(0, DESCRIPTION_LIMIT - 1).join('')}…`
  return { state: STATES[verdict.status], context, description, ...(target_url === null ? {} : { target_url }) }
}

/** What a job knows of its run, from the environment and the event. */
export interface JobFacts {
  readonly api: string | null
  readonly repository: string | null
  /** What was checked out: of a pull request, the merge of its head with its base. */
  readonly sha: string | null
  /** The head of a pull request, on which people look for statuses; null for other events. */
  readonly head: string | null
  readonly target: string | null
  readonly token: string | null
  /** What the status is called where somebody says so. */
  readonly context: string | null
  /** Id of the job in its workflow. */
  readonly job: string | null
}

type Environment = Readonly<Record<string, string | undefined>>

const headOf = (event: string | null): string | null => {
  try {
    const read = JSON.parse(event ?? 'null') as {
      readonly pull_request?: { readonly head?: { readonly sha?: unknown } }
    } | null
    const sha = read?.pull_request?.head?.sha
    return typeof sha === 'string' && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(sha) ? sha : null
  } catch {
    return null
  }
}

/** `event`: the text of GITHUB_EVENT_PATH, null where it cannot be read. */
export const jobFacts = (env: Environment, event: string | null): JobFacts => {
  const said = (name: string): string | null => env[name]?.trim() || null
  const repository = said('GITHUB_REPOSITORY')
  const run = said('GITHUB_RUN_ID')
  const server = said('GITHUB_SERVER_URL')
  return {
    api: said('GITHUB_API_URL'),
    repository,
    sha: said('GITHUB_SHA'),
    head: headOf(event),
    target:
      server === null || repository === null || run === null ? null : `${server}/${repository}/actions/runs/${run}`,
    token: said('GITHUB_TOKEN') ?? said('GH_TOKEN'),
    context: said('TRIVERDICT_STATUS_CONTEXT'),
    job: said('GITHUB_JOB'),
  }
}

/**
 * What a status is called. A commit has one status of each name, and a later one takes the place of an earlier: what judged something else
 * must be called something else, or its pass would hide a fail. `part`: the layers or projects that were asked for, null for all.
 */
export const statusContext = (command: string, part: string | null, { context, job }: JobFacts): string =>
  context ?? `triverdict/${command}${part === null ? '' : `/${part}`}${job === null ? '' : ` (${job})`}`

/**
 * The commit that a verdict is said of, or the sentence that says why it is said of none: a status on a commit that was not judged would be
 * a wrong one. `judged` is null where the verdict does not say.
 */
export const statusCommit = (
  facts: JobFacts,
  judged: string | null,
): { readonly sha: string } | { readonly not: string } => {
  if (facts.sha === null) return { not: 'GITHUB_SHA is not set' }
  if (judged !== null && judged !== facts.sha && judged !== facts.head)
    return { not: `${judged.slice(0, 10)} was judged, and the job is about ${facts.sha.slice(0, 10)}` }
  return { sha: facts.head ?? facts.sha }
}
