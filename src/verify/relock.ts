import { redOf } from '../verdict/red-items.ts'
import { missingFrom, requiredOf } from '../verdict/required.ts'
import type { Examined } from './examine.ts'

/** What a person does where the branch takes away on purpose what the locked tests ask for. */
export const RELOCK =
  'If the branch means to change or remove what these tests ask for, a person reads its tests and locks a commit that has them: --lock <sha>.'

/** True for a fail in which locked tests did not run at all, or did not load: a change of an interface looks like that too. */
export const lostTests = ({ check, status, run, inventory }: Examined): boolean =>
  check.kind === 'tests' &&
  status === 'fail' &&
  run.facts.end === 'exited' &&
  ((run.facts.unloaded?.length ?? 0) > 0 ||
    missingFrom(run.facts, redOf(run.facts), inventory === null ? [] : requiredOf(inventory, [])).some(
      // A test that is left out because of a red one inside of it ran.
      (id) => !redOf(run.facts).some((item) => item.id.startsWith(`${id}/`)),
    ))
