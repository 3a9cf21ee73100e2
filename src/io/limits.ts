import { stat } from 'node:fs/promises'

/** The longest delay that a timer takes; a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * Calls `onTimeout` once after this long. A child whose end has arrived but was not looked at yet, since we were busy, gets the
 * chance to be seen first.
 */
export const watchTime = (timeoutMs: number, onTimeout: () => void): (() => void) => {
  const timer = setTimeout(() => setImmediate(() => setImmediate(onTimeout)), Math.min(timeoutMs, LONGEST_MS))
  return () => clearTimeout(timer)
}

const shapeOf = async (file: string): Promise<string | null> => {
  try {
    const { size, mtimeMs, ino } = await stat(file)
    return `${size} ${mtimeMs} ${ino}`
  } catch {
    return null
  }
}

export interface StallWatch {
  /** There was output. */
  readonly moved: () => void
  readonly stop: () => void
}

/**
 * Calls `onStall` once when for this long nothing moved: no `moved()`, no change of the progress file, and not because we kept
 * the child waiting ourselves.
 */
export const watchStall = (
  stallMs: number,
  progressFile: string | null,
  weKeepItWaiting: () => boolean,
  onStall: () => void,
): StallWatch => {
  let last = performance.now()
  let shape: string | null = null
  let busy = false
  const look = async () => {
    if (weKeepItWaiting()) last = performance.now()
    if (progressFile !== null) {
      const now = await shapeOf(progressFile)
      if (now !== null && now !== shape) last = performance.now()
      shape = now ?? shape
    }
    if (performance.now() - last < stallMs) return
    clearInterval(timer)
    onStall()
  }
  const timer = setInterval(
    () => {
      if (busy) return
      busy = true
      void look().finally(() => {
        busy = false
      })
    },
    Math.max(10, Math.min(1_000, stallMs / 4)),
  )
  return {
    moved: () => {
      last = performance.now()
    },
    stop: () => clearInterval(timer),
  }
}
