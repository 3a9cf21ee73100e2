import { readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'

const cwdOf = (pid: string): string | null => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '')
  } catch {
    return null
  }
}

/**
 * Ends processes that still work below a directory whose owner has died (`kill -9`): they would write into the trees of whoever comes
 * next. Only to be called by who holds the directory. Gives the pids; nothing is found where there is no /proc.
 */
export const endStrays = (directory: string): readonly number[] => {
  if (process.platform !== 'linux') return []
  const ended: number[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    const cwd = cwdOf(name)
    if (cwd === null || (cwd !== directory && !cwd.startsWith(`${directory}${path.sep}`))) continue
    try {
      process.kill(Number(name), 'SIGKILL')
      ended.push(Number(name))
    } catch {
      // It ended by itself meanwhile, or is somebody else's.
    }
  }
  return ended
}
