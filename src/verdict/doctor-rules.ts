import type { Anomaly } from '../model/anomaly.ts'
import type { ProgramNeed } from '../model/machine-facts.ts'
import type { MetricValue } from '../model/verdict.ts'

/**
 * What the doctor is asked for: all that the repository needs; what its gate does before it runs in the working tree; or before it runs in a
 * clean one, which is installed, and whose settings may be others than those that lie here.
 */
export type DoctorScope = 'all' | 'gate' | 'clean-gate'

/** What one probe says: reasons that make the verdict an error, what else should be known, and raw values. */
export interface Finding {
  readonly blocking: readonly string[]
  readonly anomalies: readonly Anomaly[]
  readonly metrics: Readonly<Record<string, MetricValue>>
}

/** Something that only a verification needs keeps no gate from running. */
export const isNeeded = (of: ProgramNeed['of'], scope: DoctorScope): boolean => scope !== 'gate' || of === 'gate'

/** A sentence, and behind it what to do. */
export const withRemedy = (message: string, remedy: string | null): string =>
  remedy === null ? message : `${message.replace(/\.?$/, '.')} ${remedy}`

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** `4.2 GB`, in steps of a thousand. */
export const size = (bytes: number): string => {
  const step = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return step === 0 ? `${bytes} bytes` : `${(bytes / 1000 ** step).toFixed(1)} ${UNITS[step]}`
}
