import { ancestors, join } from '../discovery/paths.ts'
import { parseShell } from '../discovery/shell.ts'
import { isOnPath, versionQuestion } from '../discovery/version-question.ts'
import type { Command, Plan } from '../model/check.ts'
import type { ProgramNeed } from '../model/machine-facts.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Some } from '../model/result.ts'
import type { Stack } from '../model/stack.ts'
import type { Layer } from './layers.ts'

const need = (
  program: string,
  of: ProgramNeed['of'],
  by: string,
  more: Partial<Pick<ProgramNeed, 'ask' | 'cwd' | 'certain'>> = {},
): ProgramNeed => ({ program, ask: versionQuestion(program), cwd: '.', of, by: [by], certain: true, ...more })

interface Called {
  readonly program: string
  readonly cwd: string
  /** It is the first that runs, and the line does not go on without it. */
  readonly first: boolean
}

/** The programs of one line, in order. Where the shell cannot be followed no program is named. */
const programsOf = (written: string | readonly string[], cwd: string): readonly Called[] => {
  if (typeof written !== 'string') return written[0] === undefined ? [] : [{ program: written[0], cwd, first: true }]
  return parseShell(written, { cwd, env: {}, errexit: true, pipefail: true }).flatMap((item, at) =>
    item.form === 'simple'
      ? [{ program: item.argv[0], cwd: item.cwd, first: at === 0 && !item.swallowed && item.env.PATH === undefined }]
      : [],
  )
}

/** What the layers of a gate call. Only the first program of a layer that needs no other is certain: before the others something may bring them. */
export const programsOfLayers = (layers: readonly Layer[]): readonly ProgramNeed[] =>
  layers.flatMap(({ id, config, needs }) => {
    const by = `layer ${id}`
    const cwd = join('.', config.cwd ?? '.') ?? '.'
    const lines = [...(config.probe === undefined ? [] : [config.probe]), config.run]
    // A PATH of its own decides where its programs are.
    const known = needs.length === 0 && config.env?.PATH === undefined
    const shell = lines.some((line) => typeof line === 'string') ? [need('bash', 'gate', by)] : []
    const called = lines.flatMap((line) =>
      programsOf(line, cwd).map(({ first, ...one }) => ({ ...one, certain: known && first })),
    )
    return [
      ...shell,
      ...called
        .filter(({ program }) => isOnPath(program))
        .map(({ program, ...more }) => need(program, 'gate', by, more)),
    ]
  })

const firstWord = (command: Command): readonly string[] => (command.form === 'argv' ? [command.argv[0]] : [])

/** `python3` may be there by another name, and uv knows interpreters that are not on PATH. */
const PYTHON: Some<string> = ['sh', '-c', 'python3 --version || python --version || uv python find']

/** What installing the projects of a plan calls, and what their checks call where nothing is installed. */
export const programsOfPlan = (plan: Plan, view: RepoView, stacks: readonly Stack[]): readonly ProgramNeed[] =>
  plan.projects.flatMap(({ stack: id, directory, checks, prepare }) => {
    const stack = stacks.find((one) => one.id === id)
    const by = `${id} project ${directory}`
    if (stack === undefined || checks.length === 0) return []
    const install = stack.install(view.under(directory), directory)
    const asked = install.keyCommands.map((ask): ProgramNeed => {
      if (stack.id === 'python' && ask[0] === 'sh')
        return need('python3', 'verify', by, { ask: PYTHON, cwd: directory })
      return need(ask[0] === 'sh' ? install.manager : ask[0], 'verify', by, { ask, cwd: directory })
    })
    const called =
      install.manager !== 'none'
        ? []
        : [...prepare, ...checks, ...checks.flatMap(({ before }) => before)].flatMap(({ command }) =>
            firstWord(command)
              .filter(isOnPath)
              .map((program) => need(program, 'verify', by, { cwd: command.cwd })),
          )
    return [...asked, ...called]
  })

/** Files by which version managers choose another version of a program for a directory. */
const PINS = [
  ...['rust-toolchain', 'rust-toolchain.toml', '.python-version', '.node-version', '.java-version', '.tool-versions'],
  ...['mise.toml', '.mise.toml', '.sdkmanrc', '.yarnrc.yml'],
]

/** Where a question is asked for a directory: in the nearest one at or above it that may have a version of its own. */
const placeOf = (cwd: string, view: RepoView): string =>
  ancestors(cwd).find((directory) => PINS.some((pin) => view.has(directory === '.' ? pin : `${directory}/${pin}`))) ??
  '.'

/**
 * The same question is asked once for all whose answer it is: a repository of many projects has few toolchains. What a layer calls may lie in
 * its own directory. It is certain where it is for one of them.
 */
export const distinctNeeds = (needs: readonly ProgramNeed[], view: RepoView): readonly ProgramNeed[] => {
  const known = new Map<string, ProgramNeed>()
  for (const one of needs) {
    const cwd = one.of === 'gate' ? one.cwd : placeOf(one.cwd, view)
    const key = JSON.stringify([one.program, one.ask, cwd, one.of])
    const before = known.get(key)
    known.set(key, {
      ...{ ...one, cwd },
      by: [...new Set([...(before?.by ?? []), ...one.by])],
      certain: one.certain || before?.certain === true,
    })
  }
  return [...known.values()]
}
