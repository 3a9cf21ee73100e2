import type { Drawing } from '../src/drawing.ts'
import { boxOf } from '../src/geometry.ts'
import type { TakeOff } from '../src/takeoff.ts'
import { money, pathOf, spoken, viewOf } from './ink.ts'

interface Summary {
  readonly id: string
  readonly sheet: string
  readonly title: string
  readonly symbols: number
}
interface Note {
  readonly symbol: number
  readonly text: string
}

const SVG = 'http://www.w3.org/2000/svg'
const part = <T extends Element>(id: string): T => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no ${id}`)
  return found as unknown as T
}
const element = (name: string, text = ''): HTMLElement => {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

const trouble = part<HTMLElement>('trouble')
const tell = (text: string | null): void => {
  trouble.hidden = text === null
  trouble.textContent = text ?? ''
}

/** Asks a back end; what it refuses, or that it cannot be reached, is told and thrown. */
const ask = async <T>(who: 'api' | 'pricing', path: string, body?: string): Promise<T> => {
  const refuse = (text: string): never => {
    tell(text)
    throw new Error(text)
  }
  const answer = await fetch(`/${who}${path}`, body === undefined ? {} : { method: 'POST', body }).catch(() =>
    refuse(`The ${who} server cannot be reached.`),
  )
  const value = (await answer.json().catch(() => ({}))) as T & { readonly error?: string }
  if (!answer.ok) refuse(value.error ?? `The ${who} server answers ${answer.status}.`)
  tell(null)
  return value
}

let open: { readonly id: string; readonly takeOff: TakeOff } | null = null
let chosen: number | null = null

const listDrawings = async (): Promise<void> => {
  const { drawings } = await ask<{ drawings: readonly Summary[] }>('api', '/drawings')
  const rows = drawings.map(({ id, sheet, title, symbols }) => {
    const row = element('li')
    const button = element('button', `${sheet} ${title} (${symbols})`)
    button.addEventListener('click', () => void show(id).catch(() => undefined))
    row.append(button)
    return row
  })
  part('drawings').replaceChildren(...(rows.length > 0 ? rows : [element('li', 'No drawings yet.')]))
}

const showNotes = (notes: readonly Note[]): void => {
  part('notes').replaceChildren(
    ...notes.map(({ symbol, text }) => element('li', `${spoken(open?.takeOff.symbols[symbol]?.class ?? '')}: ${text}`)),
  )
  for (const box of document.querySelectorAll<SVGElement>('.found'))
    box.classList.toggle('noted', notes.some(({ symbol }) => String(symbol) === box.dataset.symbol))
}

const draw = (drawing: Drawing, { symbols }: TakeOff): void => {
  const ink = drawing.shapes.map(({ shape }) => {
    if (shape.kind === 'label') {
      const text = document.createElementNS(SVG, 'text')
      for (const [name, value] of [['x', shape.at.x], ['y', -shape.at.y], ['font-size', shape.height]] as const)
        text.setAttribute(name, String(value))
      text.textContent = shape.text
      return text
    }
    const path = document.createElementNS(SVG, 'path')
    path.setAttribute('class', 'ink')
    path.setAttribute('d', pathOf(shape))
    return path
  })
  const found = symbols.map(({ class: kind, box }, index) => {
    const outline = document.createElementNS(SVG, 'rect')
    outline.setAttribute('class', 'found')
    outline.dataset.symbol = String(index)
    outline.dataset.class = kind
    for (const [name, value] of [
      ['x', box.left],
      ['y', -box.top],
      ['width', box.right - box.left],
      ['height', box.top - box.bottom],
    ] as const)
      outline.setAttribute(name, String(value))
    outline.addEventListener('click', () => {
      chosen = index
      part<HTMLElement>('chosen').textContent = spoken(kind)
      part<HTMLFormElement>('annotate').hidden = false
      part<HTMLInputElement>('note').focus()
    })
    return outline
  })
  const plan = part<SVGSVGElement>('plan')
  plan.setAttribute('viewBox', viewOf(drawing.shapes.map(({ shape }) => boxOf(shape))))
  plan.replaceChildren(...ink, ...found)
}

const show = async (id: string): Promise<void> => {
  const [{ drawing }, takeOff, { notes }] = await Promise.all([
    ask<{ drawing: Drawing }>('api', `/drawings/${id}`),
    ask<TakeOff>('api', `/drawings/${id}/takeoff`),
    ask<{ notes: readonly Note[] }>('api', `/drawings/${id}/notes`),
  ])
  open = { id, takeOff }
  chosen = null
  part<HTMLElement>('sheet').hidden = false
  part<HTMLFormElement>('annotate').hidden = true
  part('bill').textContent = ''
  part('heading').textContent = `${drawing.sheet} ${drawing.title}`.trim()
  part('scale').textContent = takeOff.scale
  part('total').textContent = `${takeOff.total} symbols`
  part('quantities').replaceChildren(
    ...takeOff.quantities.map(({ class: kind, size, count }) => {
      const row = element('tr')
      row.append(element('td', spoken(kind)), element('td', size), element('td', String(count)))
      return row
    }),
  )
  const classes = [...new Set(takeOff.quantities.map((row) => row.class))]
  part('show').replaceChildren(
    ...[['', 'everything'] as const, ...classes.map((kind) => [kind, spoken(kind)] as const)].map(([value, text]) => {
      const option = element('option', text) as HTMLOptionElement
      option.value = value
      return option
    }),
  )
  draw(drawing, takeOff)
  showNotes(notes)
}

part<HTMLSelectElement>('show').addEventListener('change', (event) => {
  const { value } = event.target as HTMLSelectElement
  for (const box of document.querySelectorAll<SVGElement>('.found'))
    box.classList.toggle('off', value !== '' && box.dataset.class !== value)
})

const keepNote = async (): Promise<void> => {
  const input = part<HTMLInputElement>('note')
  if (open === null || chosen === null) return
  await ask('api', `/drawings/${open.id}/notes`, JSON.stringify({ symbol: chosen, text: input.value }))
  input.value = ''
  showNotes((await ask<{ notes: readonly Note[] }>('api', `/drawings/${open.id}/notes`)).notes)
}
part<HTMLFormElement>('annotate').addEventListener('submit', (event) => {
  event.preventDefault()
  void keepNote().catch(() => undefined)
})

const upload = async (input: HTMLInputElement): Promise<void> => {
  const file = input.files?.[0]
  if (file === undefined) return
  const text = await file.text()
  input.value = ''
  const { id } = await ask<Summary>('api', '/drawings', text)
  await listDrawings()
  await show(id)
}
part<HTMLInputElement>('file').addEventListener('change', (event) => {
  void upload(event.target as HTMLInputElement).catch(() => undefined)
})

const price = async (): Promise<void> => {
  if (open === null) return
  part('bill').textContent = ''
  const bill = await ask<{ total_cents: number; pieces: number }>(
    'pricing',
    '/estimate',
    JSON.stringify({ quantities: open.takeOff.quantities }),
  )
  part('bill').textContent = `${money(bill.total_cents)} for ${bill.pieces} pieces`
}
part('price').addEventListener('click', () => void price().catch(() => undefined))

void listDrawings().catch(() => undefined)
