import { createReadStream } from 'node:fs'
import { openInventory } from '../src/reports/junit-inventory.ts'

/** One measurement in a process of its own: `MODE FILE`; `bare` reads nothing. Prints one JSON object. */
const [mode = 'bare', file = ''] = process.argv.slice(2)
const started = performance.now()
const cpuStarted = process.cpuUsage()
let tests = 0
let held: unknown
if (mode !== 'bare') {
  const reading = openInventory({ root: '/tree', cwd: '.' }, mode === 'count' ? 'count' : 'inventory')
  const decoder = new TextDecoder()
  for await (const bytes of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    reading.write(decoder.decode(bytes, { stream: true }))
  }
  const inventory = reading.end()
  if (!inventory.ok) throw new Error(inventory.trouble.message)
  tests = Object.values(inventory.value.counts).reduce((sum, count) => sum + count, 0)
  held = inventory
}
const seconds = (performance.now() - started) / 1000
const cpu = process.cpuUsage(cpuStarted).user / 1e6
// maxRSS is in KiB and the highest the process ever had.
const rss = process.resourceUsage().maxRSS * 1024
process.stdout.write(`${JSON.stringify({ seconds, cpu, rss, tests, held: held !== undefined })}\n`)
