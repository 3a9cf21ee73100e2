import path from 'node:path'
import { appendText, bytesOf, textOrNull } from '../../io/append.ts'
import { openRepository } from '../../io/git/repository.ts'
import { postJson } from '../../io/http.ts'
import type { Verdict } from '../../model/verdict.ts'
import { oneLine } from '../../verdict/one-line.ts'
import { type Annotation, annotationsOf, workflowCommands } from './annotations.ts'
import { commitStatus, jobFacts, statusCommit, statusContext } from './commit-status.ts'
import { harmless, inGithubActions } from './shown.ts'
import { fitting, summaryOf } from './summary.ts'

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

/** Posts the status of a commit where there is a token; a sentence where that failed. */
const postStatus = async (told: Told, verdict: Verdict, env: NodeJS.ProcessEnv): Promise<string | null> => {
  const event = env.GITHUB_EVENT_PATH ? await textOrNull(env.GITHUB_EVENT_PATH) : null
  const facts = jobFacts(env, event)
  const { token } = facts
  if (token === null) return null
  const missing = facts.api === null ? 'GITHUB_API_URL' : facts.repository === null ? 'GITHUB_REPOSITORY' : null
  if (missing !== null) return `no commit status: ${missing} is not set`
  const commit = statusCommit(facts, judgedCommit(verdict))
  // Of many branches the job is about one.
  if ('not' in commit) return told.verdicts.length > 1 ? null : `no commit status: ${commit.not}`
  const url = `${facts.api}/repos/${facts.repository}/statuses/${commit.sha}`
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    'user-agent': 'triverdict',
  }
  const body = commitStatus(statusContext(told.command, told.part, facts), verdict, facts.target)
  let answer = await postJson(url, body, headers, POST_MS)
  if ('failed' in answer || answer.status >= 500) answer = await postJson(url, body, headers, POST_MS)
  if ('failed' in answer) return `the commit status was not sent: ${answer.failed}`
  if (answer.status === 201) return null
  const why =
    answer.status === 403 || answer.status === 404 ? ' (does the job have `permissions: statuses: write`?)' : ''
  const said = oneLine(answer.text.replaceAll(token, '***').slice(0, 200))
  return `the commit status was refused with ${answer.status}${why}: ${said}`
}

/** What a command answered, as programs may see it. */
export interface Told {
  readonly command: 'gate' | 'verify'
  /** The layers or projects that were asked for; null for all. */
  readonly part: string | null
  readonly verdicts: readonly Verdict[]
  readonly directory: string
}

/**
 * Tells GitHub what a command answered, in a job of GitHub Actions and nowhere else: annotations on standard error, a job summary, a commit
 * status where there is a token. What cannot be delivered is said, and changes nothing.
 */
export const tellGithub = async (told: Told, env: NodeJS.ProcessEnv = process.env): Promise<void> => {
  if (!inGithubActions(env)) return
  const { command, verdicts, directory } = told
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  try {
    const prefix = await prefixOf(directory, env.GITHUB_WORKSPACE)
    const named = verdicts.map((verdict) => {
      const branch = verdicts.length > 1 && typeof verdict.branch_id === 'string' ? ` ${verdict.branch_id}` : ''
      return { name: `triverdict ${command}${branch}`, verdict }
    })
    const annotations = annotationsOf(named).map(
      (one): Annotation => ({ ...one, file: one.file === null ? null : `${prefix}${one.file}` }),
    )
    for (const line of workflowCommands(annotations)) say(line)
    const file = env.GITHUB_STEP_SUMMARY
    const troubles: (string | null)[] = []
    if (file) for (const { name, verdict } of named) troubles.push(await summarise(name, verdict, file))
    for (const { verdict } of named) troubles.push(await postStatus(told, verdict, env))
    for (const trouble of new Set(troubles))
      if (trouble !== null) say(harmless(`triverdict: GitHub: ${oneLine(trouble)}`))
  } catch (error) {
    say(harmless(`triverdict: GitHub was not told: ${oneLine((error as Error).message)}`))
  }
}

/** Tells what a gate answered. `asked`: the layers that were asked for by name, none for all. */
export const tellOfGate = (
  directory: string,
  asked: readonly string[],
  ...verdicts: readonly Verdict[]
): Promise<void> =>
  tellGithub({ command: 'gate', part: asked.length === 0 ? null : asked.join('+'), verdicts, directory })
