import { expect, test } from 'vitest'
import { hasBelow } from './repo-view.ts'

test('a directory is what has a file below it; a file, a name that only begins alike and nothing are none', () => {
  const view = { paths: ['a', 'b-c/x', 'b.ts', 'b/x', 'c/d/e'] }
  expect(['a', 'b', 'b-c', 'b.ts', 'b-', 'c', 'c/d', 'c/d/e', 'd', 'z'].filter((path) => hasBelow(view, path))).toEqual(
    ['b', 'b-c', 'c', 'c/d'],
  )
})
