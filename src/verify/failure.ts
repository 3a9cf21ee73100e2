import type { Stack, Tool } from '../model/stack.ts'
import type { Workshop } from '../model/world.ts'
import { namesError } from '../verdict/error-line.ts'
import { failureName } from '../verdict/qualifier.ts'
import type { Examined } from './examine.ts'

/** The first failing assertion or error, verbatim. */
export interface Failure {
  readonly detail: string
  readonly source: 'log' | 'report'
  readonly truncated: boolean
}

const LIMIT_BYTES = 16 * 1024
const TAIL_LINES = 40
/** What the scripts of this tool print behind everything else. */
const OWN_LINE = /^(?:triverdict: [a-z]+ exit \d+|\[triverdict: .*\]|\s*)$/

/** Whole lines, at most 16 KiB. A first line longer than that is cut, since nothing would be left otherwise. */
export const wholeLines = (text: string): { text: string; truncated: boolean } => {
  const encoder = new TextEncoder()
  if (encoder.encode(text).length <= LIMIT_BYTES) return { text, truncated: false }
  const kept: string[] = []
  let size = 0
  for (const line of text.split('\n')) {
    size += encoder.encode(line).length + 1
    if (size > LIMIT_BYTES) break
    kept.push(line)
  }
  return { text: kept.length > 0 ? kept.join('\n') : text.slice(0, LIMIT_BYTES / 4), truncated: true }
}

/** Text without what npm has to say about itself before it comes to the point; still a part of it, word for word. */
const withoutPreface = (text: string): string => {
  const rest = text.replace(/^(?:npm (?:warn|WARN|notice)\b[^\n]*\n)+/, '')
  return rest.trim() === '' ? text : rest
}

/** The failing item that the tool reported first; one that only holds others comes after them. */
const firstFailing = ({ failing, run }: Pick<Examined, 'failing' | 'run'>): Examined['failing'][number] | undefined => {
  if (failing.length < 2) return failing[0]
  const own = failing.filter(({ counted }) => counted !== false)
  const asked = new Map((own.length > 0 ? own : failing).map((item) => [item.id, item] as const).reverse())
  const first = run.facts.items.find(({ id, state }) => state === 'red' && asked.has(id))
  return (first === undefined ? undefined : asked.get(first.id)) ?? failing[0]
}

/** Reads the failure of a check: the report's own text of the first red item, else the tool's block in the log, else what the report says of something that did not load, else the end of the log. */
export const failureOf = async (
  examined: Examined,
  tool: Tool | Stack['tools'][number] | null,
  workshop: Workshop,
): Promise<Failure | null> => {
  const first = firstFailing(examined)
  if (first?.message) {
    const { text, truncated } = wholeLines(first.message)
    return { detail: text, source: 'report', truncated }
  }
  const log = examined.run.log === null ? undefined : await workshop.readLog(examined.run.log)
  const block = log === undefined ? undefined : tool?.firstFailure?.(log)
  const unloaded = examined.run.facts.unloaded?.find(({ message }) => message.trim() !== '')
  // The log of some runners says of a file that did not load only that it did not.
  if (unloaded !== undefined && (block === undefined || !namesError(block))) {
    const { text, truncated } = wholeLines(unloaded.message)
    return { detail: text, source: 'report', truncated }
  }
  const words = block ?? examined.run.told ?? examined.run.detail
  if (words) {
    const { text, truncated } = wholeLines(withoutPreface(words))
    return { detail: text, source: block === undefined && examined.run.told ? 'report' : 'log', truncated }
  }
  // The end of a log that tells of nothing wrong would only mislead.
  if (log === undefined || log.trim() === '' || examined.run.facts.complete) return null
  const lines = log.trimEnd().split('\n')
  while (OWN_LINE.test(lines.at(-1) ?? '')) lines.pop()
  const { text, truncated } = wholeLines(withoutPreface(lines.slice(-TAIL_LINES).join('\n')))
  return { detail: text, source: 'log', truncated: truncated || lines.length > TAIL_LINES }
}

/** What a fail is called after: its first red item, a file that did not load, else its first reason. */
export const failingName = (examined: Pick<Examined, 'failing' | 'blocking' | 'run'>): string | null => {
  const { blocking, run } = examined
  const [item, unloaded] = [firstFailing(examined), run.facts.unloaded?.[0]]
  if (item !== undefined) return failureName(item)
  return unloaded === undefined ? (blocking[0] ?? null) : `${unloaded.id} did not load`
}
