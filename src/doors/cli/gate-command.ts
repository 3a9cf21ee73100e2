import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type GateReport, gate } from '../../gate.ts'
import { INTERRUPTED, watchInterrupts } from '../../io/interrupts.ts'
import type { Verdict } from '../../model/verdict.ts'
import { tellOfGate } from '../github/deliver.ts'
import { shownText } from '../github/shown.ts'
import { backgroundRun, detachCommand } from './detach-command.ts'
import { healthOf } from './doctor.ts'
import { emptyWord } from './empty-words.ts'
import { renderGate } from './gate-page.ts'
import { makeGateWorld } from './gate-world.ts'
import { outputOptions, type RawOutputOptions } from './options.ts'
import { answer, answerTrouble, clearOut, troubleVerdict } from './output.ts'
import { paintFor } from './paint.ts'
import { makeProgress } from './progress.ts'

export interface GateOptions extends RawOutputOptions {
  readonly layer: readonly string[]
  readonly jobs?: string
  readonly for?: string
  readonly control?: string
  readonly tree?: string
  readonly preflight?: boolean
  readonly detach?: boolean
}

/** A whole number from 1 to 64; a sentence for anything else. */
const parseJobs = (text: string | undefined): number | null | string =>
  text === undefined
    ? null
    : /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 64
      ? Number(text)
      : `--jobs takes a number from 1 to 64, not "${text}"`

/** `triverdict gate`: parses, wires, prints. Each error of use is one sentence and exit 2. */
export const gateCommand = async (directory: string, options: GateOptions): Promise<void> => {
  const background = backgroundRun()
  using interrupts = watchInterrupts(background !== null)
  const output = outputOptions(options)
  // Of a gate in the background tells who waits for it.
  const tell = async (...verdicts: readonly Verdict[]): Promise<void> => {
    if (background === null) await tellOfGate(directory, options.layer, ...verdicts)
  }
  const refuse = async (message: string, to = output): Promise<void> => {
    const trouble = { kind: 'usage', message }
    await answerTrouble(trouble, to)
    await tell(troubleVerdict(trouble))
  }
  const empty = emptyWord({ ...options, layer: options.layer }, directory)
  if (empty !== null) return await refuse(empty)
  if (output.out !== null && !existsSync(dirname(resolve(output.out)))) {
    const message = `the directory of --out ${output.out} does not exist: make it, or name another file`
    return await refuse(message, { ...output, out: null })
  }
  if (!(await clearOut(output))) return
  const jobs = parseJobs(options.jobs)
  if (typeof jobs === 'string') return await refuse(jobs)
  const forPerson = options.for === 'person'
  if (forPerson && process.stdout.isTTY !== true)
    return await refuse('--for person shows what programs may not see, and standard output is no terminal')
  const request = { layers: options.layer, jobs, control: options.control ?? null, tree: options.tree ?? null }
  if (options.detach === true && request.tree !== null)
    return await refuse('--detach runs a gate of the working tree: leave --detach or --tree out')
  if (options.detach === true) return await detachCommand(directory, request, output)
  const progress = makeProgress(process.stderr, options.json)
  const plain = makeGateWorld(directory, progress.say, interrupts.signal, background)
  const preflight = () => healthOf(directory, options, interrupts.signal)
  const world = options.preflight === true ? { ...plain, preflight } : plain
  const { whole, seen } = await gate(request, world)
  const report = forPerson ? whole : seen
  progress.end()
  const settled = (found: GateReport): GateReport =>
    interrupts.received() === null ? found : { ...found, status: 'error', blocking: ['interrupted: nothing is known'] }
  const said = settled(report)
  const paint = paintFor(process.stdout)
  if (typeof said.trouble === 'string') process.stderr.write(shownText(`triverdict: ${said.blocking[0]}\n`))
  const unsaid = await answer(said, renderGate(said, paint), output)
  if (interrupts.received() !== null) process.exitCode = INTERRUPTED
  await tell(unsaid === null ? settled(seen) : troubleVerdict(unsaid))
}
