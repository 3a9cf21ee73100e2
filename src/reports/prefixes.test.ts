import { describe, expect, test } from 'vitest'
import type { Report } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import { EVENTS, type Recorded, readAll, recorded } from './fixtures/recorded.ts'

const readsAsComplete = (result: Result<Report>): boolean =>
  result.ok && (result.value.kind === 'coverage' || result.value.complete)

/** Formats without an end mark: a text cut between two lines may read as complete, but never as green; coverage decides about nothing. */
const WITHOUT_END = new Set(['tsc-text', 'mypy-json', 'go-cover'])

const isRed = (result: Result<Report>): boolean =>
  result.ok &&
  (result.value.kind === 'coverage' ||
    (result.value.kind === 'findings' && result.value.findings.length + result.value.troubles.length > 0))

/**
 * TAP ends where its plan is fulfilled: what is cut off behind that are comments and details of the last point. Cut between two lines
 * it may read as complete then, but only with the same answers.
 */
const saysTheSame = (part: Result<Report>, whole: Result<Report>): boolean => {
  const answers = (result: Result<Report>): string =>
    result.ok && result.value.kind === 'tests'
      ? JSON.stringify(result.value.tests.map(({ id, status }) => [id, status]))
      : 'none'
  return answers(part) === answers(whole)
}

const all: Recorded[] = [
  ...recorded(),
  { format: 'events', name: 'every kind', folder: '', text: EVENTS, read: (text) => readAll('events', [text]) },
]

describe('no beginning of a report reads as a complete one', () => {
  for (const { format, name, text, read } of all) {
    test(`${format} ${name}`, () => {
      // What stands after the last sign of the report proper may be missing: white space, colours, comments.
      const significant = text.replace(/(?:\u001b\[[0-9;]*m|\s|<!--[^>]*-->)+$/, '').length
      const lying: number[] = []
      for (let length = 0; length < significant; length += 1) {
        const result = read(text.slice(0, length))
        if (!readsAsComplete(result)) continue
        if (WITHOUT_END.has(format) && isRed(result) && text[length - 1] === '\n') continue
        if (format.startsWith('tap') && text[length - 1] === '\n' && saysTheSame(result, read(text))) continue
        lying.push(length)
      }
      expect(lying).toEqual([])
    })
  }
})
