import type { Channel, Place } from '../../model/stack.ts'
import type { Call, Wrapper } from './call.ts'
import { coverageDirectory, istanbulChannel } from './place.ts'

const REPORTING = {
  c8: (directory: string) => [
    '--reporter=json',
    `--report-dir=${directory}`,
    `--temp-directory=${directory}/raw`,
    '--check-coverage=false',
  ],
  nyc: (directory: string) => [
    '--reporter=json',
    `--report-dir=${directory}`,
    `--temp-dir=${directory}/raw`,
    '--check-coverage=false',
    '--cache=false',
  ],
} as const

/**
 * The wrappers of a call, with c8 and nyc told to write Istanbul's JSON into the report directory and to hold no thresholds:
 * the project's limits say nothing about locked tests alone.
 */
export const instrumentWrappers = (
  call: Call,
  place: Place,
): { readonly wrappers: readonly Wrapper[]; readonly channels: readonly Channel[] } => {
  const measuring = call.wrappers.find((wrapper) => wrapper.kind !== 'environment')
  if (measuring === undefined) return { wrappers: call.wrappers, channels: [] }
  const wrappers = call.wrappers.map((wrapper): Wrapper => {
    if (wrapper !== measuring || wrapper.kind === 'environment') return wrapper
    const [program, ...flags] = wrapper.words
    const closing = flags.at(-1) === '--'
    const own = (closing ? flags.slice(0, -1) : flags).filter((flag) => flag !== '--100' && flag !== '--check-coverage')
    return {
      ...wrapper,
      words: [program, ...own, ...REPORTING[wrapper.kind](coverageDirectory(place)), ...(closing ? ['--'] : [])],
    }
  })
  return { wrappers, channels: [istanbulChannel(place)] }
}
