// Can the API server be reached at all? Exit 0: yes. Everything else: no, and the last line says why.
import { start } from './start.mjs'

process.exitCode = 2
try {
  const server = await start()
  await server.stop()
  console.log(`${server.url} answers`)
  process.exitCode = 0
} catch (error) {
  console.error(error.message)
}
