import type { Frame } from './check-parts.ts'
import type { Part, Source } from './expansion.ts'
import { kindOfName } from './kind-words.ts'
import { mostUnread, type Unread } from './preparing.ts'
import type { SimpleCommand } from './shell-items.ts'
import { taskOf } from './tasks/index.ts'
import { shellFile } from './tasks/shell-file.ts'
import { isApart } from './unread-checks.ts'

/** Files that a shell is given are followed so deep; what the last of them gives to a shell again stays whole. */
const FILES = 3
const FILE = 'file:'

/** Programs that write Makefiles and install things have words of tests in them and run none. */
const MAKING = /^(?:configure|config|autogen|bootstrap|install|setup|build|compile)(?:$|[^a-z])/i

/** What a call comes down to: all of it, or what it holds where it stays whole. */
type TaskParts =
  | { readonly parts: readonly Part[]; readonly holds?: undefined }
  | { readonly holds: 'tests' }
  /** Nothing but work. `unread`: what is not known of that. */
  | { readonly holds: 'work'; readonly unread: Unread | undefined }

/**
 * What a call of a task runner or of a shell script of the repository runs, where all of it is understood and a check is among it, or nothing but
 * installs; otherwise the call stays whole, and `holds` says what of, whatever its name is. `walk` takes the texts apart.
 */
export const taskParts = (
  frame: Frame,
  item: SimpleCommand,
  walk: (frame: Frame) => readonly Part[],
): TaskParts | undefined => {
  const { view } = frame.grounds
  const inFile = frame.trail.filter((name) => name.startsWith(FILE)).length >= FILES
  const call =
    taskOf(view, item.argv, item.cwd, item.env) ?? (inFile ? undefined : shellFile(view, item.argv, item.cwd))
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
  if (parts.length > 0 && parts.every((part) => part.piece === 'left' && part.left.kind === 'prepare')) return { parts }
  const checks = parts.flatMap((part) => (part.piece === 'check' ? [part.check] : []))
  // A part that tests and is not known leaves the call whole: it may be the suite. A linter that is not known is said beside what runs.
  const unread = parts.some((part) => part.piece === 'left' && part.left.kind === 'tests')
  if (checks.length > 0 && !unread && !checks.some(({ tool }) => tool === null)) return { parts }
  const named = parts.flatMap((part) => (part.piece === 'left' && part.left.kind !== 'prepare' ? [part.left] : []))
  const said = item.argv.some((word) => kindOfName(word.slice(word.lastIndexOf('/') + 1)) !== null)
  // Work that stands inside of a compound command would be lost with it.
  const simple = !named.some(({ text }) => /\n|^\s*(?:if|for|while|until|case)\b/.test(text))
  // What the words of the call do not say would be lost with the call.
  if (
    named.length > 0 &&
    checks.length === 0 &&
    !unread &&
    simple &&
    (!said || named.every(({ reason }) => isApart(reason)))
  )
    return { parts }
  const tests = parts.some(
    (part) =>
      (part.piece === 'check' && part.check.kind === 'tests') || (part.piece === 'left' && part.left.kind === 'tests'),
  )
  const name = item.argv[0].slice(item.argv[0].lastIndexOf('/') + 1)
  if (MAKING.test(name)) return undefined
  if (tests) return { holds: 'tests' }
  return { holds: 'work', unread: mostUnread(parts.map((part) => (part.piece === 'step' ? part.unread : undefined))) }
}
