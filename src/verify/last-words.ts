import type { RunFacts } from '../model/run-facts.ts'
import { lastErrorLine } from '../verdict/error-line.ts'

/** Escape sequences of terminals. */
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g')

/**
 * A run that ended without saying in its report why: the last line of its output that names an error goes with its first reason.
 * Words only; nothing is decided by it.
 */
export const withLastWords = (facts: RunFacts, tail: string): RunFacts => {
  const [first, ...others] = facts.incomplete
  if (first === undefined || facts.unloaded !== undefined || facts.end === 'not-started') return facts
  const words = lastErrorLine(tail.replaceAll(COLOURS, ''))
  if (words === null || facts.incomplete.some((sentence) => sentence.includes(words))) return facts
  return { ...facts, incomplete: [`${first.replace(/\.$/, '')}; its last error: ${words}`, ...others] }
}
