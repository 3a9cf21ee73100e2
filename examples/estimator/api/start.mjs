// Starts the built API server as a process of its own, on a port of its own; or takes the one that ESTIMATOR_API names.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Gives where it answers, and how to end it. Rejects where it does not answer. */
export const start = async () => {
  const named = process.env.ESTIMATOR_API
  if (named) {
    await healthy(named)
    return { url: named, alive: () => true, stop: async () => undefined }
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../out/api/server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0' },
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let port
  for await (const line of createInterface(child.stdout)) {
    port = /^listening on (\d+)$/.exec(line)?.[1]
    if (port !== undefined) break
  }
  if (port === undefined) throw new Error('the API server ended before it listened')
  child.stdout.resume()
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill()
    await ended
  }
  try {
    await healthy(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, alive: () => child.exitCode === null && child.signalCode === null, stop }
}

const healthy = async (url) => {
  const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5000) }).catch((error) => {
    throw new Error(`the API server at ${url} cannot be reached: ${error.cause?.code ?? error.message}`)
  })
  if (!answer.ok) throw new Error(`the API server at ${url} answers ${answer.status}`)
}
