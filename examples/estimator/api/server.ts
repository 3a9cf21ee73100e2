import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeStore, type Store } from './store.ts'

const LARGEST = 2_000_000

class Refusal extends Error {
  readonly status: number
  readonly more: Readonly<Record<string, unknown>>

  constructor(status: number, message: string, more: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.status = status
    this.more = more
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > LARGEST) throw new Refusal(413, 'a drawing of that size is not taken')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

const jsonOf = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new Refusal(400, 'the request is no JSON object')
}

/** The answer to one request: a status and what is sent as JSON. */
const answer = async (store: Store, request: IncomingMessage): Promise<readonly [number, unknown]> => {
  const { method = 'GET', url = '/' } = request
  const [top, id, part] = new URL(url, 'http://localhost').pathname.split('/').slice(1).map(decodeURIComponent)
  if (method === 'GET' && top === 'health' && id === undefined) return [200, { status: 'ok', drawings: store.list().length }]
  if (top !== 'drawings') throw new Refusal(404, 'there is nothing here')
  if (id === undefined) {
    if (method === 'GET') return [200, { drawings: store.list() }]
    if (method !== 'POST') throw new Refusal(405, `${method} is not taken here`)
    const added = store.add(await bodyOf(request))
    if ('refused' in added) throw new Refusal(422, added.refused, { line: added.line })
    return [201, added]
  }
  const entry = store.get(id)
  if (entry === undefined) throw new Refusal(404, `there is no drawing ${id}`)
  if (part === undefined && method === 'GET') return [200, { ...entry.summary, drawing: entry.drawing }]
  if (part === undefined && method === 'DELETE') {
    store.remove(id)
    return [200, { removed: id }]
  }
  if (part === 'takeoff' && method === 'GET') return [200, entry.takeOff]
  if (part === 'notes' && method === 'GET') return [200, { notes: entry.notes }]
  if (part === 'notes' && method === 'POST') {
    const { symbol, text } = jsonOf(await bodyOf(request))
    if (!Number.isInteger(symbol) || entry.takeOff.symbols[symbol as number] === undefined)
      throw new Refusal(422, 'symbol must be the number of a symbol of this drawing')
    if (typeof text !== 'string' || text.trim() === '' || text.length > 500)
      throw new Refusal(422, 'text must have 1 to 500 characters')
    const note = { symbol: symbol as number, text: text.trim() }
    entry.notes.push(note)
    return [201, note]
  }
  throw new Refusal(405, `${method} is not taken here`)
}

const send = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
  response.end(JSON.stringify(value))
}

const store = makeStore()
const server = createServer((request, response) => {
  answer(store, request).then(
    ([status, value]) => send(response, status, value),
    (error: unknown) => {
      if (error instanceof Refusal) send(response, error.status, { error: error.message, ...error.more })
      else send(response, 500, { error: 'this is a bug' })
    },
  )
})
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`)
})
