import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { approved, openDeadGates, programHere } from '../../baselines/approve.ts'
import { differenceLines, differences } from '../../baselines/difference.ts'
import { proposalOf } from '../../baselines/propose.ts'
import { settingsOf } from '../../discovery/config.ts'
import { gate } from '../../gate.ts'
import { writeWhole } from '../../io/files.ts'
import { openFilesView } from '../../io/git/files-view.ts'
import { openRepository } from '../../io/git/repository.ts'
import { watchInterrupts } from '../../io/interrupts.ts'
import { readText } from '../../io/read-text.ts'
import type { Baseline } from '../../model/baseline.ts'
import type { Config } from '../../model/config.ts'
import { ok, type Result, type Trouble, trouble } from '../../model/result.ts'
import { BASELINE_NAME, newestName, readBaseline, unusableReason } from '../../verdict/baseline-rules.ts'
import { classOf } from '../../verdict/gate-rules.ts'
import { makeAsk } from './ask.ts'
import { makeGateWorld } from './gate-world.ts'
import { sentence } from './output.ts'
import { makeProgress } from './progress.ts'

const PROPOSED = 'proposed'
const UNANSWERED: Trouble = { kind: 'not-approved', message: 'the input ended before an answer: nothing was approved' }

interface Ground {
  readonly root: string
  readonly config: Config
  /** Absolute directory of the baselines. */
  readonly directory: string
}

const today = (): string => new Date().toISOString().slice(0, 10)
const refuse = (found: Trouble): void => {
  process.stderr.write(`triverdict: ${sentence(found)}\n`)
}

const groundAt = async (where: string): Promise<Result<Ground>> => {
  const repository = await openRepository(where)
  if (!repository.ok) return repository
  const { worktree } = repository.value
  if (worktree === null) return trouble('no-worktree', `${where} is a bare repository: baselines lie in a working tree`)
  const view = await openFilesView({ ...repository.value, worktree })
  if (!view.ok) return view
  const settings = settingsOf(view.value)
  if (!settings.ok) return settings
  const config = settings.value?.config ?? {}
  if (config.baseline === undefined)
    return trouble('config-invalid', 'triverdict.yaml names no directory of baselines', {
      remedy: 'Add the line `baseline: baselines/`.',
    })
  const directory = path.resolve(worktree, config.baseline)
  return ok({ root: worktree, config, directory: directory.endsWith('.json') ? path.dirname(directory) : directory })
}

const baselineAt = async (file: string): Promise<Result<Baseline>> => {
  const text = await readText(file)
  if (!text.ok) return text
  const read = readBaseline(text.value)
  return 'refused' in read ? trouble('baseline-invalid', `${file}: ${read.refused}`) : ok(read.baseline)
}

const namesIn = async (directory: string): Promise<readonly string[]> =>
  (await readdir(directory).catch(() => [])).filter((name) => BASELINE_NAME.test(name)).sort()

const inForce = async (ground: Ground): Promise<{ readonly name: string; readonly baseline: Baseline } | null> => {
  const name = newestName(await namesIn(ground.directory))
  const read = name === undefined ? null : await baselineAt(path.join(ground.directory, name))
  return name !== undefined && read?.ok ? { name, baseline: read.value } : null
}

export interface ProposeOptions {
  readonly name?: string
  readonly expires?: string
  readonly device?: string
}

/** `triverdict baseline propose`: runs the gate and writes what it measured as a proposal, which counts for nothing yet. */
export const baselineProposeCommand = async (where: string, options: ProposeOptions): Promise<void> => {
  const ground = await groundAt(where)
  if (!ground.ok) return refuse(ground.trouble)
  if (options.expires !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(options.expires))
    return refuse({ kind: 'usage', message: `--expires takes a date such as 2027-01-31, not "${options.expires}"` })
  const name = `${today()}${options.name === undefined ? '' : `-${options.name}`}.json`
  if (!BASELINE_NAME.test(name))
    return refuse({ kind: 'usage', message: `--name takes letters, digits, dots, - and _, not "${options.name}"` })
  const file = path.join(ground.value.directory, PROPOSED, name)
  if (existsSync(file) || existsSync(path.join(ground.value.directory, name)))
    return refuse({
      kind: 'file-exists',
      message: `there is a baseline ${name} already`,
      remedy: 'Give this one another --name.',
    })
  using interrupts = watchInterrupts()
  const progress = makeProgress(process.stderr, false)
  const { whole: report } = await gate(
    { layers: [], jobs: null, control: null, tree: null },
    makeGateWorld(where, progress.say, interrupts.signal),
  )
  progress.end()
  const { expires = null, device = null } = options
  const proposal = proposalOf(report, { today: today(), expires, device })
  if (!proposal.ok) return refuse(proposal.trouble)
  const written = await writeWhole(file, `${JSON.stringify(proposal.value, null, 2)}\n`)
  if (!written.ok) return refuse(written.trouble)
  const current = await inForce(ground.value)
  const shown = path.relative(process.cwd(), file)
  const lines = [
    `proposed: ${shown}`,
    ...(current === null
      ? []
      : [
          `against ${current.name}:`,
          ...differenceLines(differences(current.baseline, proposal.value)).map((line) => `  ${line}`),
        ]),
    ...openDeadGates(proposal.value, ground.value.config).map(({ name, reason }) => `dead gate: ${name}: ${reason}`),
    `A person approves it: triverdict baseline approve ${shown} --by NAME`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = 0
}

/** `triverdict baseline approve`: a person looks at what changes, gives a reason for each gate that is dead, and says yes. Nobody else can. */
export const baselineApproveCommand = async (file: string, by: string, where: string): Promise<void> => {
  const program = programHere(process.env)
  if (program !== null)
    return refuse({
      kind: 'not-a-person',
      message: `${program} runs this: a baseline is approved by a person`,
      remedy: 'Run it in a terminal of your own.',
    })
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true)
    return refuse({
      kind: 'not-a-person',
      message: 'a baseline is approved in a terminal: standard input or output is none',
    })
  if (by.trim() === '') return refuse({ kind: 'usage', message: '--by takes the name of the person who approves' })
  const ground = await groundAt(where)
  if (!ground.ok) return refuse(ground.trouble)
  const proposal = await baselineAt(file)
  if (!proposal.ok) return refuse(proposal.trouble)
  if (proposal.value.approved_by !== undefined)
    return refuse({
      kind: 'baseline-approved',
      message: `${file} was approved by ${proposal.value.approved_by}: a baseline is never edited`,
    })
  const target = path.join(ground.value.directory, path.basename(file))
  if (!BASELINE_NAME.test(path.basename(file)) || existsSync(target))
    return refuse({
      kind: 'file-exists',
      message: `${path.basename(file)} is no dated name that is free`,
      remedy: 'Propose it again, with a --name.',
    })
  const current = await inForce(ground.value)
  const changes =
    current === null ? ['(the first one)'] : differenceLines(differences(current.baseline, proposal.value))
  process.stdout.write(
    `${file}, measured at ${proposal.value.commit.slice(0, 10)}\n${changes.map((line) => `  ${line}\n`).join('')}`,
  )
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const ask = makeAsk(terminal)
  try {
    const accepted: { class: string; reason: string }[] = []
    for (const dead of openDeadGates(proposal.value, ground.value.config)) {
      process.stdout.write(`dead gate: ${dead.name}: ${dead.reason}\n`)
      const reason = await ask('why may it go ungated? (empty: stop) ')
      if (reason === null) return refuse(UNANSWERED)
      if (reason === '')
        return refuse({
          kind: 'dead-gate',
          message: `${dead.name} can never fire: nothing was approved`,
          remedy: 'Change the rule below `gates:`, or give a reason.',
        })
      accepted.push({ class: dead.threshold === null ? dead.name : classOf(dead.name), reason })
    }
    const answer = await ask(`approve it as ${by}? (yes) `)
    if (answer === null) return refuse(UNANSWERED)
    if (answer !== 'yes') return refuse({ kind: 'not-approved', message: 'nothing was approved' })
    const text = `${JSON.stringify(approved(proposal.value, by, today(), accepted), null, 2)}\n`
    const written = await writeWhole(target, text)
    if (!written.ok) return refuse(written.trouble)
    await rm(file, { force: true })
    process.stdout.write(`approved: ${path.relative(process.cwd(), target)}\nIt counts once it is committed.\n`)
    process.exitCode = 0
  } finally {
    terminal.close()
  }
}

/** `triverdict baseline list`: each with its state; the one in force has a star. */
export const baselineListCommand = async (where: string): Promise<void> => {
  const ground = await groundAt(where)
  if (!ground.ok) return refuse(ground.trouble)
  const { directory } = ground.value
  const names = await namesIn(directory)
  const newest = newestName(names)
  for (const name of names) {
    const read = await baselineAt(path.join(directory, name))
    const why = read.ok ? unusableReason(read.value, today()) : read.trouble.message
    const state = why ?? `approved by ${read.ok ? read.value.approved_by : ''}`
    process.stdout.write(`${name === newest ? '*' : ' '} ${name}  ${state}\n`)
  }
  for (const name of await namesIn(path.join(directory, PROPOSED)))
    process.stdout.write(`  ${PROPOSED}/${name}  a proposal\n`)
  process.exitCode = 0
}

/** `triverdict baseline diff`: what differs between two files; with one, between the baseline in force and it. */
export const baselineDiffCommand = async (one: string, other: string | undefined, where: string): Promise<void> => {
  const ground = await groundAt(where)
  if (!ground.ok) return refuse(ground.trouble)
  const current = other === undefined ? await inForce(ground.value) : null
  if (other === undefined && current === null)
    return refuse({ kind: 'no-baseline', message: 'no baseline is there to compare with' })
  const before = current === null ? await baselineAt(one) : ok(current.baseline)
  const after = await baselineAt(other ?? one)
  for (const read of [before, after]) if (!read.ok) return refuse(read.trouble)
  if (!before.ok || !after.ok) return
  const lines = differenceLines(differences(before.value, after.value))
  process.stdout.write(lines.length === 0 ? 'nothing differs\n' : `${lines.join('\n')}\n`)
  process.exitCode = 0
}
