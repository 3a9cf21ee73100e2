import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Step } from '../model/check.ts'
import type { Outcome } from '../model/outcome.ts'
import { type FailedStep, ok, type Result, type Trouble } from '../model/result.ts'
import type { InstallPlan } from '../model/stack.ts'
import { stopwatch } from './clock.ts'
import { entryLock, restore, store } from './dependency-cache.ts'
import { argvOf, dependencyKey, type InstallWorld } from './dependency-key.ts'
import type { Spare } from './dependency-spares.ts'
import { type Environment, installEnvironment } from './environment.ts'
import { withLock } from './locks.ts'
import { madeOutputs, outputStates } from './outputs.ts'
import type { Stage } from './stage.ts'

/** Dependencies that are in place. */
export interface Provided {
  readonly key: string
  readonly fromCache: boolean
  /** What may go back to the cache when the stage is given up; null when nothing was installed. */
  readonly spare: Spare | null
  readonly duration_ms: number
  /** Absolute path of the log of the last step that ran; null when none ran. */
  readonly log: string | null
}

const STEP_TIMEOUT_MS = 15 * 60_000

const PAUSE_MS = 3000

const DETAIL_BYTES = 16 * 1024
/** The last whole lines of a text. */
const lastLines = (text: string): string => {
  if (text.length <= DETAIL_BYTES) return text
  const cut = text.slice(-DETAIL_BYTES)
  return cut.slice(cut.indexOf('\n') + 1)
}

/** A step as a person would name it: a script that only chooses the installer says less than what it is for. */
const nameOf = ({ command, evidence }: Step, argv: readonly string[], manager: string): string =>
  command.form === 'argv' && argv[0] === 'sh' && argv[1] === '-c' ? `${manager}: ${evidence.text}` : argv.join(' ')

const stepTrouble = (line: string, argv: readonly string[], outcome: Outcome): Trouble => {
  const ends = {
    exited: { kind: 'install-failed', message: `\`${line}\` failed with exit code ${outcome.exit_code}` },
    signalled: { kind: 'install-failed', message: `\`${line}\` was ended by ${outcome.signal}` },
    'timed-out': { kind: 'install-failed', message: `\`${line}\` did not end in time` },
    stalled: { kind: 'install-failed', message: `\`${line}\` stopped saying anything` },
    cancelled: { kind: 'cancelled', message: 'interrupted' },
    'not-started': { kind: 'tool-missing', message: outcome.reason ?? `cannot start ${argv[0]}` },
    'write-failed': { kind: 'no-space', message: outcome.reason ?? 'cannot write a log' },
  } as const
  const detail = lastLines(outcome.tail)
  return { ...ends[outcome.end], ...(detail === '' ? {} : { detail }) }
}

/** Runs steps in order until one fails; gives the log of the last. */
const runSteps = async (
  steps: readonly Step[],
  of: FailedStep['of'],
  manager: string,
  stage: Stage,
  environmentOf: (extra: Environment) => Environment,
  world: InstallWorld,
): Promise<Result<string | null>> => {
  let log: string | null = null
  for (const [at, planned] of steps.entries()) {
    const { command } = planned
    const argv = argvOf(command, stage)
    const attempt = async (name: string): Promise<Outcome> => {
      log = path.join(world.logs, name)
      return await world.run({
        argv,
        cwd: path.join(stage.tree, command.cwd),
        env: environmentOf(command.env),
        log,
        timeout_ms: world.timeout_ms ?? STEP_TIMEOUT_MS,
        ...(world.signal ? { signal: world.signal } : {}),
      })
    }
    let outcome = await attempt(`${of}-${at + 1}.log`)
    // A registry that does not answer for a moment must not stop a night: what was not refused is asked for once more.
    const isRed = outcome.end === 'exited' && outcome.exit_code !== 0
    if (of === 'install' && isRed && !world.refuses(manager, outcome.tail)) {
      await pause(world.pause_ms ?? PAUSE_MS, undefined, { signal: world.signal }).catch(() => undefined)
      outcome = await attempt(`${of}-${at + 1}-again.log`)
    }
    if (outcome.end !== 'exited' || outcome.exit_code !== 0) {
      const step: FailedStep = { of, manager, cwd: command.cwd, exit_code: outcome.exit_code }
      return { ok: false, trouble: { ...stepTrouble(nameOf(planned, argv, manager), argv, outcome), step } }
    }
  }
  return ok(log)
}

/**
 * Puts the dependencies of a plan into the stage, from the cache or by installing them, then runs its steps for this tree. A failed
 * step is tried once more where the manager refused nothing, then is the trouble `install-failed` with the tool's own last lines, and leaves nothing in the cache.
 */
export const provide = async (plan: InstallPlan, stage: Stage, world: InstallWorld): Promise<Result<Provided>> => {
  const elapsed = stopwatch()
  const { machine, cache } = world
  const environmentOf = (extra: Environment) =>
    installEnvironment({ machine, stage, cache, path: plan.path, extra: { ...plan.env, ...extra } })
  const key = await dependencyKey(plan, stage, environmentOf({}), world)
  if (!key.ok) return key

  const install = async (): Promise<Result<{ fromCache: boolean; spare: Spare | null; log: string | null }>> => {
    if (plan.install.length === 0) return ok({ fromCache: false, spare: null, log: null })
    const found = await restore(cache, key.value, stage.root, world.clock.now())
    if (!found.ok) return found
    if (found.value !== null) return ok({ fromCache: true, spare: found.value, log: null })
    const before = await outputStates(plan, stage)
    const installed = await runSteps(plan.install, 'install', plan.manager, stage, environmentOf, world)
    if (!installed.ok) return installed
    const stored = await store(cache, key.value, stage.root, madeOutputs(before, await outputStates(plan, stage)))
    return stored.ok ? ok({ fromCache: false, spare: stored.value, log: installed.value }) : stored
  }
  const wait = { ...(world.signal ? { signal: world.signal } : {}), onWait: () => world.onWait?.() }
  const locked = await withLock(entryLock(cache, key.value), install, wait)
  const had = locked.ok ? locked.value : locked
  if (!had.ok) return had
  const own = await runSteps(plan.perTree, 'project', plan.manager, stage, environmentOf, world)
  if (!own.ok) return own
  const { fromCache, spare, log } = had.value
  return ok({ key: key.value, fromCache, spare, duration_ms: elapsed(), log: own.value ?? log })
}
