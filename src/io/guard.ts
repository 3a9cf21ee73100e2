import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'

/** Stands in the environment mark of everything that this process runs. */
export const OWN_MARK = randomBytes(16).toString('hex')

/**
 * Waits until nobody holds the other end of its standard input, which is the moment in which we are gone, however that came; then ends
 * whoever carries the mark, until a look finds nobody. Zombies show no environment, and it does not carry the mark itself.
 */
const SCRIPT = `
read -r _
n=0
while [ $n -lt 100 ]; do
  found=$(grep -lsFe "$1" /proc/[0-9]*/environ)
  [ -z "$found" ] && exit 0
  for file in $found; do
    pid=\${file#/proc/}
    kill -9 "\${pid%/environ}" 2>/dev/null
  done
  n=$((n + 1))
done
`

let guarded = false

/**
 * From now on what this process runs does not outlive it, not even a `kill -9`, which leaves us no last word. One small shell for the
 * whole process; where there is none (or no /proc), the next verification ends the strays.
 */
export const guardChildren = (): void => {
  if (guarded || process.platform !== 'linux') return
  guarded = true
  try {
    const guard = spawn('/bin/sh', ['-c', SCRIPT, 'triverdict-guard', OWN_MARK], {
      cwd: '/',
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' },
      stdio: ['pipe', 'ignore', 'ignore'],
      // Out of reach of what a terminal or an orchestrator sends to our group.
      detached: true,
    })
    guard.on('error', () => undefined)
    guard.stdin.on('error', () => undefined)
    guard.unref()
    if ('unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref()
  } catch {
    // Too many processes, or none allowed: the run itself will say so.
  }
}
