import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { INTERRUPTED, type Interrupts, watchInterrupts } from '../../io/interrupts.ts'
import type { BranchReport } from '../../model/branch-report.ts'
import type { Verdict } from '../../model/verdict.ts'
import type { Progress, VerifyRequest } from '../../model/world.ts'
import { interruptedReport } from '../../verify/interrupted.ts'
import { verify } from '../../verify.ts'
import { tellGithub } from '../github/deliver.ts'
import { shownJson, shownText } from '../github/shown.ts'
import { didYouMean } from './did-you-mean.ts'
import { emptyWord, halfGoal } from './empty-words.ts'
import { exitCodeOf } from './exit.ts'
import { outputOptions, type RawOutputOptions } from './options.ts'
import { answer, answerTrouble, clearOut, sentence, troubleVerdict } from './output.ts'
import { paintFor } from './paint.ts'
import { makeProgress } from './progress.ts'
import { renderReport } from './report-page.ts'
import { makeWorld, matchingBranches } from './world.ts'

export interface VerifyOptions extends RawOutputOptions {
  readonly lock?: string
  readonly branch?: string
  readonly id?: string
  readonly goal: readonly string[]
  readonly project: readonly string[]
  readonly affected: boolean
  readonly require?: string
  readonly strict: boolean
  readonly all?: string
}

const requirable = ['tests', 'types', 'lint', 'coverage'] as const

/** The list of `--require`, or the sentence that is wrong with it. */
export const parseRequire = (text: string | undefined): VerifyRequest['require'] | string => {
  if (text === undefined) return []
  const words = text.split(',').map((word) => word.trim())
  const strange = words.find((word) => !requirable.some((known) => known === word))
  return strange === undefined
    ? (words as unknown as VerifyRequest['require'])
    : `--require does not know "${strange}"${didYouMean(strange, requirable)}; it takes a comma-separated list of ${requirable.join(', ')}`
}

const one = async (
  request: VerifyRequest,
  progress: (event: Progress) => void,
  interrupts: Interrupts,
): Promise<BranchReport> => {
  const world = await makeWorld(progress, interrupts.signal)
  try {
    const report = await verify(request, world)
    // The code will be 130: no other word may stand beside it.
    return interrupts.received() === null ? report : interruptedReport(report)
  } finally {
    await world.close()
  }
}

/** `triverdict verify`: parses, wires, prints. Each error of use is one sentence and exit 2. */
export const verifyCommand = async (repository: string, options: VerifyOptions): Promise<void> => {
  using interrupts = watchInterrupts()
  const output = outputOptions(options)
  const progress = makeProgress(process.stderr, options.json)
  const empty = emptyWord(options, repository) ?? halfGoal(options.goal)
  const part = options.project.length === 0 ? null : options.project.join('+')
  const tell = (...verdicts: readonly Verdict[]) =>
    tellGithub({ command: 'verify', part, verdicts, directory: repository })
  const refuse = async (message: string, to = output): Promise<void> => {
    const trouble = { kind: 'usage', message }
    await answerTrouble(trouble, to)
    await tell(troubleVerdict(trouble))
  }
  if (empty !== null) return await refuse(empty)
  const required = parseRequire(options.require)
  const nowhere = output.out !== null && !existsSync(dirname(resolve(output.out)))
  if (nowhere) {
    const message = `the directory of --out ${output.out} does not exist: make it, or name another file`
    return await refuse(message, { ...output, out: null })
  }
  if (!(await clearOut(output))) return
  if (typeof required === 'string') return await refuse(required)
  if (options.all !== undefined && options.branch !== undefined)
    return await refuse('--all and --branch exclude each other')
  if (options.all !== undefined && options.out !== undefined)
    return await refuse('--all and --out exclude each other: --all prints one object a line on standard output')
  const request: VerifyRequest = {
    repository,
    lock: options.lock ?? null,
    branch: options.branch ?? null,
    id: options.id ?? null,
    goals: options.goal,
    affected: options.affected,
    projects: options.project.map((directory) => directory.replace(/\/+$/, '').replace(/^\.\//, '') || '.'),
    require: required,
    strict: options.strict,
  }
  progress.say({ kind: 'step', text: `verifying ${options.all ?? options.branch ?? 'HEAD'} in ${repository}` })
  const paint = paintFor(process.stdout)
  if (options.all !== undefined) {
    const branches = await matchingBranches(repository, options.all)
    if (!branches.ok) return await refuse(sentence(branches.trouble))
    let worst = 0
    const reports: BranchReport[] = []
    for (const branch of branches.value) {
      const report = await one({ ...request, branch }, progress.say, interrupts)
      progress.end()
      if (interrupts.received() !== null) break
      process.stdout.write(shownJson(`${JSON.stringify(report)}\n`))
      reports.push(report)
      worst = Math.max(worst, exitCodeOf(report.status, output.exitMap))
    }
    process.exitCode = interrupts.received() !== null ? INTERRUPTED : worst
    await tell(...reports)
    return
  }
  const report = await one(request, progress.say, interrupts)
  progress.end()
  if (report.status === 'error' && typeof report.trouble === 'string') {
    const remedy = typeof report.remedy === 'string' ? report.remedy : undefined
    const message = report.blocking[0] ?? 'unknown trouble'
    const said = remedy === undefined ? { kind: '', message } : { kind: '', message, remedy }
    process.stderr.write(shownText(`triverdict: ${sentence(said)}\n`))
  }
  const unsaid = await answer(report, renderReport(report, paint), output)
  if (interrupts.received() !== null) process.exitCode = INTERRUPTED
  await tell(unsaid === null ? report : troubleVerdict(unsaid))
}
