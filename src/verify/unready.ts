import type { Check } from '../model/check.ts'
import type { Trouble } from '../model/result.ts'
import { type CheckRun, unstarted } from './run-check.ts'

/** How a tree that could not be made ready counts: the environment's trouble, unless installing failed by the change's own words. */
export const failedRun = (check: Check, trouble: Trouble): CheckRun => {
  const sentence =
    trouble.remedy === undefined
      ? trouble.message
      : `${trouble.message}${trouble.message.endsWith('.') ? '' : ';'} ${trouble.remedy}`
  const facts = { ...unstarted(sentence, null), kind: check.kind }
  const charged = trouble.kind === 'install-rejected'
  const words = check.command.form === 'argv' ? check.command.argv : [check.command.line]
  return {
    facts: charged ? { ...facts, end: 'exited', exit_code: null } : facts,
    argv: [...words],
    log: null,
    reportDirectory: '',
    coverage: [],
    instrument: [],
    executed: [],
    detail: trouble.detail ?? null,
  }
}
