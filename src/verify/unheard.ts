import type { Check } from '../model/check.ts'
import type { Stack } from '../model/stack.ts'

/** Ids of test checks of which nothing is known but what they leave in the usual places: no known runner, none that the stack can listen to, no report declared. */
export const unheardChecks = (checks: readonly Check[], stacks: readonly Stack[]): ReadonlySet<string> =>
  new Set(
    checks.flatMap((check) => {
      const known = check.tool !== null && check.command.form === 'argv'
      const heard =
        check.kind !== 'tests' ||
        known ||
        check.declaredReport !== null ||
        stacks.find(({ id }) => id === check.stack)?.instrumentOpaque !== undefined
      return heard ? [] : [check.id]
    }),
  )
