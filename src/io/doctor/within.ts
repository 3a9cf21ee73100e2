import type { Probed } from '../../model/machine-facts.ts'
import { stopwatch } from '../clock.ts'
import { errno, systemWords } from '../trouble.ts'

/** How long a probe may take. */
export const PROBE_MS = 10_000

/** Runs one probe, cut after its time. Whatever it throws is an answer too: a probe never ends the doctor. */
export const within = async <T>(probe: () => Promise<T>, limit_ms = PROBE_MS): Promise<Probed<T>> => {
  const elapsed = stopwatch()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limit_ms)
  })
  try {
    const found = await Promise.race([probe().then((value) => ({ value })), late])
    return found === 'late'
      ? { end: 'cut', took_ms: elapsed() }
      : { end: 'answered', took_ms: elapsed(), found: found.value }
  } catch (error) {
    const reason = errno(error) === null && error instanceof Error ? error.message : systemWords(error)
    return { end: 'broke', took_ms: elapsed(), reason }
  } finally {
    clearTimeout(timer)
  }
}
