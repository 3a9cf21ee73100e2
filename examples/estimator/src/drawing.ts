/** A place on the sheet, in millimetres of the sheet. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Segment {
  readonly kind: 'segment'
  readonly from: Point
  readonly to: Point
}

/** Four corners, in order round the outline. */
export interface Quad {
  readonly kind: 'quad'
  readonly corners: readonly [Point, Point, Point, Point]
}

export interface Circle {
  readonly kind: 'circle'
  readonly centre: Point
  readonly radius: number
}

/** Part of a circle, anticlockwise from `start` by `sweep`, both in degrees. */
export interface Arc {
  readonly kind: 'arc'
  readonly centre: Point
  readonly radius: number
  readonly start: number
  readonly sweep: number
}

export interface Label {
  readonly kind: 'label'
  readonly at: Point
  readonly height: number
  readonly text: string
}

export type Shape = Segment | Quad | Circle | Arc | Label

/** A shape with the layer that it lies on. */
export interface Placed {
  readonly layer: string
  readonly shape: Shape
}

/** A sheet with its blocks resolved: nothing but shapes. */
export interface Drawing {
  readonly sheet: string
  readonly title: string
  /** So many millimetres of the building are one millimetre of the sheet: 50 for 1:50. */
  readonly scale: number
  readonly layers: readonly string[]
  readonly shapes: readonly Placed[]
}

/** The classes of symbols that the reader knows. */
export const CLASSES = [
  'supply_grille',
  'return_grille',
  'diffuser',
  'damper',
  'thermostat',
  'door',
  'window',
] as const
export type SymbolClass = (typeof CLASSES)[number]

/** A symbol that was found on a sheet. */
export interface FoundSymbol {
  readonly class: SymbolClass
  /** Smallest box round it, in millimetres of the sheet. */
  readonly box: Box
  readonly layer: string
  /** Width and height of the thing itself in millimetres of the building, the larger first. */
  readonly size: readonly [number, number]
}

export interface Box {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}
