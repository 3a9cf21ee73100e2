import type { FoundCheck, Part } from './expansion.ts'
import type { ShellItem } from './shell-items.ts'

/** `if …; then A; else B; fi`: which of them runs is not known, so all that they check is run, where every word of it is known. */
export const ofBranches = (item: ShellItem, checks: readonly FoundCheck[]): readonly Part[] | undefined => {
  if (item.form !== 'opaque' || !/^if\b.*\bfi$/s.test(item.text)) return undefined
  const known = checks.every(
    ({ tool, command }) =>
      tool !== null && command.form === 'argv' && !command.argv.some((word) => /[$`"'<>]/.test(word)),
  )
  if (!known) return undefined
  const argvOf = ({ command }: FoundCheck): readonly string[] => (command.form === 'argv' ? command.argv : [])
  // `nyc mocha` beside `mocha`: the same tests, once is enough.
  const within = (a: readonly string[], b: readonly string[]): boolean =>
    a.length < b.length && a.every((word, at) => word === b[b.length - a.length + at])
  return checks
    .filter((check) => !checks.some((other) => other.tool === check.tool && within(argvOf(check), argvOf(other))))
    .map((check) => ({ piece: 'check', check }))
}
