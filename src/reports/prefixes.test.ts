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
        lying.push(length)
      }
      expect(lying).toEqual([])
    })
  }
})
