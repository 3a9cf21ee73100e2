import type { InstallPlan, Place, Stack, Tool } from '../model/stack.ts'
import type { TreeEntry } from '../model/tree.ts'
import type { Staged, Workshop } from '../model/world.ts'

/** What it takes to run the checks of one project in one tree. */
export interface Bench {
  readonly workshop: Pick<Workshop, 'run' | 'reportDirectory' | 'changed' | 'unplant' | 'sweep' | 'readLog'>
  readonly staged: Staged
  readonly stack: Stack
  readonly tool: Tool | null
  readonly install: InstallPlan
  /** The project as the locked ref has it. */
  readonly place: Omit<Place, 'reportDirectory'>
  /** Files restored from the lock: changed after the run means that the exam was touched. */
  readonly locked: readonly TreeEntry[]
  /** The texts of the locked test set at the lock. */
  readonly lockedText: { speaksOf(word: string): boolean }
  /** From `verify.env` and the listed secrets. */
  readonly env: Readonly<Record<string, string>>
}
