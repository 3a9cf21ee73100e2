import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  Scalar,
  type YAMLParseError,
} from 'yaml'
import type { Value } from './expressions.ts'

/** A YAML text with the lines of its source. Every access gives undefined or null where the shape is another. */
export interface YamlSource {
  readonly root: Node | null
  /** A problem that makes the text unreadable, with its 1-based line. */
  readonly problem: { readonly message: string; readonly line: number } | null
  /** 1-based line of a node, 1 when it has none. */
  line(node: Node | null | undefined): number
  /** The value of a key of a mapping. */
  get(node: Node | null | undefined, key: string): Node | null
  /** Keys of a mapping in order, with the node of the key. */
  entries(
    node: Node | null | undefined,
  ): readonly { readonly key: string; readonly at: Node; readonly value: Node | null }[]
  items(node: Node | null | undefined): readonly Node[]
  /** Text of a scalar as it means: `20` for a number. Undefined for null and for what is no scalar. */
  text(node: Node | null | undefined): string | undefined
  /** Plain value; null when there is none. */
  value(node: Node | null | undefined): Value
  /** 1-based line of the source that holds a line (0-based) of a scalar's text. */
  lineWithin(node: Node, index: number): number
}

const WITHOUT_BOM = /^\uFEFF/

/** What is wrong, in one line. The parser's words for a second document advise another function of its own. */
const complaint = ({ code, message }: YAMLParseError): string =>
  code === 'MULTIPLE_DOCS'
    ? 'a second document begins in this file, and only one is read'
    : (message.split('\n')[0] ?? 'not YAML')

/** Parses one YAML 1.2 document. Never throws: syntax errors, duplicate keys and alias bombs are the `problem`. */
export const readYaml = (source: string): YamlSource => {
  const text = source.replace(WITHOUT_BOM, '').replace(/\r\n/g, '\n')
  const lines = text.split('\n')
  const counter = new LineCounter()
  const document: Document = parseDocument(text, { lineCounter: counter, prettyErrors: false, merge: false })
  const resolve = (node: unknown): Node | null => {
    if (isAlias(node)) return (node.resolve(document) as Node | undefined) ?? null
    return isMap(node) || isSeq(node) || isScalar(node) ? node : null
  }
  const at = (offset: number): number => counter.linePos(offset).line
  const line: YamlSource['line'] = (node) => (node?.range ? at(node.range[0]) : 1)
  const entries: YamlSource['entries'] = (node) => {
    const map = resolve(node)
    if (!isMap(map)) return []
    return map.items.flatMap((pair) =>
      isScalar(pair.key) ? [{ key: String(pair.key.value), at: pair.key as Node, value: resolve(pair.value) }] : [],
    )
  }
  const error = document.errors[0]
  let problem: YamlSource['problem'] = error ? { message: complaint(error), line: at(error.pos[0]) } : null
  if (problem === null) {
    try {
      document.toJS({ maxAliasCount: 200 })
    } catch (bomb) {
      problem = { message: bomb instanceof Error ? bomb.message : 'cannot be expanded', line: 1 }
    }
  }
  return {
    root: resolve(document.contents),
    problem,
    line,
    entries,
    get: (node, key) => entries(node).find((entry) => entry.key === key)?.value ?? null,
    items: (node) => {
      const seq = resolve(node)
      return isSeq(seq) ? seq.items.flatMap((item) => resolve(item) ?? []) : []
    },
    text: (node) => {
      const scalar = resolve(node)
      return isScalar(scalar) && scalar.value !== null && scalar.value !== undefined ? String(scalar.value) : undefined
    },
    value: (node) => (node === null || node === undefined ? null : ((node.toJS(document) ?? null) as Value)),
    lineWithin: (node, index) => {
      const start = line(node)
      if (!isScalar(node)) return start
      if (node.type === Scalar.BLOCK_LITERAL) return start + 1 + index
      if (node.type !== Scalar.BLOCK_FOLDED) return start
      // Folding joins lines: look for the one that begins like the text does.
      const head = (String(node.value).split('\n')[index] ?? '').trim().slice(0, 24)
      const found = lines.findIndex(
        (candidate, i) => i >= start + index && head !== '' && candidate.trim().startsWith(head.split(' ')[0] ?? head),
      )
      return found < 0 ? start + 1 : found + 1
    },
  }
}
