import { baseName } from './arguments.ts'

/** A program of the Go world as it is called: by name, as a tool of the module (`go tool x`), or run from source (`go run path/x`). */
export interface ToolCall {
  readonly program: readonly string[]
  readonly args: readonly string[]
}

/** The call of one of these programs, taken apart. A version behind `@` is left out: the install step brought that version. */
export const readTool = (argv: readonly string[], names: readonly string[]): ToolCall | undefined => {
  const [program = '', second, ...rest] = argv
  if (names.includes(baseName(program))) return { program: [program], args: argv.slice(1) }
  if (baseName(program) !== 'go' || second === undefined) return undefined
  const at = rest.findIndex((word) => !word.startsWith('-'))
  const path = rest[at]
  if (path === undefined || !(second === 'tool' || second === 'run')) return undefined
  const [bare = '', version] = path.split('@')
  const name = toolName(bare)
  if (!names.includes(name)) return undefined
  const args = rest.slice(at + 1)
  return version === undefined ? { program: ['go', second, ...rest.slice(0, at + 1)], args } : { program: [name], args }
}

/** `example.com/x/v2/cmd/tool` → `tool`; `example.com/tool/v2` → `tool`. */
export const toolName = (path: string): string => {
  const parts = path.split('/')
  const last = parts.at(-1) ?? ''
  return /^v\d+$/.test(last) ? (parts.at(-2) ?? last) : last
}
