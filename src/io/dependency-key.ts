import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from '../model/check.ts'
import type { Outcome } from '../model/outcome.ts'
import { ok, type Result, type Some, trouble } from '../model/result.ts'
import type { InstallPlan } from '../model/stack.ts'
import { type Clock, utcDay } from './clock.ts'
import { type Environment, indexVariables, placed } from './environment.ts'
import { hashText } from './files.ts'
import type { RunRequest } from './request.ts'
import type { Stage } from './stage.ts'
import type { Machine } from './toolchains.ts'

/** What an install needs of the world. */
export interface InstallWorld {
  readonly machine: Machine
  /** Absolute cache directory. */
  readonly cache: string
  /** Absolute directory for the logs of the steps. */
  readonly logs: string
  readonly clock: Clock
  /** How a program is run; `run` of process.ts, or the same in a sandbox with network. */
  readonly run: (request: RunRequest) => Promise<Outcome>
  readonly signal?: AbortSignal
  /** Told once when another process installs the same. */
  readonly onWait?: () => void
  /** Per step; default 15 minutes. */
  readonly timeout_ms?: number
  /** True where a manager's words refuse what it was asked to install: it would say the same again. */
  readonly refuses: (manager: string, output: string) => boolean
  /** How long to wait before a fetch is tried again; default 3 seconds. */
  readonly pause_ms?: number
}

/** The argv of a command, `{stage}` replaced. */
export const argvOf = (command: Command, stage: Stage): Some<string> => {
  const [program, ...args] = command.form === 'argv' ? command.argv : ([...command.shell, command.line] as const)
  return [placed(program ?? 'sh', stage), ...args.map((argument) => placed(argument, stage))]
}

const contentOf = async (file: string): Promise<string | null> => readFile(file).then(hashText, () => null)

/** The program that a shell did not find: `sh: 1: cargo: not found`, `sh: cargo: command not found`. */
const notFound = (said: string): string | undefined => /(?:^|[\s:])([\w.+-]+): (?:command )?not found$/.exec(said)?.[1]

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? ''

const versionOf = async (
  argv: Some<string>,
  manager: string,
  at: number,
  stage: Stage,
  env: Environment,
  world: InstallWorld,
): Promise<Result<string>> => {
  const stdoutPath = path.join(world.logs, `version-${at}.out`)
  const outcome = await world.run({
    argv,
    cwd: stage.tree,
    env,
    log: path.join(world.logs, `version-${at}.log`),
    stdoutPath,
    timeout_ms: 60_000,
    ...(world.signal ? { signal: world.signal } : {}),
  })
  if (outcome.end === 'exited' && outcome.exit_code === 0) return ok(await readFile(stdoutPath, 'utf8'))
  if (outcome.end === 'cancelled') return trouble('cancelled', 'interrupted')
  const said = lastLine(outcome.tail)
  // A script asks for several versions: what it is for says more than `sh`.
  const isScript = argv[0] === 'sh'
  const program = isScript ? (notFound(said) ?? manager) : argv[0]
  const words = `\`${isScript ? manager : argv.join(' ')}\` does not tell its version`
  return trouble('tool-missing', outcome.reason ?? (said === '' ? words : `${words}: ${said}`), {
    detail: outcome.tail,
    // Why it could not be started says what to do already.
    ...(outcome.reason === null ? { remedy: `Install ${program} on this machine and put it on PATH.` } : {}),
  })
}

/** The name of an install's result: equal keys mean that the same would be installed again. Lower-case hex. */
export const dependencyKey = async (
  plan: InstallPlan,
  stage: Stage,
  env: Environment,
  world: InstallWorld,
): Promise<Result<string>> => {
  const asked = await Promise.all(
    plan.keyCommands.map((argv, at) => versionOf(argv, plan.manager, at, stage, env, world)),
  )
  const versions: string[] = []
  for (const version of asked) {
    if (!version.ok) return version
    versions.push(version.value)
  }
  const files = await Promise.all(
    plan.keyFiles.map(async (file) => [file, await contentOf(path.join(stage.tree, file))]),
  )
  const install = plan.install.map(({ command }) => [argvOf(command, stage), command.cwd, command.env])
  // Without a lockfile the answer of the registry changes: it is asked once a day.
  const day = plan.pinned ? null : [utcDay(world.clock), indexVariables(world.machine)]
  const everything = [
    1,
    plan.manager,
    process.platform,
    process.arch,
    stage.root,
    files,
    plan.keyCommands,
    versions,
    install,
    plan.env,
    plan.path,
    plan.outputs,
    day,
  ]
  return ok(hashText(JSON.stringify(everything)))
}
