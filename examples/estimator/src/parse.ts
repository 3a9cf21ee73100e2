import type { Drawing, Placed, Shape } from './drawing.ts'
import { type Placement, placeShape, turn } from './geometry.ts'
import { DrawingError, numberOf, positive, wordsOf } from './words.ts'

const noMore = (words: readonly string[], wanted: number, line: number): void => {
  if (words.length > wanted) throw new DrawingError(line, `${words[0]} takes ${wanted - 1} words, found ${words.length - 1}`)
}

/** The shape of a line; null where its first word names none. */
const shapeOf = (words: readonly string[], line: number): Shape | null => {
  const [name, ...rest] = words
  const number = (at: number, what: string): number => numberOf(rest[at], line, what)
  switch (name) {
    case 'LINE': {
      noMore(words, 5, line)
      return { kind: 'segment', from: { x: number(0, 'x1'), y: number(1, 'y1') }, to: { x: number(2, 'x2'), y: number(3, 'y2') } }
    }
    case 'RECT': {
      noMore(words, 5, line)
      const [x, y] = [number(0, 'x'), number(1, 'y')]
      const [width, height] = [positive(rest[2], line, 'width'), positive(rest[3], line, 'height')]
      return {
        kind: 'quad',
        corners: [{ x, y }, { x: x + width, y }, { x: x + width, y: y + height }, { x, y: y + height }],
      }
    }
    case 'CIRCLE':
      noMore(words, 4, line)
      return { kind: 'circle', centre: { x: number(0, 'x'), y: number(1, 'y') }, radius: positive(rest[2], line, 'radius') }
    case 'ARC': {
      noMore(words, 6, line)
      const sweep = positive(rest[4], line, 'sweep')
      if (sweep > 360) throw new DrawingError(line, `sweep is more than a whole turn: ${rest[4]}`)
      return {
        kind: 'arc',
        centre: { x: number(0, 'x'), y: number(1, 'y') },
        radius: positive(rest[2], line, 'radius'),
        start: turn(number(3, 'start')),
        sweep,
      }
    }
    case 'TEXT': {
      noMore(words, 5, line)
      const text = rest[3]
      if (text === undefined || text.trim() === '') throw new DrawingError(line, 'text is missing')
      return { kind: 'label', at: { x: number(0, 'x'), y: number(1, 'y') }, height: positive(rest[2], line, 'height'), text }
    }
    default:
      return null
  }
}

/** `INSERT name AT x y [ROT degrees] [SCALE factor]` */
const placementOf = (words: readonly string[], line: number): Placement => {
  const [, , at, ...rest] = words
  if (at !== 'AT') throw new DrawingError(line, 'INSERT needs AT x y')
  const options = new Map<string, string>()
  for (let index = 2; index < rest.length; index += 2) {
    const name = rest[index] as string
    if (name !== 'ROT' && name !== 'SCALE') throw new DrawingError(line, `INSERT does not know ${name}`)
    if (options.has(name)) throw new DrawingError(line, `${name} is given twice`)
    options.set(name, rest[index + 1] ?? '')
  }
  return {
    at: { x: numberOf(rest[0], line, 'x'), y: numberOf(rest[1], line, 'y') },
    rotation: options.has('ROT') ? numberOf(options.get('ROT'), line, 'ROT') : 0,
    scale: options.has('SCALE') ? positive(options.get('SCALE'), line, 'SCALE') : 1,
  }
}

/**
 * Reads the text of a drawing. A drawing that is wrong anywhere is refused with its line (`DrawingError`): half a sheet would be half a bill.
 * The last line must be `END`, so that one that was cut off is never taken for a whole one.
 */
export const parse = (text: string): Drawing => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  let sheet: string | null = null
  let [title, scale, layer, ended] = ['', 0, '0', false]
  const layers = new Set<string>()
  const shapes: Placed[] = []
  const blocks = new Map<string, readonly Shape[]>()
  let open: { readonly name: string; readonly line: number; readonly shapes: Shape[] } | null = null

  for (const [index, raw] of lines.entries()) {
    const line = index + 1
    const words = wordsOf(raw, line)
    const [name, first] = words
    if (name === undefined) continue
    if (ended) throw new DrawingError(line, `${name} stands behind END`)
    if (sheet === null) {
      if (name !== 'SHEET' || first === undefined) throw new DrawingError(line, 'a drawing begins with SHEET')
      noMore(words, 3, line)
      sheet = first
      title = words[2] ?? ''
      continue
    }
    if (open !== null && name === 'ENDBLOCK') {
      if (open.shapes.length === 0) throw new DrawingError(line, `the block ${open.name} is empty`)
      blocks.set(open.name, open.shapes)
      open = null
      continue
    }
    const shape = shapeOf(words, line)
    if (shape !== null) {
      if (open !== null) open.shapes.push(shape)
      else {
        layers.add(layer)
        shapes.push({ layer, shape })
      }
      continue
    }
    if (open !== null) throw new DrawingError(line, `${name} cannot stand in a block`)
    switch (name) {
      case 'SCALE': {
        const ratio = /^1:(\d+)$/.exec(first ?? '')
        if (ratio === null || Number(ratio[1]) === 0) throw new DrawingError(line, `SCALE is written 1:50, not ${first ?? 'left out'}`)
        if (scale !== 0) throw new DrawingError(line, 'SCALE is given twice')
        noMore(words, 2, line)
        scale = Number(ratio[1])
        break
      }
      case 'LAYER':
        if (first === undefined) throw new DrawingError(line, 'LAYER needs a name')
        noMore(words, 2, line)
        layer = first
        break
      case 'BLOCK':
        if (first === undefined) throw new DrawingError(line, 'BLOCK needs a name')
        if (blocks.has(first)) throw new DrawingError(line, `the block ${first} is there already`)
        noMore(words, 2, line)
        open = { name: first, line, shapes: [] }
        break
      case 'INSERT': {
        const block = blocks.get(first ?? '')
        if (block === undefined) throw new DrawingError(line, `there is no block ${first ?? 'without a name'}`)
        const placement = placementOf(words, line)
        layers.add(layer)
        for (const each of block) shapes.push({ layer, shape: placeShape(each, placement) })
        break
      }
      case 'END':
        noMore(words, 1, line)
        ended = true
        break
      default:
        throw new DrawingError(line, `${name} is not known`)
    }
  }
  if (sheet === null) throw new DrawingError(1, 'a drawing begins with SHEET')
  if (open !== null) throw new DrawingError(open.line, `the block ${open.name} is not closed`)
  if (!ended) throw new DrawingError(lines.length, 'END is missing: the drawing was cut off')
  if (scale === 0) throw new DrawingError(lines.length, 'SCALE is missing')
  return { sheet, title, scale, layers: [...layers].sort(), shapes }
}
