import type { Box, Point, Shape } from './drawing.ts'

const radians = (degrees: number): number => (degrees * Math.PI) / 180

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

export const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

export const centreOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

/** An angle in degrees, brought to 0 (included) to 360 (excluded). */
export const turn = (degrees: number): number => ((degrees % 360) + 360) % 360

/** The smallest angle between two undirected lines, 0 to 90 degrees. */
export const angleBetween = (a: readonly [Point, Point], b: readonly [Point, Point]): number => {
  const direction = ([from, to]: readonly [Point, Point]): number => Math.atan2(to.y - from.y, to.x - from.x)
  const between = turn(((direction(a) - direction(b)) * 180) / Math.PI) % 180
  return Math.min(between, 180 - between)
}

export const onCircle = (centre: Point, radius: number, degrees: number): Point => ({
  x: centre.x + radius * Math.cos(radians(degrees)),
  y: centre.y + radius * Math.sin(radians(degrees)),
})

/** How a block is put on the sheet: scaled first, then turned, then moved. */
export interface Placement {
  readonly at: Point
  readonly rotation: number
  readonly scale: number
}

export const place = (point: Point, { at, rotation, scale }: Placement): Point => {
  const [sine, cosine] = [Math.sin(radians(rotation)), Math.cos(radians(rotation))]
  return {
    x: at.x + scale * (point.x * cosine - point.y * sine),
    y: at.y + scale * (point.x * sine + point.y * cosine),
  }
}

export const placeShape = (shape: Shape, placement: Placement): Shape => {
  const moved = (point: Point): Point => place(point, placement)
  switch (shape.kind) {
    case 'segment':
      return { ...shape, from: moved(shape.from), to: moved(shape.to) }
    case 'quad': {
      const [a, b, c, d] = shape.corners
      return { ...shape, corners: [moved(a), moved(b), moved(c), moved(d)] }
    }
    case 'circle':
      return { ...shape, centre: moved(shape.centre), radius: shape.radius * placement.scale }
    case 'arc':
      return {
        ...shape,
        centre: moved(shape.centre),
        radius: shape.radius * placement.scale,
        start: turn(shape.start + placement.rotation),
      }
    case 'label':
      return { ...shape, at: moved(shape.at), height: shape.height * placement.scale }
  }
}

const boxOfPoints = (points: readonly Point[]): Box => ({
  left: Math.min(...points.map(({ x }) => x)),
  bottom: Math.min(...points.map(({ y }) => y)),
  right: Math.max(...points.map(({ x }) => x)),
  top: Math.max(...points.map(({ y }) => y)),
})

/** The smallest box round a shape; of an arc round the part that is drawn. */
export const boxOf = (shape: Shape): Box => {
  switch (shape.kind) {
    case 'segment':
      return boxOfPoints([shape.from, shape.to])
    case 'quad':
      return boxOfPoints(shape.corners)
    case 'circle': {
      const { centre, radius } = shape
      return {
        left: centre.x - radius,
        bottom: centre.y - radius,
        right: centre.x + radius,
        top: centre.y + radius,
      }
    }
    case 'arc': {
      const { centre, radius, start, sweep } = shape
      // Where it touches the box it ends, or runs level or upright.
      const turns = [0, 90, 180, 270].filter((degrees) => turn(degrees - start) <= sweep)
      return boxOfPoints([start, start + sweep, ...turns].map((degrees) => onCircle(centre, radius, degrees)))
    }
    case 'label':
      return { left: shape.at.x, bottom: shape.at.y, right: shape.at.x + shape.height * shape.text.length, top: shape.at.y + shape.height }
  }
}

export const join = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  bottom: Math.min(...boxes.map(({ bottom }) => bottom)),
  right: Math.max(...boxes.map(({ right }) => right)),
  top: Math.max(...boxes.map(({ top }) => top)),
})

/** True where two boxes share a point, or are not farther apart than `gap`. */
export const touches = (a: Box, b: Box, gap = 0): boolean =>
  a.left <= b.right + gap && b.left <= a.right + gap && a.bottom <= b.top + gap && b.bottom <= a.top + gap

/** Area of what two boxes share, over the area of what they cover together: 0 to 1. */
export const overlap = (a: Box, b: Box): number => {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom)
  if (width <= 0 || height <= 0) return 0
  const area = (box: Box): number => (box.right - box.left) * (box.top - box.bottom)
  return (width * height) / (area(a) + area(b) - width * height)
}
