import type { Node } from 'yaml'
import type { CheckKind, Evidence } from '../model/check.ts'
import { configSchema, type VerifyConfig, verifyConfigSchema } from '../model/config.ts'
import type { RepoView } from '../model/repo-view.ts'
import { ok, type Result, trouble } from '../model/result.ts'
import { readYaml, type YamlSource } from './yaml-source.ts'

const FILES = ['triverdict.yaml', 'triverdict.yml', '.triverdict.yaml'] as const

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

/** Edits that make one word of the other (Levenshtein). */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}

const nearest = (word: string, known: readonly string[]): string | undefined =>
  [...known].sort((a, b) => distance(word, a) - distance(word, b))[0]

const KEYS: Readonly<Record<string, readonly string[]>> = {
  verify: Object.keys(verifyConfigSchema.shape),
  'verify.commands': ['tests', 'types', 'lint'],
  'verify.lock': ['tests', 'product'],
}

const nodeAt = (yaml: YamlSource, path: readonly PropertyKey[]): Node | null => {
  let node = yaml.root
  for (const key of path) {
    const next: Node | null | undefined = typeof key === 'number' ? yaml.items(node)[key] : yaml.get(node, String(key))
    if (next === null || next === undefined) return node
    node = next
  }
  return node
}

const keyLine = (yaml: YamlSource, path: readonly PropertyKey[], key: string): number => {
  const entry = yaml.entries(nodeAt(yaml, path)).find((candidate) => candidate.key === key)
  return yaml.line(entry?.at)
}

const broken = (file: string, line: number, message: string, remedy: string): Result<never> =>
  trouble('config-invalid', `${file}:${line}: ${message}`, { remedy })

/**
 * Reads the configuration at the locked ref; null when there is none. Unknown keys below `verify:`, wrong types, duplicate
 * keys and broken YAML are `config-invalid`, naming file, line, key and the nearest valid key. Keys beside `verify:` are others' business.
 */
export const readConfig = (view: RepoView): Result<ReadConfig | null> => {
  const present = FILES.filter((file) => view.has(file))
  const [file, second] = present
  if (file === undefined) return ok(null)
  if (second !== undefined) return broken(second, 1, `there is a ${file} too`, 'Keep one of the two.')
  const text = view.read(file)
  if (text === undefined) return broken(file, 1, 'it is not a text file', 'Make it a regular file of YAML.')
  const yaml = readYaml(text)
  if (yaml.problem !== null) return broken(file, yaml.problem.line, yaml.problem.message, 'Repair the YAML.')
  const nothing: ReadConfig = { config: {}, file, evidence: { commands: {}, prepare: [] } }
  if (yaml.root === null || yaml.value(yaml.root) === null) return ok(nothing)
  const parsed = configSchema.safeParse(yaml.value(yaml.root))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const path = issue?.path ?? []
    const where = path.join('.') || 'the file'
    if (issue?.code === 'unrecognized_keys') {
      const key = issue.keys[0] ?? ''
      const known = KEYS[where] ?? []
      return broken(
        file,
        keyLine(yaml, path, key),
        `unknown key \`${where}.${key}\``,
        `Did you mean \`${nearest(key, known)}\`? Known here: ${known.join(', ')}.`,
      )
    }
    const message =
      issue?.code === 'invalid_union' ? 'must be a shell line or a list of words' : (issue?.message ?? 'is not valid')
    return broken(file, yaml.line(nodeAt(yaml, path)), `\`${where}\`: ${message}`, 'Repair the value.')
  }
  const typo = yaml.entries(yaml.root).find(({ key }) => key !== 'verify' && distance(key, 'verify') <= 2)
  if (typo !== undefined && parsed.data.verify === undefined)
    return broken(file, yaml.line(typo.at), `unknown key \`${typo.key}\``, 'Did you mean `verify`?')
  const config = parsed.data.verify ?? {}
  const evidence = (path: readonly PropertyKey[], words: string): Evidence => ({
    tier: 'config',
    file,
    line: yaml.line(nodeAt(yaml, path)),
    text: words,
  })
  const commands: Partial<Record<CheckKind, Evidence>> = {}
  for (const kind of ['tests', 'types', 'lint'] as const) {
    const command = config.commands?.[kind]
    if (command !== undefined)
      commands[kind] = evidence(['verify', 'commands', kind], typeof command === 'string' ? command : command.join(' '))
  }
  const prepare = (config.prepare ?? []).map((line, index) => evidence(['verify', 'prepare', index], line))
  return ok({ config, file, evidence: { commands, prepare } })
}
