import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { CheckKind, Command, Evidence, NotChosen } from '../model/check.ts'
import type { Some } from '../model/result.ts'
import type { Stack, Tool } from '../model/stack.ts'
import { type Part, type Source, wholeCommand } from './expansion.ts'
import { expandGlob } from './glob-words.ts'
import { ancestors, join } from './paths.ts'
import { type Grounds, type Project, some } from './projects.ts'
import type { ShellItem, SimpleCommand } from './shell-items.ts'

/** Tools that expand the globs of their arguments themselves. */
const SELF_EXPANDING = new Set(['eslint', 'mocha', 'prettier'])

/** What a command is looked at with. */
export interface Frame {
  readonly grounds: Grounds
  readonly source: Source
  /** Evidence of the command that a person or a CI wrote, for whatever it leads to. */
  readonly outer: Evidence | null
  /** Scripts that are being looked into. */
  readonly trail: readonly string[]
  readonly docker: boolean
}

/** What must be said of a check whose exit code is hidden where it is written. */
export const notes = (item: ShellItem, where: Evidence): readonly Anomaly[] => {
  const at = { path: where.file, line: where.line, evidence: item.text }
  const found: Anomaly[] = []
  if (item.swallowed)
    found.push(
      anomaly(
        'exit-swallowed',
        'medium',
        'The exit code of this check is thrown away where it is written; here it counts',
        {
          ...at,
          remedy: 'Remove `|| true` or the like, or the check forces nothing there.',
        },
      ),
    )
  if (item.form === 'simple' && item.masked)
    found.push(
      anomaly(
        'pipe-masks-exit',
        'low',
        'A pipe without pipefail hides the exit code of this check; here it counts',
        at,
      ),
    )
  return found
}

/** The project for a command that no stack recognised: the nearest, with tests if there are several. */
const anyOwner = (grounds: Grounds, cwd: string, argv: readonly string[]): Project | undefined => {
  for (const directory of ancestors(cwd)) {
    const here = grounds.projects.filter((project) => project.directory === directory)
    const tested = here.find((project) => project.stack.hasTests(project.view))
    if (here.length > 0) return tested ?? here[0]
  }
  const owners = grounds.stacks.flatMap((stack) => grounds.owner(stack, cwd, argv) ?? [])
  // What runs above a project without tests tests something else.
  return owners.find((project) => project.stack.hasTests(project.view)) ?? grounds.fallback
}

/** One thing that is not run, with the reason. */
export const left = (kind: NotChosen['kind'], evidence: Evidence, text: string, reason: string): readonly Part[] => [
  { piece: 'left', left: { kind, text, evidence, reason } },
]

/** A command that stays whole: it is run as it is, and nothing is known about what it calls. */
export const opaqueCheck = (
  frame: Frame,
  item: ShellItem,
  kind: CheckKind,
  stack: Stack | null,
  more: readonly Anomaly[],
  /** Whose it is, where that is known without looking around. */
  known?: Project,
): readonly Part[] => {
  const own = frame.source.evidence(item.line, item.text)
  const evidence = frame.outer ?? own
  const words = item.form === 'simple' ? item.argv : []
  const project =
    known ?? (stack && frame.grounds.owner(stack, item.cwd, words)) ?? anyOwner(frame.grounds, item.cwd, words)
  if (project === undefined) return left(kind, evidence, item.text, 'it belongs to no project that was found')
  const command = wholeCommand(item, frame.source.shell)
  const all = [...notes(item, own), ...more]
  return [
    { piece: 'check', check: { kind, project, tool: null, command, before: [], after: [], evidence, notes: all } },
  ]
}

/** A comparison of the tree with what is committed, for the project that it is called in. */
export const treeCheck = (frame: Frame, item: ShellItem, tool: Tool, argv: Some<string>): readonly Part[] => {
  const command: Command = { form: 'argv', argv, cwd: item.cwd, env: item.env }
  return opaqueCheck(frame, item, tool.kind, null, []).map((part) =>
    part.piece === 'check' ? { ...part, check: { ...part.check, tool, command } } : part,
  )
}

/** Options after which the directory stands that a tool works in. */
const WORKS_IN = /^(?:--build|--test-dir|--directory|--manifest-path|--cwd|--prefix|-C|-S|-B)$/
/** A directory outside of the repository that an argv names as its place: `cmake --build ../build`. Nothing is there. */
const outsidePlace = (argv: readonly string[], cwd: string): string | undefined =>
  argv.find((word, at) => /^\.\.?(?:\/|$)/.test(word) && WORKS_IN.test(argv[at - 1] ?? '') && join(cwd, word) === null)

/** A call of a known tool. Globs that the shell would expand are expanded at the lock for tests; elsewhere the call stays whole. */
export const toolCheck = (
  frame: Frame,
  item: SimpleCommand,
  stack: Stack,
  tool: Tool,
  argv: Some<string>,
): readonly Part[] => {
  const own = frame.source.evidence(item.line, item.text)
  const evidence = frame.outer ?? own
  const rooted = (): Project | undefined =>
    tool.kind === 'tests' ? frame.grounds.unmarked.find((each) => each.stack === stack) : undefined
  const project = frame.grounds.owner(stack, item.cwd, argv) ?? rooted()
  if (project === undefined) return left(tool.kind, evidence, item.text, 'it belongs to no project that was found')
  const outside = outsidePlace(argv, item.cwd)
  if (outside !== undefined)
    return left(tool.kind, evidence, item.text, `it works in ${outside}, outside of the repository`)
  // The image of the CI has it there; here it is found by its name.
  const [first, ...others] = argv
  let words: Some<string> = first.startsWith('/') ? [first.slice(first.lastIndexOf('/') + 1), ...others] : argv
  let later: readonly string[] = []
  if (item.globs.length > 0 && !SELF_EXPANDING.has(tool.id)) {
    const globs = new Set(item.globs.map((index) => item.argv[index]))
    const [program, ...rest] = words
    const expanded = rest.map((word) => (globs.has(word) ? expandGlob(frame.grounds.view, item.cwd, word) : [word]))
    if (tool.kind !== 'tests' || expanded.includes(undefined)) return opaqueCheck(frame, item, tool.kind, stack, [])
    words = [program, ...expanded.flatMap((part) => part ?? [])]
    // What a build makes is not there yet.
    later = words.filter((word) => globs.has(word))
  }
  const globs = some(later)
  const command: Command = {
    form: 'argv',
    argv: words,
    cwd: item.cwd,
    env: item.env,
    ...(globs === undefined ? {} : { globs }),
  }
  const found = notes(item, own)
  return [
    {
      piece: 'check',
      check: { kind: tool.kind, project, tool, command, before: [], after: [], evidence, notes: found },
    },
  ]
}
