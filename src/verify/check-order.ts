import type { Check } from '../model/check.ts'

const kinds = ['lint', 'types', 'tests'] as const

/** Linters first, since they must not see what a compiler emits; tests last, since they may need it. */
export const inOrder = (checks: readonly Check[]): readonly Check[] =>
  [...checks].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
