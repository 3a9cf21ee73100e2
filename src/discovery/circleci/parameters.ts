import type { Value } from '../expressions.ts'
import { field, type Located, type LocatedMap, plainOf, textOf } from '../located.ts'
import { UNKNOWN_EXPRESSION } from '../shell-words.ts'

/** Values of `<< parameters.x >>` and the like, by their full name. What is missing is known only inside the CI run. */
export type Parameters = ReadonlyMap<string, Value>

const EXPRESSION = /<<\s*([\w.-]+)\s*>>/g

/** A text with its parameters replaced; what is not known becomes the mark of an unknown expression. */
export const filled = (text: string, parameters: Parameters): string =>
  text.replaceAll(EXPRESSION, (_, name: string) => {
    const value = parameters.get(name)
    return value === undefined || (value !== null && typeof value === 'object')
      ? UNKNOWN_EXPRESSION
      : String(value ?? '')
  })

/** The value of a node; one expression alone keeps the kind of its value. Undefined where it is not known. */
export const valueOfNode = (node: Located | undefined, parameters: Parameters): Value | undefined => {
  const text = textOf(node)
  const only = text === undefined ? null : /^<<\s*([\w.-]+)\s*>>$/.exec(text)
  if (only !== null) return parameters.get(only[1] ?? '')
  if (text === undefined || !text.includes('<<')) return plainOf(node)
  const made = filled(text, parameters)
  return made.includes(UNKNOWN_EXPRESSION) ? undefined : made
}

/** Declared parameters with their defaults, and what a call gives. `steps` parameters are no values. */
export const bind = (
  prefix: string,
  declared: Located | undefined,
  given: Located | undefined,
  outer: Parameters,
): Parameters => {
  const bound = new Map([...outer].filter(([name]) => name.startsWith('pipeline.')))
  if (declared?.is !== 'map') return bound
  for (const [name, definition] of declared.entries) {
    const own = field(given, name)
    const value = own === undefined ? valueOfNode(field(definition, 'default'), outer) : valueOfNode(own, outer)
    if (value !== undefined && (own !== undefined || field(definition, 'default') !== undefined))
      bound.set(`${prefix}${name}`, value)
  }
  return bound
}

const truthy = (value: Value): boolean =>
  !(value === false || value === null || value === '' || value === 0 || value === 'false')

/** A condition of `when` (CircleCI, "Logic statements"): true, false, or undefined where it is known only inside the CI run. */
export const holds = (node: Located | undefined, parameters: Parameters, depth = 0): boolean | undefined => {
  if (depth > 50) return undefined
  if (node?.is !== 'map') {
    const value = valueOfNode(node, parameters)
    return value === undefined ? undefined : truthy(value)
  }
  const [first] = node.entries
  if (first === undefined) return undefined
  const [word, inner] = first
  const items = inner.is === 'list' ? inner.items : []
  const all = (): readonly (boolean | undefined)[] => items.map((item) => holds(item, parameters, depth + 1))
  switch (word) {
    case 'and':
      return all().includes(false) ? false : all().includes(undefined) ? undefined : true
    case 'or':
      return all().includes(true) ? true : all().includes(undefined) ? undefined : false
    case 'not': {
      const value = holds(inner, parameters, depth + 1)
      return value === undefined ? undefined : !value
    }
    case 'equal': {
      const values = items.map((item) => valueOfNode(item, parameters))
      return values.includes(undefined) ? undefined : values.every((value) => String(value) === String(values[0]))
    }
    default:
      return undefined
  }
}

/** The map of a call: `name` alone, or `{name: {…}}`. */
export const callOf = (
  node: Located,
): { readonly name: string; readonly given: LocatedMap | undefined; readonly line: number } | undefined => {
  const text = textOf(node)
  if (text !== undefined) return { name: text, given: undefined, line: node.line }
  if (node.is !== 'map') return undefined
  const [first] = node.entries
  if (first === undefined) return undefined
  return {
    name: first[0],
    given: first[1].is === 'map' ? first[1] : undefined,
    line: node.keys.get(first[0]) ?? node.line,
  }
}
