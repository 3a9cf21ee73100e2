import { clusters, outlined, SNAP } from './cluster.ts'
import type { Circle, Drawing, FoundSymbol, Placed, Point, Quad, Segment, SymbolClass } from './drawing.ts'
import { angleBetween, boxOf, centreOf, distance, join, middle, onCircle } from './geometry.ts'

/** How far a drawn symbol may be from the ideal one, each by the draughtsman's habits for that class. */
export const TOLERANCE = {
  /** A diagonal may end so far from its corner: a share of the shorter side. */
  diagonal: 0.12,
  /** Centres of rings: a share of the outer radius. */
  rings: 0.12,
  /** The disc of a damper: a share of the blade's length. */
  disc: 0.1,
  /** A door's swing ends so far from its leaf: a share of the leaf. */
  swing: 0.08,
  /** The pane of a window from its middle line: a share of the depth. */
  pane: 0.3,
} as const

interface Parts {
  readonly quads: readonly Quad[]
  readonly lines: readonly Segment[]
  readonly circles: readonly Circle[]
  readonly arcs: readonly Extract<Placed['shape'], { kind: 'arc' }>[]
  readonly labels: readonly string[]
}

interface Match {
  readonly class: SymbolClass
  /** On the sheet. */
  readonly width: number
  readonly height: number
}

const sidesOf = ({ corners: [a, b, c] }: Quad): readonly [number, number] => {
  const [one, other] = [distance(a, b), distance(b, c)]
  return one >= other ? [one, other] : [other, one]
}

/** True where a line runs from one corner to the opposite one. */
const isDiagonal = ({ from, to }: Segment, { corners: [a, b, c, d] }: Quad, slack: number): boolean => {
  const joins = (one: Point, other: Point): boolean =>
    (distance(from, one) <= slack && distance(to, other) <= slack) || (distance(from, other) <= slack && distance(to, one) <= slack)
  return joins(a, c) || joins(b, d)
}

const grille = ({ quads, lines, circles, arcs, labels }: Parts): Match | null => {
  const [quad] = quads
  if (quad === undefined || quads.length !== 1 || circles.length + arcs.length + labels.length > 0) return null
  const [width, height] = sidesOf(quad)
  const diagonals = lines.filter((line) => isDiagonal(line, quad, height * TOLERANCE.diagonal))
  if (diagonals.length !== lines.length) return null
  if (lines.length === 2) return { class: 'supply_grille', width, height }
  return lines.length === 1 ? { class: 'return_grille', width, height } : null
}

const diffuser = ({ quads, lines, circles, arcs, labels }: Parts): Match | null => {
  const [quad] = quads
  if (quad === undefined || quads.length !== 1 || circles.length !== 2 || lines.length + arcs.length + labels.length > 0) return null
  const [width, height] = sidesOf(quad)
  const [inner, outer] = [...circles].sort((a, b) => a.radius - b.radius) as [Circle, Circle]
  const slack = outer.radius * TOLERANCE.rings
  const level = distance(inner.centre, outer.centre) <= slack && distance(outer.centre, centreOf(quad.corners)) <= slack
  return level && inner.radius < outer.radius * 0.8 ? { class: 'diffuser', width, height } : null
}

const damper = ({ quads, lines, circles, arcs, labels }: Parts): Match | null => {
  const [blade, ...more] = lines
  const [disc] = circles
  if (blade === undefined || disc === undefined || more.length + quads.length + arcs.length + labels.length > 0) return null
  if (circles.length !== 1) return null
  const length = distance(blade.from, blade.to)
  const level = distance(disc.centre, middle(blade.from, blade.to)) <= length * TOLERANCE.disc
  return level && length > disc.radius * 2.2 ? { class: 'damper', width: length, height: disc.radius * 2 } : null
}

const thermostat = ({ quads, lines, circles, arcs, labels }: Parts): Match | null => {
  const [ring] = circles
  if (ring === undefined || circles.length !== 1 || quads.length + lines.length + arcs.length > 0) return null
  return labels.length === 1 && labels[0] === 'T'
    ? { class: 'thermostat', width: ring.radius * 2, height: ring.radius * 2 }
    : null
}

const door = ({ quads, lines, circles, arcs, labels }: Parts): Match | null => {
  const [leaf] = lines
  const [swing] = arcs
  if (leaf === undefined || swing === undefined || lines.length !== 1 || arcs.length !== 1) return null
  if (quads.length + circles.length + labels.length > 0 || Math.abs(swing.sweep - 90) > 6) return null
  const slack = Math.max(SNAP, swing.radius * TOLERANCE.swing)
  const ends = [swing.start, swing.start + swing.sweep].map((degrees) => onCircle(swing.centre, swing.radius, degrees))
  const hangs = (hinge: Point, tip: Point): boolean =>
    distance(hinge, swing.centre) <= slack && ends.some((end) => distance(end, tip) <= slack)
  const fits = hangs(leaf.from, leaf.to) || hangs(leaf.to, leaf.from)
  return fits ? { class: 'door', width: swing.radius, height: swing.radius } : null
}

const window = ({ quads, lines, circles, arcs, labels }: Parts): Match | null => {
  const [frame] = quads
  const [pane] = lines
  if (frame === undefined || pane === undefined || quads.length !== 1 || lines.length !== 1) return null
  if (circles.length + arcs.length + labels.length > 0) return null
  const [width, depth] = sidesOf(frame)
  const [a, b, c] = frame.corners
  const long = distance(a, b) >= distance(b, c) ? ([a, b] as const) : ([b, c] as const)
  const level = angleBetween([pane.from, pane.to], long) < 3
  const central = distance(middle(pane.from, pane.to), centreOf(frame.corners)) <= depth * TOLERANCE.pane
  return width >= depth * 4 && level && central ? { class: 'window', width, height: depth } : null
}

/** In this order: a window's pane is never a diagonal where it is level. */
const RULES = [window, grille, diffuser, damper, thermostat, door] as const

const partsOf = (shapes: readonly Placed[]): Parts => {
  const all = shapes.map(({ shape }) => shape)
  const made = outlined(all.filter((shape) => shape.kind === 'segment'))
  return {
    quads: [...all.filter((shape) => shape.kind === 'quad'), ...made.quads],
    lines: made.lines,
    circles: all.filter((shape) => shape.kind === 'circle'),
    arcs: all.filter((shape) => shape.kind === 'arc'),
    labels: all.flatMap((shape) => (shape.kind === 'label' ? [shape.text.trim()] : [])),
  }
}

/** More shapes than this hang together only where it is no single symbol: a wall, a duct run, a title block. */
const LARGEST = 8

/** The symbols of a sheet, found by their shape alone: names of blocks and layers are the draughtsman's and say nothing. */
export const recognise = (drawing: Drawing): readonly FoundSymbol[] =>
  clusters(drawing.shapes).flatMap((cluster) => {
    if (cluster.length > LARGEST) return []
    const parts = partsOf(cluster)
    for (const rule of RULES) {
      const match = rule(parts)
      if (match === null) continue
      const [width, height] = [match.width * drawing.scale, match.height * drawing.scale].map(Math.round) as [number, number]
      const box = join(cluster.map(({ shape }) => boxOf(shape)))
      return [{ class: match.class, box, layer: cluster[0]?.layer ?? '0', size: [width, height] as const }]
    }
    return []
  })
