// Two sheets as the API tells them, written by hand: a stub that the reader made would agree with whatever the reader does.
const segment = (x1, y1, x2, y2) => ({ kind: 'segment', from: { x: x1, y: y1 }, to: { x: x2, y: y2 } })
const square = (x, y, side) => ({
  kind: 'quad',
  corners: [{ x, y }, { x: x + side, y }, { x: x + side, y: y + side }, { x, y: y + side }],
})
const on = (layer, ...shapes) => shapes.map((shape) => ({ layer, shape }))
const box = (left, bottom, right, top) => ({ left, bottom, right, top })

const ground = {
  drawing: {
    sheet: 'M-1',
    title: 'Ground floor',
    scale: 50,
    layers: ['AIR', 'WALLS'],
    shapes: [
      ...on('AIR', square(0, 0, 12), segment(0, 0, 12, 12), segment(12, 0, 0, 12)),
      ...on('AIR', square(40, 0, 12), segment(40, 0, 52, 12), segment(52, 0, 40, 12)),
      ...on('AIR', { kind: 'circle', centre: { x: 80, y: 6 }, radius: 2 }, { kind: 'label', at: { x: 79, y: 5 }, height: 2, text: 'T' }),
      ...on('WALLS', segment(0, 40, 18, 40), { kind: 'arc', centre: { x: 0, y: 40 }, radius: 18, start: 0, sweep: 90 }),
    ],
  },
  takeOff: {
    sheet: 'M-1',
    scale: '1:50',
    symbols: [
      { class: 'supply_grille', box: box(0, 0, 12, 12), layer: 'AIR', size: [600, 600] },
      { class: 'supply_grille', box: box(40, 0, 52, 12), layer: 'AIR', size: [600, 600] },
      { class: 'thermostat', box: box(78, 4, 82, 8), layer: 'AIR', size: [200, 200] },
      { class: 'door', box: box(0, 40, 18, 58), layer: 'WALLS', size: [900, 900] },
    ],
    quantities: [
      { class: 'supply_grille', size: '600x600', count: 2 },
      { class: 'thermostat', size: '200', count: 1 },
      { class: 'door', size: '900', count: 1 },
    ],
    total: 4,
  },
}
const roof = {
  drawing: { sheet: 'M-9', title: '', scale: 100, layers: ['0'], shapes: on('0', segment(0, 0, 50, 0)) },
  takeOff: { sheet: 'M-9', scale: '1:100', symbols: [], quantities: [], total: 0 },
}

/** Back ends that work, with the sheets `d1` and, once it was added, `d2`. Each call gives fresh ones. */
export const working = () => {
  const notes = []
  const list = [{ id: 'd1', sheet: 'M-1', title: 'Ground floor', symbols: 4 }]
  return {
    'GET /api/drawings': () => [200, { drawings: list }],
    'POST /api/drawings': () => {
      list.push({ id: 'd2', sheet: 'M-9', title: '', symbols: 0 })
      return [201, list[1]]
    },
    'GET /api/drawings/d1': () => [200, { drawing: ground.drawing }],
    'GET /api/drawings/d1/takeoff': () => [200, ground.takeOff],
    'GET /api/drawings/d1/notes': () => [200, { notes }],
    'POST /api/drawings/d1/notes': (body) => {
      notes.push(JSON.parse(body))
      return [201, notes.at(-1)]
    },
    'GET /api/drawings/d2': () => [200, { drawing: roof.drawing }],
    'GET /api/drawings/d2/takeoff': () => [200, roof.takeOff],
    'GET /api/drawings/d2/notes': () => [200, { notes: [] }],
    'POST /pricing/estimate': () => [200, { total_cents: 1234567, pieces: 4 }],
  }
}
