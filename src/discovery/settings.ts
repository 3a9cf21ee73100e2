import type { Node } from 'yaml'
import { z } from 'zod'
import { type Config, configSchema } from '../model/config.ts'
import { ok, type Result, trouble } from '../model/result.ts'
import { readYaml, type YamlSource } from './yaml-source.ts'

/** Names that triverdict.yaml may have; one of them is there at most. */
export const SETTINGS_FILES = ['triverdict.yaml', 'triverdict.yml', '.triverdict.yaml'] as const

/** What a person wrote in triverdict.yaml, and where. */
export interface Settings {
  readonly file: string
  readonly config: Config
  /** 1-based line of the value at a path of keys and indexes; of the nearest part above it that is there. */
  line(path: readonly PropertyKey[]): number
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

/** The word of a list that another was probably meant to be; undefined for an empty list. */
export const nearest = (word: string, known: readonly string[]): string | undefined =>
  [...known].sort((a, b) => distance(word, a) - distance(word, b))[0]

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

type Described = { readonly properties?: Readonly<Record<string, Described>>; readonly additionalProperties?: unknown }

/** The published schema of what stands at a path: its keys are those that are known there. */
const describedAt = (path: readonly PropertyKey[]): Described | undefined => {
  let here: Described | undefined = z.toJSONSchema(configSchema, { io: 'input' }) as Described
  for (const key of path) {
    const more: unknown = here?.additionalProperties
    here = here?.properties?.[String(key)] ?? (typeof more === 'object' ? (more as Described) : undefined)
  }
  return here
}

const broken = (file: string, line: number, message: string, remedy: string): Result<never> =>
  trouble('config-invalid', `${file}:${line}: ${message}`, { remedy })

type Issue = { readonly code?: string; readonly path: readonly PropertyKey[]; readonly message: string } & Readonly<
  Record<string, unknown>
>

const explain = (file: string, yaml: YamlSource, issue: Issue | undefined): Result<never> => {
  const path = issue?.path ?? []
  const where = path.map(String).join('.')
  if (issue?.code === 'unrecognized_keys') {
    const key = (issue.keys as readonly string[])[0] ?? ''
    const known = Object.keys(describedAt(path)?.properties ?? {})
    const shown = where === '' ? key : `${where}.${key}`
    return broken(
      file,
      keyLine(yaml, path, key),
      `unknown key \`${shown}\``,
      `Did you mean \`${nearest(key, known)}\`? Known here: ${known.join(', ')}.`,
    )
  }
  const shown = where === '' ? 'the file' : `\`${where}\``
  const line = issue?.code === 'invalid_key' ? keyLine(yaml, path.slice(0, -1), String(path.at(-1))) : null
  const message =
    issue?.code === 'invalid_key'
      ? ((issue.issues as readonly Issue[])[0]?.message ?? 'is no valid name')
      : issue?.code === 'invalid_union' && path.at(0) !== 'alerts'
        ? 'must be a shell line or a list of words'
        : (issue?.message ?? 'is not valid')
  return broken(file, line ?? yaml.line(nodeAt(yaml, path)), `${shown}: ${message}`, 'Repair the value.')
}

/** Keys that mean something else to YAML or JavaScript than the name of a setting: the plain value would lose them, or hold them as a name. */
const UNREAD_KEYS: ReadonlyMap<string, readonly [message: string, remedy: string]> = new Map([
  // An object takes it for its prototype, so that what is below it would vanish without a word.
  ['__proto__', ['the key `__proto__` cannot be read', 'Take another name.']],
  ['<<', ['merge keys (`<<`) are not read', 'Write out what it would merge.']],
])

type UnreadKey = { readonly line: number; readonly message: string; readonly remedy: string }

/** The first key, in the order of the text, that is not read as it is meant, at any depth. */
const unreadKey = (yaml: YamlSource, node: Node | null, seen = new Set<Node>()): UnreadKey | undefined => {
  if (node === null || seen.has(node)) return undefined
  seen.add(node)
  for (const { key, at, value } of yaml.entries(node)) {
    const unread = UNREAD_KEYS.get(key)
    if (unread !== undefined) return { line: yaml.line(at), message: unread[0], remedy: unread[1] }
    const below = unreadKey(yaml, value, seen)
    if (below !== undefined) return below
  }
  for (const item of yaml.items(node)) {
    const below = unreadKey(yaml, item, seen)
    if (below !== undefined) return below
  }
  return undefined
}

/**
 * Reads the text of triverdict.yaml. Unknown keys, wrong types, duplicate keys, merge keys, `__proto__` and broken YAML are `config-invalid`, naming file, line, key
 * and the nearest valid key. An empty file is empty settings.
 */
export const readSettings = (file: string, text: string): Result<Settings> => {
  const yaml = readYaml(text)
  if (yaml.problem !== null) return broken(file, yaml.problem.line, yaml.problem.message, 'Repair the YAML.')
  const unread = unreadKey(yaml, yaml.root)
  if (unread !== undefined) return broken(file, unread.line, unread.message, unread.remedy)
  const line: Settings['line'] = (path) => yaml.line(nodeAt(yaml, path))
  if (yaml.root === null || yaml.value(yaml.root) === null) return ok({ file, config: {}, line })
  const parsed = configSchema.safeParse(yaml.value(yaml.root))
  return parsed.success
    ? ok({ file, config: parsed.data, line })
    : explain(file, yaml, parsed.error.issues[0] as unknown as Issue | undefined)
}
