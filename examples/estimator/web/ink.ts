import type { Box, Shape } from '../src/drawing.ts'
import { onCircle } from '../src/geometry.ts'

const figure = (value: number): string => String(Number(value.toFixed(3)))

/** A shape as the path of an SVG, upright: a sheet counts upwards, a screen downwards. */
export const pathOf = (shape: Exclude<Shape, { kind: 'label' }>): string => {
  const at = ({ x, y }: { x: number; y: number }): string => `${figure(x)} ${figure(-y)}`
  switch (shape.kind) {
    case 'segment':
      return `M${at(shape.from)}L${at(shape.to)}`
    case 'quad':
      return `M${shape.corners.map(at).join('L')}Z`
    case 'circle': {
      const { centre, radius } = shape
      const [left, right] = [{ ...centre, x: centre.x - radius }, { ...centre, x: centre.x + radius }]
      const half = `A${figure(radius)} ${figure(radius)} 0 1 0 `
      return `M${at(left)}${half}${at(right)}${half}${at(left)}`
    }
    case 'arc': {
      const { centre, radius, start, sweep } = shape
      const [from, to] = [onCircle(centre, radius, start), onCircle(centre, radius, start + sweep)]
      return `M${at(from)}A${figure(radius)} ${figure(radius)} 0 ${sweep > 180 ? 1 : 0} 0 ${at(to)}`
    }
  }
}

/** What a screen shows of a sheet: all of it, with a margin. */
export const viewOf = (boxes: readonly Box[], margin = 5): string => {
  if (boxes.length === 0) return '0 0 100 100'
  const left = Math.min(...boxes.map((box) => box.left)) - margin
  const right = Math.max(...boxes.map((box) => box.right)) + margin
  const bottom = Math.min(...boxes.map((box) => box.bottom)) - margin
  const top = Math.max(...boxes.map((box) => box.top)) + margin
  return [left, -top, right - left, top - bottom].map(figure).join(' ')
}

/** `return_grille` as people read it. */
export const spoken = (name: string): string => name.replaceAll('_', ' ')

/** 1234567 cents as `12,345.67`. */
export const money = (cents: number): string => {
  const whole = String(Math.trunc(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}
