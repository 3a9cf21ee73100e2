import type { Stack } from '../model/stack.ts'
import { cpp } from './cpp/stack.ts'
import { node } from './node/stack.ts'
import { python } from './python/stack.ts'

/** Every stack that this version verifies. A new one is a folder and a line here. */
export const stacks: readonly Stack[] = [node, python, cpp]
