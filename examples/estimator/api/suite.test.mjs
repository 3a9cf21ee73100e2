// The API as its callers see it: over HTTP, in a process that shares nothing with the server.
import assert from 'node:assert/strict'
import { test } from 'node:test'

const base = process.env.API_URL
if (!base) throw new Error('API_URL says where the server is: run `node api/run.mjs`')

const call = async (method, path, body) => {
  const response = await fetch(`${base}${path}`, { method, ...(body === undefined ? {} : { body }) })
  return { status: response.status, type: response.headers.get('content-type'), body: await response.json() }
}
const sheet = (name, ...lines) => [`SHEET ${name} "Ground floor"`, 'SCALE 1:50', ...lines, 'END'].join('\n')
const supply = 'RECT 0 0 12 12\nLINE 0 0 12 12\nLINE 12 0 0 12'
const door = 'LINE 100 100 118 100\nARC 100 100 18 0 90'
const add = async (...lines) => (await call('POST', '/drawings', sheet('A-1', ...lines))).body.id
const note = (id, value) => call('POST', `/drawings/${id}/notes`, JSON.stringify(value))

test('health says that it is there', async () => {
  const { status, body } = await call('GET', '/health')
  assert.deepEqual([status, body.status], [200, 'ok'])
})
test('answers are JSON', async () => {
  assert.equal((await call('GET', '/health')).type, 'application/json')
})
test('a drawing is taken and summed up', async () => {
  const { status, body } = await call('POST', '/drawings', sheet('M-7', supply, door))
  assert.equal(status, 201)
  assert.deepEqual({ ...body, id: null }, { id: null, sheet: 'M-7', title: 'Ground floor', symbols: 2 })
})
test('a drawing that was taken is in the list, the last one last', async () => {
  const ids = [await add(supply), await add(door)]
  const { body } = await call('GET', '/drawings')
  assert.deepEqual(body.drawings.slice(-2).map(({ id }) => id), ids)
})
test('the same sheet twice is two drawings', async () => {
  assert.notEqual(await add(supply), await add(supply))
})
test('a drawing is given back with its shapes', async () => {
  const { status, body } = await call('GET', `/drawings/${await add(supply)}`)
  assert.equal(status, 200)
  assert.deepEqual([body.drawing.scale, body.drawing.shapes.length], [50, 3])
})
test('the take-off counts by class and size', async () => {
  const { body } = await call('GET', `/drawings/${await add(supply, door)}/takeoff`)
  assert.deepEqual(body.quantities, [
    { class: 'supply_grille', size: '600x600', count: 1 },
    { class: 'door', size: '900', count: 1 },
  ])
})
test('the take-off names its sheet and scale', async () => {
  const { body } = await call('GET', `/drawings/${await add(supply)}/takeoff`)
  assert.deepEqual([body.sheet, body.scale, body.total], ['A-1', '1:50', 1])
})
test('the take-off says where each symbol is', async () => {
  const { body } = await call('GET', `/drawings/${await add(supply)}/takeoff`)
  assert.deepEqual(body.symbols[0].box, { left: 0, bottom: 0, right: 12, top: 12 })
})
test('a sheet without symbols has an empty take-off', async () => {
  const { body } = await call('GET', `/drawings/${await add('LINE 0 0 400 0')}/takeoff`)
  assert.deepEqual([body.quantities, body.total], [[], 0])
})
for (const [what, text, line] of [
  ['that is empty', '', 1],
  ['that was cut off', 'SHEET A-1\nSCALE 1:50\nLINE 0 0 1 1', 3],
  ['with a word that is not known', 'SHEET A-1\nSCALE 1:50\nBOX 1 2 3\nEND', 3],
  ['with a number that is none', 'SHEET A-1\nSCALE 1:50\n\nLINE 0 0 1 one\nEND', 4],
  ['without a scale', 'SHEET A-1\nLINE 0 0 1 1\nEND', 3],
])
  test(`a drawing ${what} is refused with its line`, async () => {
    const { status, body } = await call('POST', '/drawings', text)
    assert.deepEqual([status, body.line], [422, line])
    assert.match(body.error, new RegExp(`^line ${line}: `))
  })
test('a drawing that was refused is not in the list', async () => {
  const before = (await call('GET', '/drawings')).body.drawings.length
  await call('POST', '/drawings', 'no drawing')
  assert.equal((await call('GET', '/drawings')).body.drawings.length, before)
})
test('a drawing that is too large is refused', async () => {
  const { status } = await call('POST', '/drawings', 'x'.repeat(2_000_001))
  assert.equal(status, 413)
})
test('a drawing can be removed, and is gone then', async () => {
  const id = await add(supply)
  assert.equal((await call('DELETE', `/drawings/${id}`)).status, 200)
  assert.equal((await call('GET', `/drawings/${id}`)).status, 404)
})
test('a note is kept with its symbol', async () => {
  const id = await add(supply, door)
  assert.equal((await note(id, { symbol: 1, text: ' left hung ' })).status, 201)
  const { body } = await call('GET', `/drawings/${id}/notes`)
  assert.deepEqual(body.notes, [{ symbol: 1, text: 'left hung' }])
})
test('a new drawing has no notes', async () => {
  assert.deepEqual((await call('GET', `/drawings/${await add(supply)}/notes`)).body.notes, [])
})
for (const [what, value] of [
  ['on a symbol that is not there', { symbol: 9, text: 'x' }],
  ['on half a symbol', { symbol: 0.5, text: 'x' }],
  ['without a symbol', { text: 'x' }],
  ['without text', { symbol: 0, text: '  ' }],
  ['that is too long', { symbol: 0, text: 'x'.repeat(501) }],
])
  test(`a note ${what} is refused`, async () => {
    assert.equal((await note(await add(supply), value)).status, 422)
  })
test('a note that is no JSON is refused', async () => {
  assert.equal((await call('POST', `/drawings/${await add(supply)}/notes`, '{')).status, 400)
})
for (const [method, path, status] of [
  ['GET', '/', 404],
  ['GET', '/drawings/none', 404],
  ['GET', '/drawings/none/takeoff', 404],
  ['PUT', '/drawings', 405],
])
  test(`${method} ${path} is ${status}`, async () => {
    assert.equal((await call(method, path)).status, status)
  })
