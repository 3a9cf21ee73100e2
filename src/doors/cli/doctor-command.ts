import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { INTERRUPTED, watchInterrupts } from '../../io/interrupts.ts'
import type { Verdict } from '../../model/verdict.ts'
import { judgeMachine } from '../../verdict/doctor.ts'
import { examine } from './doctor.ts'
import { renderDoctor } from './doctor-page.ts'
import { emptyWord } from './empty-words.ts'
import { outputOptions, type RawOutputOptions } from './options.ts'
import { answer, answerTrouble, clearOut } from './output.ts'
import { paintFor } from './paint.ts'

/** `triverdict doctor`: looks at this machine, judges, prints. Each error of use is one sentence and exit 2. */
export const doctorCommand = async (directory: string, options: RawOutputOptions): Promise<void> => {
  using interrupts = watchInterrupts()
  const output = outputOptions(options)
  const empty = emptyWord(options, directory)
  if (empty !== null) return await answerTrouble({ kind: 'usage', message: empty }, output)
  if (output.out !== null && !existsSync(dirname(resolve(output.out)))) {
    const message = `the directory of --out ${output.out} does not exist: make it, or name another file`
    return await answerTrouble({ kind: 'usage', message }, { ...output, out: null })
  }
  if (!(await clearOut(output))) return
  const started = new Date()
  const facts = await examine({ directory, layers: [], gate: false, signal: interrupts.signal })
  const found: Verdict = {
    ...judgeMachine(facts, 'all'),
    run: {
      id: `doctor-${started.getTime()}`,
      started_at: started.toISOString(),
      duration_ms: Date.now() - started.getTime(),
    },
  }
  const verdict: Verdict =
    interrupts.received() === null ? found : { ...found, status: 'error', blocking: ['interrupted: nothing is known'] }
  await answer(verdict, renderDoctor(verdict, paintFor(process.stdout)), output)
  if (interrupts.received() !== null) process.exitCode = INTERRUPTED
  // A call of the system that never comes back would keep this process from ending.
  if (facts.places.some(({ probe }) => probe.end === 'cut')) process.exit(process.exitCode)
}
