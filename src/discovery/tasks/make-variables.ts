import { type ExpansionPlace, escaped, type MakeVariables, ROOT } from './make-context.ts'
import { callFunction, FUNCTIONS } from './make-functions.ts'
import { outside } from './make-lines.ts'

const DEPTH = 16
/** A text that grows beyond that is no command of a person. */
const LIMIT = 100_000

/** Variables that every environment has: a shell knows them as well as make does. */
const EVERYWHERE = /^(?:HOME|PATH|USER|TMPDIR|CI|GITHUB_\w+|GOPATH|GOBIN)$/
/** Variables that make itself gives a value (GNU make, "Catalogue of Built-In Rules", "Other Special Variables"). */
const BUILT_IN =
  /^(?:AR|AS|CC|CXX|CPP|FC|M2C|PC|CO|GET|LEX|YACC|LINT|MAKEINFO|TEX\w*|WEAVE|CWEAVE|TANGLE|CTANGLE|ARFLAGS|SHELL|MFLAGS|OUTPUT_OPTION|SUFFIXES|VPATH|(?:COMPILE|LINK|PREPROCESS)\.\w+|MAKE\w+)$/
/** What a name stands for that no file sets: the environment's value, else nothing, as make has it. Undefined where only make knows. */
const unset = (name: string, file: MakeVariables, place: ExpansionPlace): string | undefined => {
  if (name === 'MAKE') {
    const handed = [...file.fixed].map((one) => [one, file.variables.get(one)] as const)
    if (handed.some(([, value]) => value === undefined || !/^[\w@%+=:,./-]*$/.test(value))) return undefined
    return ['make', ...handed.map(([one, value]) => `${one}=${value}`)].join(' ')
  }
  if (name === 'CURDIR') return file.cwd === '.' ? ROOT : `${ROOT}/${file.cwd}`
  if (!/^[\w.-]+$/.test(name) || BUILT_IN.test(name)) return undefined
  if (file.given[name] !== undefined) return file.given[name]
  if (!EVERYWHERE.test(name)) return ''
  return place === 'shell' ? `\${${name}}` : undefined
}

/** Index behind the bracket that closes the one at `at`, or -1. */
const closing = (text: string, at: number): number => {
  const [open, close] = text[at] === '(' ? ['(', ')'] : ['{', '}']
  let depth = 0
  for (let i = at; i < text.length; i += 1) {
    if (text[i] === open) depth += 1
    else if (text[i] === close) {
      depth -= 1
      if (depth === 0) return i + 1
    }
  }
  return -1
}

/** The value of what stands inside of `$(…)`. */
const inside = (inner: string, file: MakeVariables, place: ExpansionPlace, depth: number): string | undefined => {
  const deeper = (text: string): string | undefined => replaced(text, file, place, depth + 1)
  const [, name = '', given] = /^\s*([a-z-]+)(?:\s+([\s\S]*))?$/.exec(inner) ?? []
  if (FUNCTIONS.has(name) && (given !== undefined || !file.variables.has(name)))
    return callFunction(name, given ?? '', file, place, (text, wanted, variables) =>
      replaced(text, variables ?? file, wanted === 'known' ? 'make' : place, depth + 1),
    )
  const colon = outside(inner, ':')
  const equals = colon < 0 ? -1 : outside(inner, '=', colon)
  if (equals > 0) {
    const [plain, from, to] = [inner.slice(0, colon), inner.slice(colon + 1, equals), inner.slice(equals + 1)]
    const value = replaced(`$(${plain})`, file, 'make', depth + 1)
    const [before, after] = [deeper(from), deeper(to)]
    if (value === undefined || before === undefined || after === undefined) return undefined
    const pattern = before.includes('%') ? before : `%${before}`
    const result = before.includes('%') ? after : `%${after}`
    return callFunction('patsubst', `${pattern},${result},${value}`, file, place, (text) => text)
  }
  const variable = deeper(inner.trim())
  if (variable === undefined) return undefined
  if (!file.variables.has(variable)) return unset(variable, file, place)
  const value = file.variables.get(variable)
  return value === undefined ? undefined : deeper(value)
}

/** `$(NAME)`, `${NAME:a=b}`, `$$` and functions of text replaced (GNU make, chapters 6 and 8); undefined where only make knows the value. */
export const replaced = (
  text: string,
  file: MakeVariables,
  place: ExpansionPlace = 'shell',
  depth = 0,
): string | undefined => {
  if (depth > DEPTH || file.budget.left <= 0) return undefined
  file.budget.left -= 1
  let result = ''
  for (let at = 0; at < text.length; at += 1) {
    const c = text[at] as string
    if (c !== '$') {
      result += c
      continue
    }
    const next = text[at + 1]
    if (next === undefined) return undefined
    if (next === '$') {
      result += '$'
      at += 1
      continue
    }
    const end = /[({]/.test(next) ? closing(text, at + 1) : at + 2
    if (end < 0) return undefined
    const inner = end === at + 2 ? next : text.slice(at + 2, end - 1)
    const value = inside(inner, file, place, depth)
    if (value === undefined || result.length + value.length > LIMIT) return undefined
    result += value
    at = end - 1
  }
  return result
}

/** The value of a variable after an assignment: what `=` holds is expanded when it is used, what `:=` holds when it is set. */
export const assigned = (
  before: string | undefined,
  known: boolean,
  operator: string,
  written: string,
  simple: boolean,
  file: MakeVariables,
): string | undefined => {
  const late = operator === '!=' ? `$(shell ${written})` : written
  if (operator === '?=' && known) return before
  const taken = (): string => {
    const value = /^::?:?=$/.test(operator) || (operator === '+=' && simple) ? replaced(late, file, 'make') : undefined
    // What only make can work out may still be a text that a shell can: it is asked again where it is used.
    return value === undefined ? late : escaped(value)
  }
  if (operator !== '+=') return taken()
  if (known && before === undefined) return undefined
  return [before ?? '', taken()].filter((part) => part !== '').join(' ')
}
