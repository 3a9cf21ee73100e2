import path from 'node:path'
import { appendText, bytesOf, textOrNull } from '../../io/append.ts'
import { openRepository } from '../../io/git/repository.ts'
import { postJson } from '../../io/http.ts'
import type { Verdict } from '../../model/verdict.ts'
import { oneLine } from '../../verdict/one-line.ts'
import { type Annotation, annotationsOf, harmless, workflowCommands } from './annotations.ts'
import { commitStatus, jobFacts, statusCommit } from './commit-status.ts'
import { fitting, summaryOf } from './summary.ts'

/** True in a job of GitHub Actions. */
export const inGithubActions = (env: NodeJS.ProcessEnv = process.env): boolean => env.GITHUB_ACTIONS === 'true'

/** A page as it may be printed: in a job, no line of it is a command to the runner. */
export const shownPage = (page: string): string => (inGithubActions() ? harmless(page) : page)

/** The summary of a step holds 1 MiB, and a longer one is dropped whole (“supports content up to a size of 1024k, got 1024k”): some is left. */
const SUMMARY_BYTES = 1_000_000
const POST_MS = 10_000

/** Files of annotations are relative to the workspace, and the repository may lie below it. */
const prefixOf = async (directory: string, workspace: string | undefined): Promise<string> => {
  if (workspace === undefined) return ''
  const repository = await openRepository(directory)
  const root = repository.ok ? repository.value.worktree : null
  const below = root === null ? '' : path.relative(workspace, root)
  return below === '' || below.startsWith('..') || path.isAbsolute(below) ? '' : `${below}/`
}

const summarise = async (name: string, verdict: Verdict, file: string): Promise<string | null> => {
  const text = fitting(summaryOf(name, verdict), SUMMARY_BYTES - (await bytesOf(file)))
  if (text === null) return 'the summary of the job is full'
  const written = await appendText(file, text)
  return written.ok ? null : `the summary of the job: ${written.trouble.message}`
}

const judgedCommit = (verdict: Verdict): string | null => {
  const { branch_ref: branch, subject } = verdict
  if (typeof branch === 'string') return branch
  return (subject as { readonly commit?: string | null } | undefined)?.commit ?? null
}

const postStatus = async (context: string, verdict: Verdict, env: NodeJS.ProcessEnv): Promise<string | null> => {
  const event = env.GITHUB_EVENT_PATH ? await textOrNull(env.GITHUB_EVENT_PATH) : null
  const facts = jobFacts(env, event)
  if (facts.token === null) return null
  const missing = facts.api === null ? 'GITHUB_API_URL' : facts.repository === null ? 'GITHUB_REPOSITORY' : null
  if (missing !== null) return `no commit status: ${missing} is not set`
  const commit = statusCommit(facts, judgedCommit(verdict))
  if ('not' in commit) return `no commit status: ${commit.not}`
  const url = `${facts.api}/repos/${facts.repository}/statuses/${commit.sha}`
  const headers = {
    authorization: `Bearer ${facts.token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    'user-agent': 'triverdict',
  }
  const body = commitStatus(context, verdict, facts.target)
  let answer = await postJson(url, body, headers, POST_MS)
  if ('failed' in answer || answer.status >= 500) answer = await postJson(url, body, headers, POST_MS)
  if ('failed' in answer) return `the commit status was not sent: ${answer.failed}`
  if (answer.status === 201 || answer.status === 200) return null
  const why =
    answer.status === 403 || answer.status === 404 ? ' (does the job have `permissions: statuses: write`?)' : ''
  return `the commit status was refused with ${answer.status}${why}: ${oneLine(answer.text.slice(0, 200))}`
}

/**
 * Tells GitHub what a command answered, in a job of GitHub Actions and nowhere else: annotations on standard error, a job summary, a commit
 * status where there is a token. `verdicts` must be what programs may see. What cannot be delivered is said, and changes nothing.
 */
export const tellGithub = async (
  command: 'gate' | 'verify',
  verdicts: readonly Verdict[],
  directory: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> => {
  if (!inGithubActions(env)) return
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  try {
    const prefix = await prefixOf(directory, env.GITHUB_WORKSPACE)
    const named = verdicts.map((verdict) => {
      const branch = verdicts.length > 1 && typeof verdict.branch_id === 'string' ? ` ${verdict.branch_id}` : ''
      return { name: `triverdict ${command}${branch}`, verdict }
    })
    const annotations = named
      .flatMap(({ name, verdict }) => annotationsOf(name, verdict))
      .map((one): Annotation => ({ ...one, file: one.file === null ? null : `${prefix}${one.file}` }))
    for (const line of workflowCommands(annotations)) say(line)
    const file = env.GITHUB_STEP_SUMMARY
    const troubles: (string | null)[] = []
    if (file) for (const { name, verdict } of named) troubles.push(await summarise(name, verdict, file))
    for (const { verdict } of named) troubles.push(await postStatus(`triverdict/${command}`, verdict, env))
    for (const trouble of new Set(troubles)) if (trouble !== null) say(`triverdict: GitHub: ${oneLine(trouble)}`)
  } catch (error) {
    say(`triverdict: GitHub was not told: ${oneLine((error as Error).message)}`)
  }
}
