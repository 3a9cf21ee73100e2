// The labelled set: sheets as draughtsmen draw them, made from a seed, so that everybody has the same ones. Hands shake, some explode their
// blocks into lines, walls and ducts run by, and some symbols touch a wall: no reader finds them all.
const SEED = 20260102
const SHEETS = 24
const CELL = 40
const [COLUMNS, ROWS] = [6, 5]

/** How often each class is drawn, in parts of the whole. */
const OFTEN = { supply_grille: 24, return_grille: 16, diffuser: 14, damper: 13, door: 16, window: 14, thermostat: 2 }

/** Mulberry32: whole numbers only, so that every machine draws the same. 0 (included) to 1 (excluded). */
const randomOf = (seed) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const fixed = (value) => value.toFixed(2)
const line = (...numbers) => `LINE ${numbers.map(fixed).join(' ')}`
const rect = (...numbers) => `RECT ${numbers.map(fixed).join(' ')}`
const edges = (x, y, width, height) => [
  line(x, y, x + width, y),
  line(x + width, y, x + width, y + height),
  line(x + width, y + height, x, y + height),
  line(x, y + height, x, y),
]

/** Hands: most are steady, one in nine shakes. What a point is off by is a share of the size of what is drawn. */
const handOf = (random) => {
  const shake = random() < 0.11 ? 0.16 : 0.05
  return (size) => (random() * 2 - 1) * shake * size
}

/** Lines of one symbol with its lower left corner at 0 0, and its box. */
const drawn = {
  supply_grille(random, hand) {
    const [width, height] = [8 + Math.floor(random() * 8), 6 + Math.floor(random() * 4)]
    const off = () => hand(height) * 0.8
    const frame = random() < 0.3 ? edges(0, 0, width, height) : [rect(0, 0, width, height)]
    return { lines: [...frame, line(off(), 0, width, height), line(width + off(), 0, 0, height)], width, height }
  },
  return_grille(random, hand) {
    const [width, height] = [8 + Math.floor(random() * 8), 6 + Math.floor(random() * 4)]
    const frame = random() < 0.3 ? edges(0, 0, width, height) : [rect(0, 0, width, height)]
    return { lines: [...frame, line(hand(height), 0, width, height)], width, height }
  },
  diffuser(random, hand) {
    const side = 9 + Math.floor(random() * 6)
    const middle = side / 2
    const rings = [`CIRCLE ${fixed(middle)} ${fixed(middle)} ${fixed(side * 0.42)}`]
    rings.push(`CIRCLE ${fixed(middle + hand(side) * 0.45)} ${fixed(middle)} ${fixed(side * 0.2)}`)
    return { lines: [rect(0, 0, side, side), ...rings], width: side, height: side }
  },
  damper(random, hand) {
    const [width, radius] = [10 + Math.floor(random() * 6), 2]
    const disc = `CIRCLE ${fixed(width / 2 + hand(width) * 0.9)} ${fixed(radius)} ${fixed(radius)}`
    return { lines: [line(0, radius, width, radius), disc], width, height: radius * 2 }
  },
  thermostat() {
    return { lines: ['CIRCLE 2 2 2', 'TEXT 1.20 1.20 1.60 "T"'], width: 4, height: 4 }
  },
  door(random, hand) {
    const leaf = 14 + Math.floor(random() * 5)
    const lines = [line(0, 0, leaf, hand(leaf) * 0.7), `ARC 0 0 ${fixed(leaf)} 0 90`]
    return { lines, width: leaf, height: leaf }
  },
  window(random, hand) {
    const [width, depth] = [16 + Math.floor(random() * 8), 3]
    const pane = depth / 2 + hand(depth) * 2.2
    const frame = random() < 0.3 ? edges(0, 0, width, depth) : [rect(0, 0, width, depth)]
    return { lines: [...frame, line(0.2, pane, width - 0.2, pane)], width, height: depth }
  },
}

/** Things that look like a symbol and are none: nobody may count them. */
const decoys = [
  () => [rect(0, 0, 12, 8)],
  () => ['CIRCLE 2 2 2', 'TEXT 1.20 1.20 1.60 "S"'],
  () => [rect(0, 0, 10, 10), line(0, 0, 10, 10), line(10, 0, 0, 10), line(0, 5, 10, 5)],
  () => ['ARC 0 0 12 0 180', line(0, 0, 12, 0)],
  // An opening in the slab, crossed like a supply grille: by its shape alone it is one.
  () => [rect(0, 0, 9, 9), line(0, 0, 9, 9), line(9, 0, 0, 9)],
]

const pick = (random, weights) => {
  const all = Object.entries(weights)
  let left = random() * all.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of all) {
    left -= weight
    if (left < 0) return name
  }
  return all[0][0]
}

const corners = (width, height, quarter) => (quarter % 2 === 0 ? [width, height] : [height, width])

/** Where the block's own corner goes, so that it lies upwards and right of a place after its quarter turns. */
const origin = (x, y, width, height, quarter) => [
  [x, y],
  [x + height, y],
  [x + width, y + height],
  [x, y + width],
][quarter]

const sheetOf = (number) => {
  const random = randomOf(SEED + number * 7919)
  const lines = [`SHEET E-${number} "Labelled sheet ${number}"`, 'SCALE 1:50']
  const truth = []
  for (let cell = 0; cell < COLUMNS * ROWS; cell += 1) {
    const [x, y] = [(cell % COLUMNS) * CELL + 4 + random() * 6, Math.floor(cell / COLUMNS) * CELL + 4 + random() * 6]
    const chance = random()
    if (chance < 0.12) continue
    const kind = chance < 0.22 ? null : pick(random, OFTEN)
    const quarter = Math.floor(random() * 4)
    const name = `c${cell}`
    if (kind === null) {
      const decoy = decoys[Math.floor(random() * decoys.length)]
      lines.push('LAYER FURNITURE', `BLOCK ${name}`, ...decoy(), 'ENDBLOCK', `INSERT ${name} AT ${fixed(x)} ${fixed(y)}`)
      continue
    }
    const symbol = drawn[kind](random, handOf(random))
    const [width, height] = corners(symbol.width, symbol.height, quarter)
    const [atX, atY] = origin(x, y, symbol.width, symbol.height, quarter)
    const layer = kind === 'door' || kind === 'window' ? 'WALLS' : 'AIR'
    lines.push(`LAYER ${layer}`, `BLOCK ${name}`, ...symbol.lines, 'ENDBLOCK')
    lines.push(`INSERT ${name} AT ${fixed(atX)} ${fixed(atY)} ROT ${quarter * 90}`)
    // One in twenty-five is run into by a wall or a duct.
    if (random() < 0.04) lines.push(line(x + width, y + height / 2, x + width + 6, y + height / 2))
    truth.push({ class: kind, box: { left: x, bottom: y, right: x + width, top: y + height } })
  }
  const [width, height] = [COLUMNS * CELL, ROWS * CELL]
  lines.push('LAYER FRAME', rect(-5, -5, width + 10, height + 10), `TEXT ${fixed(width - 40)} -4 2 "E-${number}"`, 'END')
  return { name: `E-${number}`, text: `${lines.join('\n')}\n`, truth }
}

/** Every sheet of the set: its text, and what is on it. */
export const sheets = () => Array.from({ length: SHEETS }, (_, index) => sheetOf(index + 1))
