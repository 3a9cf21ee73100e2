import { MARK, markOf } from './junit-case.ts'
import { withoutColours } from './naming.ts'
import type { Attributes, XmlDocument } from './xml.ts'

/** What stands inside the test case that is being read (or in a failure outside of one); one object for the whole document. */
export interface CaseResult {
  /** Bits of `MARK`. */
  marks: number
  attempts: number
  skippedType: string
  skippedMessage: string
  /** `message` attribute and text of the first failure, error or failed attempt. */
  message: string
  /** Its `type`: of a test that was stopped some runners say nothing else. */
  type: string
  text: string
  reset(): void
  /** A child of the test case begins. */
  open(name: string, attributes: Attributes): void
  /** A child of the test case ends. */
  close(name: string): void
  /** What a test that did not fail printed; empty where it is not kept. */
  printed(): string
  /** The failure as a person reads it: message and text, decoded, without colours; a copy. */
  whole(): string
}

/** Text of failures is only captured while one is open, so that everything else costs nothing. `outputs`: what other tests printed is kept too. */
export const openResult = (capture: XmlDocument['capture'], outputs = false): CaseResult => {
  let captured: string[] | undefined
  let output = ''
  const begin = (): void => {
    captured = []
    capture((text) => captured?.push(text))
  }
  const result: CaseResult = {
    marks: 0,
    attempts: 1,
    skippedType: '',
    skippedMessage: '',
    message: '',
    type: '',
    text: '',
    reset() {
      result.marks = 0
      result.attempts = 1
      result.skippedType = result.skippedMessage = result.message = result.type = result.text = output = ''
    },
    open(name, attributes) {
      const mark = markOf(name)
      if (mark === 0) {
        // ctest writes an empty failure and the reason in the output
        const unexplained = result.text === '' && result.message === ''
        const failed = (result.marks & (MARK.failure | MARK.error)) !== 0
        if (name === 'system-out' && (outputs || failed) && unexplained) begin()
        return
      }
      if (mark === MARK.skipped) {
        result.skippedType = attributes.get('type') ?? ''
        result.skippedMessage = attributes.get('message') ?? ''
      } else {
        if (mark === MARK.flaky || mark === MARK.rerun) result.attempts += 1
        if (result.type === '') result.type = attributes.get('type') ?? ''
        if (result.message === '') result.message = attributes.get('message') ?? ''
        if (result.text === '') begin()
      }
      result.marks |= mark
    },
    close(name) {
      if (captured === undefined) return
      if (name === 'system-out') output = captured.join('')
      else result.text = captured.join('')
      captured = undefined
      capture(undefined)
    },
    printed: () => flat(withoutColours(output)),
    whole() {
      const text = result.text.trim() === '' ? output : result.text
      const silent = result.message.trim() === '' && result.text.trim() === ''
      const first = (silent ? result.type : result.message).trim()
      const both = first === '' || text.includes(first) ? text : text.trim() === '' ? first : `${first}\n${text}`
      return flat(withoutColours(both.replace(/^\s*\n/, '').trimEnd()))
    },
  }
  return result
}

/** A copy that does not keep the chunk alive that it was sliced from. */
export const flat = (text: string): string => (text.length < 13 ? text : JSON.parse(JSON.stringify(text)))
