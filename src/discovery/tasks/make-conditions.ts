import type { MakeVariables } from './make-context.ts'
import { splitOutside, withoutComment } from './make-lines.ts'
import { replaced } from './make-variables.ts'

/** Whether what stands under conditions is read: undefined where only make can tell. */
export type Truth = boolean | undefined

interface Frame {
  readonly state: Truth
  /** Whether an earlier branch of the same condition was taken. */
  readonly taken: Truth
}

/** The conditions that are open at a line of a Makefile, the outermost first. */
export type Conditions = readonly Frame[]

const OPENING = /^\s*(ifn?eq|ifn?def)\b\s*(.*)$/s
const ELSE = /^\s*else\b\s*(.*)$/s

const both = (a: Truth, b: Truth): Truth =>
  a === false || b === false ? false : a === undefined || b === undefined ? undefined : true
const not = (a: Truth): Truth => (a === undefined ? undefined : !a)

/** `(a,b)`, `"a" "b"`, `'a' "b"`. */
const sides = (text: string): readonly [string, string] | undefined => {
  const round = /^\(([\s\S]*)\)\s*$/.exec(text)
  if (round !== null) {
    const parts = splitOutside(round[1] ?? '', ',', 2)
    return parts.length === 2 ? [(parts[0] as string).trim(), (parts[1] as string).trim()] : undefined
  }
  const quoted = /^(?:"([^"]*)"|'([^']*)')\s*(?:"([^"]*)"|'([^']*)')\s*$/.exec(text)
  return quoted === null ? undefined : [quoted[1] ?? quoted[2] ?? '', quoted[3] ?? quoted[4] ?? '']
}

const truthOf = (word: string, rest: string, file: MakeVariables): Truth => {
  const text = withoutComment(rest).trim()
  if (word.endsWith('def')) {
    const name = replaced(text, file, 'make')
    if (name === undefined) return undefined
    const value = file.variables.has(name) ? file.variables.get(name) : replaced(`$(${name})`, file, 'make')
    const defined = value === undefined ? undefined : value !== ''
    return word === 'ifdef' ? defined : not(defined)
  }
  const found = sides(text)
  const [left, right] = (found ?? []).map((side) => replaced(side, file, 'make'))
  if (left === undefined || right === undefined) return undefined
  return (left === right) === (word === 'ifeq')
}

/** The conditions behind a line, where the line is a directive of one (GNU make, "Conditional Parts of Makefiles"); undefined for any other line. */
export const afterDirective = (open: Conditions, line: string, file: MakeVariables): Conditions | undefined => {
  const opening = OPENING.exec(line)
  if (opening !== null) {
    const state = truthOf(opening[1] ?? '', opening[2] ?? '', file)
    return [...open, { state, taken: state }]
  }
  if (/^\s*endif\b/.test(line)) return open.slice(0, -1)
  const other = ELSE.exec(line)
  const last = open.at(-1)
  if (other === null) return undefined
  if (last === undefined) return open
  const again = OPENING.exec(other[1] ?? '')
  const asked = again === null ? true : truthOf(again[1] ?? '', again[2] ?? '', file)
  const taken =
    last.taken === true || asked === true ? true : both(not(last.taken), not(asked)) === true ? false : undefined
  return [...open.slice(0, -1), { state: both(not(last.taken), asked), taken }]
}

/** Whether a line under these conditions is read. */
export const isRead = (open: Conditions): Truth => open.reduce<Truth>((all, { state }) => both(all, state), true)
