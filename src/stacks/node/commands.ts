import type { CheckKind, Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import { managerOf, programOf } from './manager.ts'
import { lineOfKey, readManifest } from './manifest.ts'

/** Names of scripts that mean a kind by convention; the first that is there counts. */
const CONVENTIONS: readonly (readonly [CheckKind, readonly string[]])[] = [
  ['tests', ['test']],
  ['types', ['typecheck', 'type-check', 'check-types', 'check:types', 'types', 'tsc']],
  ['lint', ['lint', 'lint:check']],
]

/** What `npm init` writes when nobody has written a test yet. */
const PLACEHOLDER = /echo\s+\\?["']?Error: no test specified/

/** Commands that package.json offers by the names of its scripts, by the project's own package manager. */
export const manifestCommands = (
  project: RepoView,
): readonly { readonly kind: CheckKind; readonly argv: Some<string>; readonly evidence: Evidence }[] => {
  const scripts = readManifest(project)?.scripts ?? {}
  const text = project.read('package.json') ?? ''
  const program = programOf(managerOf(project))
  return CONVENTIONS.flatMap(([kind, names]) => {
    const name = names.find((candidate) => isWritten(scripts[candidate]))
    if (name === undefined) return []
    const argv: Some<string> = name === 'test' && program !== 'bun' ? [program, 'test'] : [program, 'run', name]
    return [
      {
        kind,
        argv,
        evidence: {
          tier: 'manifest',
          file: 'package.json',
          line: lineOfKey(text, 'scripts', name),
          text: scripts[name] as string,
        },
      },
    ]
  })
}

const isWritten = (line: string | undefined): boolean =>
  line !== undefined && line.trim() !== '' && !PLACEHOLDER.test(line)
