import { DrawingError, type Drawing } from '../src/index.ts'
import { parse } from '../src/parse.ts'
import { takeOff, type TakeOff } from '../src/takeoff.ts'

export interface Summary {
  readonly id: string
  readonly sheet: string
  readonly title: string
  readonly symbols: number
}

export interface Note {
  /** The number of the symbol in the take-off, from 0. */
  readonly symbol: number
  readonly text: string
}

export interface Entry {
  readonly summary: Summary
  readonly drawing: Drawing
  readonly takeOff: TakeOff
  readonly notes: Note[]
}

export interface Store {
  list(): readonly Summary[]
  get(id: string): Entry | undefined
  /** A drawing that cannot be read is refused, with its line. */
  add(text: string): Summary | { readonly refused: string; readonly line: number }
  remove(id: string): void
}

/** Drawings in memory, in the order in which they came. A sheet that comes again is a new revision with an id of its own. */
export const makeStore = (): Store => {
  const entries = new Map<string, Entry>()
  let serial = 0
  return {
    list: () => [...entries.values()].map(({ summary }) => summary),
    get: (id) => entries.get(id),
    add(text) {
      try {
        const drawing = parse(text)
        const quantities = takeOff(drawing)
        serial += 1
        const summary = { id: `d${serial}`, sheet: drawing.sheet, title: drawing.title, symbols: quantities.total }
        entries.set(summary.id, { summary, drawing, takeOff: quantities, notes: [] })
        return summary
      } catch (error) {
        if (error instanceof DrawingError) return { refused: error.message, line: error.line }
        throw error
      }
    },
    remove(id) {
      entries.delete(id)
    },
  }
}
