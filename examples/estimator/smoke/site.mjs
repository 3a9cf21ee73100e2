// Serves the built page, and answers for the two servers behind it from the checks' own stubs.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const pages = join(import.meta.dirname, '../out/web')

/**
 * `stubs` maps `METHOD /path` to a function of the request's text that gives `[status, value]`; null breaks the connection off.
 * What the page asked for is in `asked`.
 */
export const serve = async (stubs) => {
  const asked = []
  const site = { stubs, asked }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    if (/^\/(api|pricing)\//.test(pathname)) {
      let body = ''
      for await (const piece of request) body += piece
      asked.push({ method: request.method, path: pathname, body })
      const stub = site.stubs[`${request.method} ${pathname}`]
      const answer = stub === undefined ? [404, { error: `no stub for ${request.method} ${pathname}` }] : stub(body)
      if (answer === null) return request.socket.destroy()
      response.writeHead(answer[0], { 'content-type': 'application/json' })
      return response.end(JSON.stringify(answer[1]))
    }
    const name = pathname === '/' ? 'index.html' : pathname.slice(1)
    const text = /^[a-z]+\.(?:html|js|css)$/.test(name) ? await readFile(join(pages, name)).catch(() => null) : null
    response.writeHead(text === null ? 404 : 200, { 'content-type': TYPES[name.slice(name.lastIndexOf('.'))] ?? 'text/plain' })
    response.end(text ?? 'not found')
  })
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  site.url = `http://127.0.0.1:${server.address().port}/`
  site.stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return site
}
