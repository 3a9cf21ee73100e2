import { describe, expect, it } from 'vitest'
import { unjudgedReason } from './error-share.ts'

describe('unjudgedReason', () => {
  it.each([
    [10, 10, undefined, null],
    [9, 10, undefined, '1 of 10 could not be judged (10 %, at most 0 %)'],
    [9, 10, 0.1, null],
    [8, 10, 0.1, '2 of 10 could not be judged (20 %, at most 10 %)'],
    [7, 10, 0.3, null],
    [1, 10, 1, null],
    [1e9 - 1, 1e9, undefined, null],
    [1e8 - 1, 1e8, undefined, '1 of 100000000 could not be judged (0 %, at most 0 %)'],
    [0, 10, 1, 'nothing was judged, out of 10'],
    [0, 0, undefined, 'nothing was judged, out of 0'],
    [11, 10, undefined, '11 were judged out of only 10'],
    [-1, 10, undefined, 'evaluated and total are not counts'],
    [1, 1.5, undefined, 'evaluated and total are not counts'],
    [Number.NaN, 1, undefined, 'evaluated and total are not counts'],
    [9, 10, Number.NaN, 'max_error_rate is not a share from 0 to 1'],
    [9, 10, 1.1, 'max_error_rate is not a share from 0 to 1'],
    [9, 10, -0.1, 'max_error_rate is not a share from 0 to 1'],
  ])('%s of %s, at most %s: %s', (evaluated, total, max_error_rate, reason) => {
    expect(unjudgedReason({ evaluated, total, ...(max_error_rate === undefined ? {} : { max_error_rate }) })).toBe(
      reason,
    )
  })
})
