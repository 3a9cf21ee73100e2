import { CLASSES, type Drawing, type FoundSymbol, type SymbolClass } from './drawing.ts'
import { recognise } from './recognise.ts'

/** One line of a bill: so many of a thing of a size. */
export interface Quantity {
  readonly class: SymbolClass
  /** As it is ordered: `600x300`; a door by the width of its leaf. */
  readonly size: string
  readonly count: number
}

export interface TakeOff {
  readonly sheet: string
  readonly scale: string
  readonly symbols: readonly FoundSymbol[]
  /** By class in the order of `CLASSES`, then by size, the smallest first. */
  readonly quantities: readonly Quantity[]
  readonly total: number
}

/** Things are made in these steps, in millimetres. */
const STEP: Readonly<Record<SymbolClass, number>> = {
  supply_grille: 50,
  return_grille: 50,
  diffuser: 50,
  damper: 50,
  thermostat: 10,
  door: 25,
  window: 50,
}

const stepped = (millimetres: number, step: number): number => Math.max(step, Math.round(millimetres / step) * step)

/** The size that is ordered for a thing that was measured on a sheet. */
export const orderedSize = (kind: SymbolClass, [width, height]: readonly [number, number]): string => {
  const step = STEP[kind]
  return kind === 'door' || kind === 'thermostat' ? String(stepped(width, step)) : `${stepped(width, step)}x${stepped(height, step)}`
}

const bySize = (a: string, b: string): number => {
  const [left, right] = [a, b].map((size) => size.split('x').map(Number))
  return (left?.[0] ?? 0) - (right?.[0] ?? 0) || (left?.[1] ?? 0) - (right?.[1] ?? 0)
}

/** How many of each class and size a sheet has. */
export const takeOff = (drawing: Drawing): TakeOff => {
  const symbols = recognise(drawing)
  const counts = new Map<string, number>()
  for (const symbol of symbols) {
    const key = `${symbol.class} ${orderedSize(symbol.class, symbol.size)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const quantities = [...counts].map(([key, count]): Quantity => {
    const [kind, size] = key.split(' ') as [SymbolClass, string]
    return { class: kind, size, count }
  })
  quantities.sort((a, b) => CLASSES.indexOf(a.class) - CLASSES.indexOf(b.class) || bySize(a.size, b.size))
  return { sheet: drawing.sheet, scale: `1:${drawing.scale}`, symbols, quantities, total: symbols.length }
}
