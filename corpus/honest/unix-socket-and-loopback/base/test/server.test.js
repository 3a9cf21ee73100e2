import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { label } from '../src/cart.js'

async function ask(where, options) {
  const server = createServer((request, response) => response.end(label(5)))
  server.listen(where)
  await once(server, 'listening')
  const [response] = await once(get(options(server.address())), 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  server.close()
  return text
}

test('on loopback', async () => {
  assert.equal(await ask({ port: 0, host: '127.0.0.1' }, ({ port }) => ({ port, host: '127.0.0.1', agent: false })), '0.05')
})

test('on a socket', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'cart-')), 's')
  assert.equal(await ask({ path }, () => ({ socketPath: path, agent: false })), '0.05')
})
