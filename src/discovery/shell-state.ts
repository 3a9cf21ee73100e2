import { join, upToRoot } from './paths.ts'
import { type Part, type Token, UNKNOWN_EXPRESSION } from './shell-words.ts'

/** What a shell remembers from one command to the next. Mutable: the parser walks it through the text. */
export interface State {
  cwd: string
  env: Record<string, string>
  variables: Record<string, string>
  errexit: boolean
  pipefail: boolean
  /** Nothing after this can be known: `exit`, or a change of state that we cannot follow. */
  ended: 'no' | 'exit' | string
}

/** What the CI systems call the root of the checkout. */
const WORKSPACE = new Set(['GITHUB_WORKSPACE', 'CI_PROJECT_DIR', 'CIRCLE_WORKING_DIRECTORY'])

/** Text that may change the state of the shell, if it runs. `A=b` in front of a command changes nothing behind it. */
export const STATEFUL =
  /(^|[\s;&|(])(cd|pushd|popd|export|source|eval|alias|trap|shopt|exit|return|declare|local|readonly|typeset|unset|read|set|exec|umask)\b|^\s*\.\s|(^|[\s;&|(])[A-Za-z_]\w*\+?=(?:(?:"[^"]*"|'[^']*'|[^\s;&|()"'`])*\s*(?:$|[;\n&|)])|[^\s;&|]*(?:\$\(|`|"[^"]*$))/
/** Commands that only print, or do nothing. They cannot fail. */
export const QUIET = new Set([':', 'true', 'echo', 'printf', '/bin/true'])
/** Entering a virtual environment: ours is entered already. */
export const VENV = /(^|\/)bin\/activate$/
/** The same by a variable that only ever says where one is. */
export const VENV_BY_NAME = /^(?:source|\.)\s+["']?\$\{?(?:VENV|VIRTUAL_ENV)\}?$/
/** Directories of installed tools: ours are on the PATH already. */
export const TOOL_PATH = /node_modules\/\.bin|venv\/bin|go\/bin|\.local\/bin/

/** A word without its quotes; null when its value is known only to a running shell, or more than one word. */
export const wordValue = (
  parts: readonly Part[],
  state: State,
): { readonly value: string; readonly glob: boolean } | null => {
  let value = ''
  let glob = false
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'text') {
      if (!part.quoted) {
        if (/\{[^{}]*(,|\.\.)[^{}]*\}/.test(part.value)) return null
        if (index === 0 && part.value.startsWith('~')) return null
        if (/[*?]|\[.+\]/.test(part.value)) glob = true
      }
      value += part.value
    } else if (part.kind === 'variable') {
      const known = WORKSPACE.has(part.name)
        ? upToRoot(state.cwd)
        : part.name === 'PWD'
          ? '.'
          : state.variables[part.name]
      if (known === undefined || known.includes(UNKNOWN_EXPRESSION)) return null
      if (!part.quoted && ((known === '' && parts.length === 1) || /[\s*?[\]]/.test(known))) return null
      value += known
    } else return null
  }
  return { value, glob }
}

/** The words that one word becomes: an unquoted variable of several words is split, and an empty one is none (POSIX, Field Splitting). */
export const wordValues = (
  parts: readonly Part[],
  state: State,
): readonly ({ readonly value: string; readonly glob: boolean } | null)[] => {
  const [only] = parts
  const value = only?.kind === 'variable' && !only.quoted ? state.variables[only.name] : undefined
  const plain = value !== undefined && /^(?:\s*|.*\s.*)$/s.test(value) && !/[*?[\]\\'"]/.test(value)
  return parts.length === 1 && plain && !value.includes(UNKNOWN_EXPRESSION) && state.variables.IFS === undefined
    ? value.split(/\s+/).flatMap((word) => (word === '' ? [] : [{ value: word, glob: false }]))
    : [wordValue(parts, state)]
}

/** `NAME=` at the start of a word, and what follows it. */
export const assignment = (
  token: Token | undefined,
): { readonly name: string; readonly parts: readonly Part[] } | null => {
  if (token?.kind !== 'word') return null
  const [first, ...rest] = token.parts
  if (first?.kind !== 'text' || first.quoted) return null
  const match = /^([A-Za-z_]\w*)=/.exec(first.value)
  if (match === null) return null
  return { name: match[1] ?? '', parts: [{ ...first, value: first.value.slice(match[0].length) }, ...rest] }
}

/** What a builtin that changes the shell does to the state. False when it is no such builtin. */
export const follow = (argv: readonly string[], state: State): boolean => {
  const [name, ...rest] = argv
  const lose = (why: string): boolean => {
    state.ended = why
    return true
  }
  switch (name) {
    case 'cd': {
      const target = rest.filter((word) => !['-P', '-L', '--'].includes(word))
      const next = target.length === 1 && target[0] !== '-' ? join(state.cwd, target[0] ?? '') : null
      if (next === null) return lose('changes to a directory that is not known')
      state.cwd = next
      return true
    }
    case 'set':
      for (const [index, word] of rest.entries()) {
        if (word === '--' || !/^[-+]/.test(word)) {
          if (!/^[-+]\w*o\w*$/.test(rest[index - 1] ?? '')) return lose('sets positional arguments')
          if (word === 'pipefail') state.pipefail = rest[index - 1]?.startsWith('-') ?? false
          if (word === 'errexit') state.errexit = rest[index - 1]?.startsWith('-') ?? false
        } else if (word.slice(1).includes('e')) state.errexit = word.startsWith('-')
      }
      return true
    case 'source':
    case '.':
      return VENV.test(rest[0] ?? '') ? true : lose('reads a script into the shell')
    case 'exit':
      state.ended = 'exit'
      return true
    case 'unset':
      for (const word of rest) {
        delete state.env[word]
        delete state.variables[word]
      }
      return true
    case 'eval':
    case 'alias':
    case 'trap':
    case 'shopt':
    case 'pushd':
    case 'popd':
    case 'declare':
    case 'local':
    case 'readonly':
    case 'typeset':
    case 'return':
    case 'read':
    case 'umask':
    case 'ulimit':
    case 'wait':
    case 'function':
      return lose(`\`${name}\` changes the state of the shell`)
    default:
      return false
  }
}
