import type { Placed, Point, Quad, Segment } from './drawing.ts'
import { angleBetween, boxOf, distance, touches } from './geometry.ts'

/** Ends of lines that are nearer than this are one point, in millimetres of the sheet. */
export const SNAP = 0.35

/** Lists of shapes that hang together: the boxes of neighbours touch, on one layer. In the order of their first shape. */
export const clusters = (shapes: readonly Placed[]): readonly (readonly Placed[])[] => {
  const boxes = shapes.map(({ shape }) => boxOf(shape))
  const parent = shapes.map((_, index) => index)
  const root = (index: number): number => {
    let at = index
    while (parent[at] !== at) at = parent[at] as number
    return at
  }
  for (const [a, one] of shapes.entries())
    for (let b = a + 1; b < shapes.length; b += 1) {
      const other = shapes[b] as Placed
      if (one.layer !== other.layer) continue
      if (touches(boxes[a] as (typeof boxes)[number], boxes[b] as (typeof boxes)[number], SNAP)) parent[root(b)] = root(a)
    }
  const groups = new Map<number, Placed[]>()
  for (const [index, shape] of shapes.entries()) {
    const key = root(index)
    groups.set(key, [...(groups.get(key) ?? []), shape])
  }
  return [...groups.values()]
}

/** The fourfold outline that four lines make, end to end; null where they do not close, or are no rectangle. */
export const closed = (lines: readonly Segment[]): Quad | null => {
  const [first, ...rest] = lines
  if (first === undefined || lines.length !== 4) return null
  const corners: Point[] = [first.from]
  let [end, left] = [first.to, rest]
  while (left.length > 0) {
    const next = left.find(({ from, to }) => distance(from, end) <= SNAP || distance(to, end) <= SNAP)
    if (next === undefined) return null
    corners.push(end)
    end = distance(next.from, end) <= SNAP ? next.to : next.from
    left = left.filter((line) => line !== next)
  }
  const [a, b, c, d] = corners
  if (a === undefined || b === undefined || c === undefined || d === undefined || distance(end, a) > SNAP) return null
  return angleBetween([a, b], [b, c]) > 85 && angleBetween([a, b], [d, c]) < 5 ? { kind: 'quad', corners: [a, b, c, d] } : null
}

/** Every set of four lines among these that closes to a rectangle is taken out and put in as one outline. */
export const outlined = (lines: readonly Segment[]): { readonly quads: readonly Quad[]; readonly lines: readonly Segment[] } => {
  for (let a = 0; a < lines.length; a += 1)
    for (let b = a + 1; b < lines.length; b += 1)
      for (let c = b + 1; c < lines.length; c += 1)
        for (let d = c + 1; d < lines.length; d += 1) {
          const four = [lines[a], lines[b], lines[c], lines[d]] as Segment[]
          const quad = closed(four)
          if (quad === null) continue
          const rest = outlined(lines.filter((line) => !four.includes(line)))
          return { quads: [quad, ...rest.quads], lines: rest.lines }
        }
  return { quads: [], lines }
}
