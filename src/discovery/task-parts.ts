import type { Frame } from './check-parts.ts'
import type { Part, Source } from './expansion.ts'
import type { SimpleCommand } from './shell.ts'
import { taskOf } from './tasks/index.ts'
import { shellFile } from './tasks/shell-file.ts'

/** A file that a shell is given is followed once; what it gives to a shell again stays whole. */
const FILE = 'file:'

/**
 * What a call of a task runner or of a shell script of the repository runs, where all of it is understood and a check is among it, or nothing but
 * installs; undefined otherwise: the call then stays whole. `walk` takes the texts apart.
 */
export const taskParts = (
  frame: Frame,
  item: SimpleCommand,
  walk: (frame: Frame) => readonly Part[],
): readonly Part[] | undefined => {
  const { view } = frame.grounds
  const inFile = frame.trail.some((name) => name.startsWith(FILE))
  const call = taskOf(view, item.argv, item.cwd) ?? (inFile ? undefined : shellFile(view, item.argv, item.cwd))
  if (call?.lines === undefined || frame.trail.includes(call.name)) return undefined
  const own = frame.source.evidence(item.line, item.text)
  const parts = call.lines.flatMap(({ text, file, line, cwd, env, shell }): readonly Part[] => {
    const source: Source = {
      text,
      cwd,
      env: { ...env, ...item.env },
      shell,
      evidence: (at, words) => ({ tier: 'make', file, line: line(at), text: words }),
    }
    return walk({ ...frame, source, outer: frame.outer ?? own, trail: [...frame.trail, call.name] })
  })
  // What only installs is an install, whoever is called for it.
  if (parts.length > 0 && parts.every((part) => part.piece === 'left' && part.left.kind === 'prepare')) return parts
  const checks = parts.flatMap((part) => (part.piece === 'check' ? [part.check] : []))
  const unread = parts.some((part) => part.piece === 'left' && part.left.kind !== 'prepare')
  return checks.length === 0 || unread || checks.some(({ tool }) => tool === null) ? undefined : parts
}
