import { accessSync, constants, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { ProgramFact, ProgramNeed } from '../../model/machine-facts.ts'
import type { Machine } from '../toolchains.ts'
import { ask } from './ask.ts'

export interface ProgramPlace {
  /** Absolute root of the working tree. */
  readonly tree: string
  /** What checks of a verification run with. */
  readonly machine: Machine
  readonly limit_ms?: number
  readonly signal?: AbortSignal
}

/** Nothing is fetched by asking: a toolchain that is pinned and not here shows as such. */
const OFFLINE = {
  RUSTUP_AUTO_INSTALL: '0',
  UV_PYTHON_DOWNLOADS: 'never',
  GOTOOLCHAIN: 'local',
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  npm_config_update_notifier: 'false',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
}

/** Where programs of the project are, nearest first. */
const ownPrograms = (tree: string, cwd: string): readonly string[] => {
  const found: string[] = []
  for (let at = path.join(tree, cwd); at.startsWith(tree); at = path.dirname(at)) {
    found.push(path.join(at, 'node_modules', '.bin'), path.join(at, '.venv', 'bin'))
    if (at === path.dirname(at)) break
  }
  return found
}

const isThere = (program: string, directories: readonly string[]): boolean =>
  directories.some((directory) => {
    const file = path.join(directory, program)
    try {
      accessSync(file, constants.X_OK)
      return statSync(file).isFile()
    } catch {
      return false
    }
  })

const firstVersion = (text: string): string | null => /\d+\.\d+(?:\.\d+)*/.exec(text)?.[0] ?? null
const lastLine = (text: string): string | null => text.trim().split('\n').at(-1)?.trim() || null

const probeProgram = async (need: ProgramNeed, place: ProgramPlace): Promise<ProgramFact> => {
  const { machine, tree } = place
  const ofGate = need.of === 'gate'
  const own = (machine.source.PATH ?? '').split(path.delimiter)
  const directories = ofGate ? [...ownPrograms(tree, need.cwd), ...own] : machine.path
  const answer = (end: ProgramFact['end'], more: Partial<ProgramFact> = {}): ProgramFact => ({
    ...{ need, end, version: null, said: null, took_ms: 0 },
    ...more,
  })
  if (need.ask === null) return answer(isThere(need.program, directories) ? 'present' : 'missing')
  const where = path.join(tree, need.cwd)
  const cwd = statSync(where, { throwIfNoEntry: false })?.isDirectory() ? where : tree
  const env = {
    ...machine.source,
    ...(ofGate ? {} : machine.homes),
    ...OFFLINE,
    PATH: directories.join(path.delimiter),
  }
  const asked = await ask(need.ask, {
    ...{ cwd, env },
    ...(place.limit_ms === undefined ? {} : { limit_ms: place.limit_ms }),
    ...(place.signal === undefined ? {} : { signal: place.signal }),
  })
  const { took_ms } = asked
  if (asked.end === 'missing') return answer('missing', { took_ms })
  if (asked.end === 'cut') return answer('hangs', { took_ms })
  const works = asked.end === 'exited' && asked.code === 0
  const said = lastLine(asked.stderr) ?? lastLine(asked.stdout)
  return works
    ? answer('works', { took_ms, version: firstVersion(asked.stdout) ?? firstVersion(asked.stderr) })
    : answer('fails', { took_ms, said: said ?? (asked.code === null ? asked.end : `exit code ${asked.code}`) })
}

/** More at once than this wait for each other's start, and look as if they hung. */
const AT_ONCE = Math.max(4, 2 * availableParallelism())

/** Runs every program that is needed, some at once, to see whether it works and which version it is. In the order of the needs. */
export const probePrograms = async (
  needs: readonly ProgramNeed[],
  place: ProgramPlace,
): Promise<readonly ProgramFact[]> => {
  const facts: ProgramFact[] = []
  const waiting = [...needs.entries()]
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      facts[next[0]] = await probeProgram(next[1], place)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return facts
}
