import type { Some } from '../model/result.ts'
import type { Tool } from '../model/stack.ts'
import { commandsWithin, natureOf } from './commands.ts'

const QUESTIONS = new Set(['[', '[[', ']', ']]', 'test'])
/** A text that ends otherwise than with 0 where something differs. */
const REFUSES = /\bexit\s+[1-9]|\bfalse\b|\breturn\s+1\b|^(?:test|\[\[?)\s+-z\s/

/** True for a command whose own exit code says whether the tree differs from what is committed. */
export const decides = (tool: Tool | undefined, argv: Some<string>): tool is Tool =>
  tool?.beside === true && tool.recognises(argv) && argv[1] !== 'status'

/**
 * The comparison of the tree that a shell text amounts to (`test -z "$(git status --porcelain)"`, `if ! git diff --quiet; then exit 1; fi`),
 * as an argv; undefined where it does something else as well, or does not refuse.
 */
export const comparisonWithin = (tool: Tool, text: string): Some<string> | undefined => {
  const commands = commandsWithin(text).map(
    ([first, ...rest]): Some<string> => [
      first,
      ...rest.map((word) => word.replace(/["']+$/, '')).filter((word) => word !== '' && !/^[<>]|^\d>/.test(word)),
    ],
  )
  const compared = commands.filter((argv) => tool.recognises(argv))
  const others = commands.filter((argv) => !tool.recognises(argv))
  const only = others.every((argv) => QUESTIONS.has(argv[0]) || argv[0] === 'false' || natureOf(argv).nature === 'talk')
  return only && REFUSES.test(text.trim()) ? compared[0] : undefined
}
