import { data, Evaluator, type Expr, Lexer, Parser } from '@actions/expressions'
import { UNKNOWN_EXPRESSION } from './shell-words.ts'

/** A value of a workflow expression. `undefined` is not a value of the language: it stands for *known only inside the CI run*. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value }

/** What is known here. A context that is not listed is unknown; a listed one is complete unless it is in `partial`. */
export interface Contexts {
  readonly known: { readonly [context: string]: { readonly [name: string]: Value } }
  readonly partial: ReadonlySet<string>
}

interface Function {
  readonly name: string
  readonly minArgs: number
  readonly maxArgs: number
  call(): data.ExpressionData
}
const status = (name: string, value: boolean): Function => ({
  name,
  minArgs: 0,
  maxArgs: 0,
  call: () => new data.BooleanData(value),
})
/** Status functions of a job in which everything went well so far. */
const FUNCTIONS: readonly Function[] = [
  status('success', true),
  status('always', true),
  status('failure', false),
  status('cancelled', false),
]
const OPAQUE_FUNCTIONS = ['hashfiles']
const CONTEXTS = [
  'github',
  'env',
  'vars',
  'job',
  'jobs',
  'steps',
  'runner',
  'secrets',
  'strategy',
  'matrix',
  'needs',
  'inputs',
]

const toData = (value: Value): data.ExpressionData => {
  if (value === null) return new data.Null()
  if (typeof value === 'string') return new data.StringData(value)
  if (typeof value === 'number') return new data.NumberData(value)
  if (typeof value === 'boolean') return new data.BooleanData(value)
  if (Array.isArray(value)) return new data.Array(...(value as readonly Value[]).map(toData))
  return new data.Dictionary(...Object.entries(value).map(([key, entry]) => ({ key, value: toData(entry) })))
}

/** Nodes of the parser, as far as this file looks into them. Its classes are not exported. */
interface Node {
  readonly literal?: data.ExpressionData
  readonly args?: readonly Node[]
  readonly operator?: { readonly lexeme: string }
  readonly functionName?: { readonly lexeme: string }
  readonly left?: Node
  readonly right?: Node
  readonly group?: Node
  readonly expr?: Node
  readonly index?: Node
  readonly name?: { readonly lexeme: string }
}

const truth = (value: data.ExpressionData): boolean =>
  !(value.kind === data.Kind.Null) &&
  !(value.kind === data.Kind.Boolean && !(value as data.BooleanData).value) &&
  !(
    value.kind === data.Kind.Number &&
    ((value as data.NumberData).value === 0 || Number.isNaN((value as data.NumberData).value))
  ) &&
  !(value.kind === data.Kind.String && (value as data.StringData).value === '')

/** Evaluates with three values: `undefined` where the answer depends on something unknown. `truthOnly`: only whether it is true matters (Kleene's logic). */
const evaluate = (node: Node, contexts: Contexts, truthOnly: boolean): data.ExpressionData | undefined => {
  const whole = (): data.ExpressionData => {
    const known = new data.Dictionary()
    for (const [name, entries] of Object.entries(contexts.known)) known.add(name, toData(entries))
    return new Evaluator(node as unknown as Expr, known, new Map(FUNCTIONS.map((f) => [f.name, f as never]))).evaluate()
  }
  if (node.literal !== undefined) return node.literal
  if (node.group !== undefined) return evaluate(node.group, contexts, truthOnly)
  if (node.operator !== undefined && node.args !== undefined) {
    const and = node.operator.lexeme === '&&'
    let unknown = false
    let last: data.ExpressionData | undefined
    for (const arg of node.args) {
      last = evaluate(arg, contexts, truthOnly)
      if (last === undefined) unknown = true
      else if (truth(last) !== and && (truthOnly || !unknown)) return unknown ? new data.BooleanData(!and) : last
    }
    return unknown ? undefined : last
  }
  if (node.functionName !== undefined) {
    if (OPAQUE_FUNCTIONS.includes(node.functionName.lexeme.toLowerCase())) return undefined
    return (node.args ?? []).some((arg) => evaluate(arg, contexts, false) === undefined) ? undefined : whole()
  }
  if (node.left !== undefined && node.right !== undefined)
    return evaluate(node.left, contexts, false) === undefined || evaluate(node.right, contexts, false) === undefined
      ? undefined
      : whole()
  if (node.operator !== undefined && node.expr !== undefined) {
    const value = evaluate(node.expr, contexts, true)
    return value === undefined ? undefined : new data.BooleanData(!truth(value))
  }
  if (node.name !== undefined) {
    const name = node.name.lexeme.toLowerCase()
    return contexts.known[name] === undefined || contexts.partial.has(name) ? undefined : whole()
  }
  if (node.expr !== undefined) {
    const context = node.expr.name?.lexeme.toLowerCase()
    if (context !== undefined && contexts.partial.has(context)) {
      const key = node.index?.literal?.coerceString().toLowerCase()
      const entries = contexts.known[context] ?? {}
      return Object.keys(entries).some((entry) => entry.toLowerCase() === key) ? whole() : undefined
    }
    return evaluate(node.expr, contexts, false) === undefined ||
      (node.index !== undefined && evaluate(node.index, contexts, false) === undefined)
      ? undefined
      : whole()
  }
  return undefined
}

const parse = (text: string): Node | undefined => {
  try {
    const extra = [...FUNCTIONS, { name: 'hashFiles', minArgs: 1, maxArgs: 255 }]
    return new Parser(new Lexer(text).lex().tokens, CONTEXTS, extra).parse() as unknown as Node
  } catch {
    return undefined
  }
}

const run = (text: string, contexts: Contexts, truthOnly: boolean): data.ExpressionData | undefined => {
  const node = parse(text)
  if (node === undefined) return undefined
  try {
    return evaluate(node, contexts, truthOnly)
  } catch {
    return undefined
  }
}

const fromData = (value: data.ExpressionData): Value => {
  switch (value.kind) {
    case data.Kind.Null:
      return null
    case data.Kind.Array:
      return (value as data.Array).values().map(fromData)
    case data.Kind.Dictionary:
      return Object.fromEntries(
        (value as data.Dictionary).pairs().map(({ key, value: entry }) => [key, fromData(entry)]),
      )
    default:
      return (value as data.StringData | data.NumberData | data.BooleanData).value
  }
}

/** A condition (`if:`), with or without `${{ }}`: true, false, or undefined when it is known only inside the CI run or cannot be parsed. */
export const condition = (text: string, contexts: Contexts): boolean | undefined => {
  const inner = /^\s*\$\{\{([\s\S]*)\}\}\s*$/.exec(text)
  const value = run(inner !== null && !inner[1]?.includes('${{') ? (inner[1] ?? '') : text, contexts, true)
  return value === undefined ? undefined : truth(value)
}

/** The value of a text that is one `${{ }}` and nothing else, with its type (`fromJSON`); undefined otherwise or when unknown. */
export const valueOfExpression = (text: string, contexts: Contexts): Value | undefined => {
  const inner = /^\s*\$\{\{((?:(?!\$\{\{)[\s\S])*)\}\}\s*$/.exec(text)
  const value = inner === null ? undefined : run(inner[1] ?? '', contexts, false)
  return value === undefined ? undefined : fromData(value)
}

/** A text with every `${{ }}` replaced by its value; an unknown one by `UNKNOWN_EXPRESSION`. Newlines inside of `${{ }}` are lost. */
export const substitute = (
  text: string,
  contexts: Contexts,
): { readonly text: string; readonly unknown: readonly string[] } => {
  const unknown: string[] = []
  const replaced = text.replace(/\$\{\{((?:'[^']*'|(?!\}\})[\s\S])*)\}\}/g, (whole, inner: string) => {
    const value = run(inner, contexts, false)
    if (value?.primitive === true) return value.coerceString()
    unknown.push(whole)
    return UNKNOWN_EXPRESSION
  })
  return { text: replaced, unknown }
}

/** Names of the secrets that a text reads, in order, without `GITHUB_TOKEN`. */
export const secretsIn = (text: string): readonly string[] => {
  const found = [...text.matchAll(/\bsecrets\.([A-Za-z_]\w*)/g)].map((match) => match[1] ?? '')
  return [...new Set(found)].filter((name) => name.toUpperCase() !== 'GITHUB_TOKEN')
}
