import type { Progress } from '../../model/world.ts'
import { shownText } from '../github/shown.ts'

/** Live progress: one line that is rewritten on a terminal, plain lines otherwise; only standard error, so that standard output stays the answer. */
export interface ProgressLine {
  say(event: Progress): void
  end(): void
}

interface Stream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

const ERASE = '\r\u001b[2K'

/** With `quiet` (for `--json`) only waits and results are written, and never on a rewritten line. */
export const makeProgress = (stream: Stream, quiet: boolean): ProgressLine => {
  const live = stream.isTTY === true && !quiet
  let shown = false
  const clear = () => {
    if (live && shown) stream.write(ERASE)
    shown = false
  }
  return {
    say: ({ kind, text }) => {
      clear()
      const lasting = kind === 'result' || kind === 'wait' || !live
      if (quiet && kind === 'plan') return
      if (lasting) {
        stream.write(shownText(`${kind === 'result' ? '' : '… '}${text}\n`))
        return
      }
      stream.write(`… ${text}`.slice(0, (stream.columns ?? 80) - 1))
      shown = true
    },
    end: clear,
  }
}
