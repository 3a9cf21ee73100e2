// Loaded before a measured program: at its end it writes what the program used, in milliseconds of CPU and bytes.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  const rss = process.resourceUsage().maxRSS * 1024
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify({ cpu_ms: (user + system) / 1000, rss }))
})
