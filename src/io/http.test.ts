import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { postJson } from './http.ts'

const serving = async (listener: RequestListener) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { url, [Symbol.asyncDispose]: close }
}

test('what is sent, and what is answered', async () => {
  await using server = await serving((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const { method, headers } = request
      response.writeHead(201).end(JSON.stringify([method, headers['content-type'], headers.authorization, body]))
    })
  })
  const answer = await postJson(server.url, { a: 1 }, { authorization: 'Bearer x' }, 5000)
  expect(answer).toEqual({ status: 201, text: '["POST","application/json","Bearer x","{\\"a\\":1}"]' })
})

test('a redirection is an answer, and not followed', async () => {
  await using server = await serving((request, response) =>
    request.url === '/' ? response.writeHead(302, { location: '/other' }).end() : response.writeHead(201).end(),
  )
  expect(await postJson(server.url, {}, {}, 5000)).toMatchObject({ status: 302 })
})

test('no answer in time, nobody there, and a request that is wrong: in words that hold nothing of it', async () => {
  await using server = await serving(() => undefined)
  expect(await postJson(server.url, {}, {}, 200)).toEqual({ failed: 'no answer in 0 s' })
  expect(await postJson('http://127.0.0.1:1/', {}, {}, 5000)).toEqual({ failed: expect.any(String) })
  expect(await postJson(server.url, {}, { authorization: 'Bearer secret\nx' }, 5000)).toEqual({
    failed: 'the request is not valid',
  })
  expect(await postJson('no address secret', {}, {}, 5000)).toEqual({ failed: 'ERR_INVALID_URL' })
})
