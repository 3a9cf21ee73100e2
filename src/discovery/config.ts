import type { CheckKind, Evidence } from '../model/check.ts'
import type { VerifyConfig } from '../model/config.ts'
import type { RepoView } from '../model/repo-view.ts'
import { ok, type Result, trouble } from '../model/result.ts'
import { readSettings, SETTINGS_FILES, type Settings } from './settings.ts'

/** `verify:` of triverdict.yaml as it is at the locked ref, and where each part was read. */
export interface ReadConfig {
  readonly config: VerifyConfig
  readonly file: string
  /** Where a command of a kind, or the n-th line of `prepare`, was read. */
  readonly evidence: {
    readonly commands: Readonly<Partial<Record<CheckKind, Evidence>>>
    readonly prepare: readonly Evidence[]
  }
}

/** triverdict.yaml of a tree; null when there is none. Two of them, and one that is no text, are `config-invalid`. */
export const settingsOf = (view: RepoView): Result<Settings | null> => {
  const [file, second] = SETTINGS_FILES.filter((name) => view.has(name))
  if (file === undefined) return ok(null)
  if (second !== undefined)
    return trouble('config-invalid', `${second}:1: there is a ${file} too`, { remedy: 'Keep one of the two.' })
  const text = view.read(file)
  if (text === undefined)
    return trouble('config-invalid', `${file}:1: it is not a text file`, { remedy: 'Make it a regular file of YAML.' })
  return readSettings(file, text)
}

/** Reads `verify:` at the locked ref; null when there is no triverdict.yaml. Trouble: `config-invalid`. */
export const readConfig = (view: RepoView): Result<ReadConfig | null> => {
  const read = settingsOf(view)
  if (!read.ok || read.value === null) return read.ok ? ok(null) : read
  const { file, line } = read.value
  const config = read.value.config.verify ?? {}
  const evidence = (path: readonly PropertyKey[], words: string): Evidence => ({
    tier: 'config',
    file,
    line: line(path),
    text: words,
  })
  const commands: Partial<Record<CheckKind, Evidence>> = {}
  for (const kind of ['tests', 'types', 'lint'] as const) {
    const command = config.commands?.[kind]
    if (command !== undefined)
      commands[kind] = evidence(['verify', 'commands', kind], typeof command === 'string' ? command : command.join(' '))
  }
  const prepare = (config.prepare ?? []).map((words, index) => evidence(['verify', 'prepare', index], words))
  return ok({ config, file, evidence: { commands, prepare } })
}
