import { isSource } from './test-files.ts'

/** Known again by the script in front of the linker. Nothing that looks at sources has a word to say about it. */
const TEXT = `/* clang-format off */
/* NOLINTBEGIN */
/* A test that is not part of the locked test set stood here. */
__attribute__((used)) static const char triverdict_left_out[] = "triverdict: a test was left out";
/* NOLINTEND */
`

/** An empty source for a test that only the branch has: the branch's build names it, and would break without one. */
export const standIn = (path: string): string | undefined => (isSource(path) ? TEXT : undefined)
