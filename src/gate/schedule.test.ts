import { expect, test } from 'vitest'
import { schedule } from './schedule.ts'

const item = (id: string, ...needs: string[]) => ({ id, needs })

/** Runs that end when the test says so. */
const rig = () => {
  const ends = new Map<string, (answer: boolean) => void>()
  const started: string[] = []
  return {
    started,
    run: (id: string) => {
      started.push(id)
      return new Promise<boolean>((resolve) => ends.set(id, resolve))
    },
    async end(id: string, answer = true) {
      ends.get(id)?.(answer)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('at most so many run at once, in their order, each behind what it needs', async () => {
  const { run, started, end } = rig()
  const all = schedule([item('a'), item('b', 'a'), item('c'), item('d')], 2, run, (answer) => answer)
  expect(started).toEqual(['a', 'c'])
  await end('c')
  expect(started).toEqual(['a', 'c', 'd'])
  await end('a')
  expect(started).toEqual(['a', 'c', 'd', 'b'])
  await end('d')
  await end('b')
  expect([...(await all).keys()].sort()).toEqual(['a', 'b', 'c', 'd'])
})

test('what needs one that did not pass is precluded, and so is what needs that', async () => {
  const { run, end, started } = rig()
  const all = schedule([item('a'), item('b', 'a'), item('c', 'b'), item('d')], 1, run, (answer) => answer)
  await end('a', false)
  await end('d')
  expect(Object.fromEntries(await all)).toEqual({
    a: { ran: false },
    b: { precludedBy: 'a' },
    c: { precludedBy: 'b' },
    d: { ran: true },
  })
  expect(started).toEqual(['a', 'd'])
})

test('a need that is no item is a bug, not a wait for ever', async () => {
  await expect(schedule([item('a', 'x')], 1, async () => true, Boolean)).rejects.toThrow('these wait for ever: a')
})
