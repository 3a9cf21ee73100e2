import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { homeOf } from './home.ts'

/** What this machine offers to every run, read once, before anything of a branch is seen. */
export interface Machine {
  /** Directories of PATH, in order: ours without relative ones, package-runner ones, active virtual environments and version managers' shims. */
  readonly path: readonly string[]
  /** Directories with further interpreters, put last where dependencies are installed. */
  readonly interpreters: readonly string[]
  /** Where toolchains live that would be looked for in HOME, which changes (`RUSTUP_HOME`). */
  readonly homes: Readonly<Record<string, string>>
  /** Our own environment as it was. */
  readonly source: Readonly<Record<string, string | undefined>>
}

/** Shims find their programs through HOME and a file in the working directory, both of which change. */
const isShims = (directory: string): boolean => /(^|\/)shims$|\/\.volta\/bin$/.test(directory)

const TOOL_HOMES: readonly (readonly [variable: string, below: string])[] = [
  ['RUSTUP_HOME', '.rustup'],
  ['COREPACK_HOME', '.cache/node/corepack'],
  ['UV_PYTHON_INSTALL_DIR', '.local/share/uv/python'],
  ['JAVA_HOME', ''],
]

const isDirectory = (directory: string): boolean =>
  statSync(directory, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Asks an interpreter where it really is; null when there is none. */
const realInterpreter = async (
  argv: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): Promise<string | null> => {
  try {
    const [program, ...args] = argv
    const { stdout } = await promisify(execFile)(program, args, { cwd: '/', env, timeout: 20_000 })
    const found = stdout.trim()
    return path.isAbsolute(found) && existsSync(found) ? path.dirname(found) : null
  } catch {
    return null
  }
}

const pyenvInterpreters = (root: string | undefined): readonly string[] => {
  const versions = root === undefined ? null : path.join(root, 'versions')
  if (versions === null || !isDirectory(versions)) return []
  const names = readdirSync(versions)
    .sort(new Intl.Collator('en', { numeric: true }).compare)
    .reverse()
  return names.map((name) => path.join(versions, name, 'bin')).filter(isDirectory)
}

/** Reads the machine from an environment (ours). Runs at most `python3` and `node`, in `/`, to see behind shims. */
export const readMachine = async (source: Readonly<Record<string, string | undefined>>): Promise<Machine> => {
  const ownVenv = source.VIRTUAL_ENV === undefined ? null : path.join(source.VIRTUAL_ENV, 'bin')
  const usable = (source.PATH ?? '')
    .split(path.delimiter)
    .filter((entry) => path.isAbsolute(entry) && isDirectory(entry))
    .filter(
      (entry) =>
        !entry.includes('/node_modules/') && !entry.endsWith('/node-gyp-bin') && path.normalize(entry) !== ownVenv,
    )
  const real: string[] = []
  if (usable.some(isShims)) {
    const { VIRTUAL_ENV: _, ...env } = { ...source, PATH: usable.join(path.delimiter) } as NodeJS.ProcessEnv
    const python = await realInterpreter(['python3', '-I', '-c', 'import sys; print(sys.executable)'], env)
    const node = await realInterpreter(['node', '-p', 'process.execPath'], env)
    // Only what a shim hid: an interpreter that stands on PATH by itself keeps its place.
    for (const found of [python, node]) if (found !== null && !usable.includes(found)) real.push(found)
  }
  const home = homeOf(source) ?? undefined
  const homes = TOOL_HOMES.map(([variable, below]) => {
    const standard = home === undefined || below === '' ? undefined : path.join(home, below)
    return [variable, source[variable] ?? standard] as const
  }).filter((pair): pair is readonly [string, string] => pair[1] !== undefined && isDirectory(pair[1]))
  const pyenv = source.PYENV_ROOT ?? (home === undefined ? undefined : path.join(home, '.pyenv'))
  return {
    path: [...new Set([...real, ...usable.filter((entry) => !isShims(entry))])],
    interpreters: pyenvInterpreters(pyenv),
    homes: Object.fromEntries(homes),
    source,
  }
}

/** The first of these programs that is not on the PATH of an environment (ours); null when all are there. */
export const missingProgram = (
  programs: readonly string[],
  source: Readonly<Record<string, string | undefined>>,
): string | null => {
  const directories = (source.PATH ?? '').split(path.delimiter).filter((entry) => path.isAbsolute(entry))
  const isThere = (program: string) =>
    directories.some((directory) => {
      try {
        accessSync(path.join(directory, program), constants.X_OK)
        return true
      } catch {
        return false
      }
    })
  return programs.find((program) => !isThere(program)) ?? null
}
