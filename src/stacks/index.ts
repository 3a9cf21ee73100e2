import type { Stack } from '../model/stack.ts'
import { cpp } from './cpp/stack.ts'
import { go } from './go/stack.ts'
import { java } from './java/stack.ts'
import { node } from './node/stack.ts'
import { python } from './python/stack.ts'
import { rust } from './rust/stack.ts'

/** Every stack that this version verifies. A new one is a folder and a line here. */
export const stacks: readonly Stack[] = [node, python, go, rust, cpp, java]

/** What answers for commands that belong to none of them. */
export { listenEverywhere } from './other/report-places.ts'
export { other } from './other/stack.ts'
