/** A person's (or a system's) wish that we stop. */
export interface Interrupts extends Disposable {
  /** Aborted at the first SIGINT, SIGTERM or SIGHUP; every run that was given it ends its processes and is `cancelled`. */
  readonly signal: AbortSignal
  /** The signal that came, or null. */
  received(): NodeJS.Signals | null
}

/** Exit code of every command that was interrupted. */
export const INTERRUPTED = 130

const LAST_MS = 20_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const ignore = (): void => undefined

/**
 * Takes over the signals that would end us at once, so that children can be ended first. A second one ends us at once all the same
 * (the children are killed on the way out). With `background` nobody's terminal is ours, and that one is gone means nothing.
 */
export const watchInterrupts = (background = false): Interrupts => {
  const controller = new AbortController()
  let first: NodeJS.Signals | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    if (first !== null) process.exit(INTERRUPTED)
    first = signal
    controller.abort(new Error(`interrupted by ${signal}`))
    // Whatever does not listen (a system call that never comes back) must not keep a person waiting.
    setTimeout(() => process.exit(INTERRUPTED), LAST_MS).unref()
  }
  const heard = (signal: NodeJS.Signals) => (background && signal === 'SIGHUP' ? ignore : onSignal)
  for (const signal of SIGNALS) process.on(signal, heard(signal))
  return {
    signal: controller.signal,
    received: () => first,
    [Symbol.dispose]: () => {
      for (const signal of SIGNALS) process.off(signal, heard(signal))
    },
  }
}
