import type { Command } from '../model/check.ts'
import type { Outcome } from '../model/outcome.ts'

/** The words of a command, as a person would type them. */
export const wordsOf = (command: Command): string => (command.form === 'argv' ? command.argv.join(' ') : command.line)

/** One sentence for a step that did not end well. */
export const sentenceOf = (what: string, outcome: Outcome): string => {
  switch (outcome.end) {
    case 'exited':
      return `${what} ended with exit code ${outcome.exit_code}`
    case 'signalled':
      return `${what} was killed by ${outcome.signal}`
    case 'timed-out':
      return `${what} did not end in time (${Math.round(outcome.duration_ms / 1000)} s)`
    case 'stalled':
      return `${what} printed nothing any more and was ended`
    case 'cancelled':
      return `${what} was cancelled`
    case 'not-started':
      return `${what} could not be started: ${outcome.reason ?? 'unknown reason'}`
    case 'write-failed':
      return `the log of ${what} could not be written: ${outcome.reason ?? 'unknown reason'}`
  }
}
