import { expect, test } from 'vitest'
import { makeStore } from '../api/store.ts'

const sheet = 'SHEET A-1 Roof\nSCALE 1:50\nRECT 0 0 12 12\nLINE 0 0 12 12\nEND'

test('an empty store', () => expect(makeStore().list()).toEqual([]))
test('a drawing is summed up', () =>
  expect(makeStore().add(sheet)).toEqual({ id: 'd1', sheet: 'A-1', title: 'Roof', symbols: 1 }))
test('drawings are listed as they came, each with an id of its own', () => {
  const store = makeStore()
  for (let each = 0; each < 3; each += 1) store.add(sheet)
  expect(store.list().map(({ id }) => id)).toEqual(['d1', 'd2', 'd3'])
})
test('an id is never given twice', () => {
  const store = makeStore()
  store.add(sheet)
  store.remove('d1')
  expect(store.add(sheet)).toMatchObject({ id: 'd2' })
})
test('what was removed is gone', () => {
  const store = makeStore()
  store.add(sheet)
  store.remove('d1')
  expect([store.list(), store.get('d1')]).toEqual([[], undefined])
})
test('removing what is not there changes nothing', () => {
  const store = makeStore()
  store.add(sheet)
  store.remove('d9')
  expect(store.list()).toHaveLength(1)
})
test('a drawing that is wrong is refused with its line, and not kept', () => {
  const store = makeStore()
  expect(store.add('SHEET A\nBOX')).toEqual({ refused: 'line 2: BOX is not known', line: 2 })
  expect(store.list()).toEqual([])
})
test('take-off and shapes are those of the drawing', () => {
  const store = makeStore()
  store.add(sheet)
  const entry = store.get('d1')
  expect([entry?.takeOff.total, entry?.drawing.shapes.length, entry?.notes]).toEqual([1, 2, []])
})
