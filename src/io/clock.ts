/** Where time comes from, so that a test can say what time it is. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** `2026-11-01T12:00:00.000Z`. */
export const timestamp = (clock: Clock): string => new Date(clock.now()).toISOString()

/** `2026-11-01`, in UTC. */
export const utcDay = (clock: Clock): string => timestamp(clock).slice(0, 10)

/** Milliseconds that have passed; not moved by a change of the wall clock. */
export const stopwatch = (): (() => number) => {
  const started = performance.now()
  return () => Math.round(performance.now() - started)
}
