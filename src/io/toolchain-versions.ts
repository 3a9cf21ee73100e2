import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Machine } from './toolchains.ts'

/** Versions that decide which matrix cell of a CI fits this machine, and part of every control's key. */
export interface ToolchainVersions {
  readonly node?: string
  readonly python?: string
  readonly go?: string
  readonly rust?: string
}

const ask = async (machine: Machine, program: string, ...words: readonly string[]): Promise<string | undefined> => {
  try {
    const { stdout } = await promisify(execFile)(program, words, {
      cwd: '/',
      env: { ...machine.homes, PATH: machine.path.join(path.delimiter) },
      timeout: 20_000,
    })
    return /\d+\.\d+(\.\d+)?/.exec(stdout)?.[0]
  } catch {
    return undefined
  }
}

const known = new WeakMap<Machine, Promise<ToolchainVersions>>()

/** Asks `node`, `python3`, `go` and `rustc` of the machine once; a missing one is left out. */
export const toolchainVersions = (machine: Machine): Promise<ToolchainVersions> => {
  const asked =
    known.get(machine) ??
    Promise.all([
      ask(machine, 'node', '--version'),
      ask(machine, 'python3', '--version'),
      ask(machine, 'go', 'version'),
      ask(machine, 'rustc', '--version'),
    ]).then(([node, python, go, rust]) => ({
      ...(node === undefined ? {} : { node }),
      ...(python === undefined ? {} : { python }),
      ...(go === undefined ? {} : { go }),
      ...(rust === undefined ? {} : { rust }),
    }))
  known.set(machine, asked)
  return asked
}
