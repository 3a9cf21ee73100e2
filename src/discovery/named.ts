import type { CheckKind, Evidence, NotChosen, Step } from '../model/check.ts'
import type { Some } from '../model/result.ts'
import type { ReadConfig } from './config.ts'
import { expand } from './expand.ts'
import { type FoundCheck, type Source, withSteps } from './expansion.ts'
import { join } from './paths.ts'
import type { Grounds } from './projects.ts'
import { rebase } from './recognise.ts'
import { parseShell } from './shell.ts'
import type { TierReading } from './tier.ts'
import { wholeCheck } from './whole-check.ts'

const SHELL: Some<string> = ['bash', '-e', '-c']
const EVERYTHING = { before: () => true, after: () => true }

const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

const sourceOf = (text: string, cwd: string, evidence: Evidence): Source => ({
  text,
  cwd,
  env: {},
  shell: SHELL,
  evidence: () => evidence,
})

/** The checks of a command that somebody said is of a kind. `whole`: it is taken whole where nothing of the kind is known in it. */
const named = (
  grounds: Grounds,
  source: Source,
  kind: CheckKind,
  docker: boolean,
  whole: boolean,
): { readonly checks: readonly FoundCheck[]; readonly notChosen: readonly NotChosen[] } => {
  const { pieces } = expand(grounds, source, docker)
  const checks = withSteps(pieces, EVERYTHING).map(({ check }) => check)
  const notChosen = pieces.flatMap((piece) => (piece.piece === 'left' ? [piece.left] : []))
  if (checks.some((check) => check.kind === kind) || !whole) return { checks, notChosen }
  const part = wholeCheck(grounds, source, kind, docker)
  if (part?.piece === 'check')
    return { checks: [...checks, part.check], notChosen: notChosen.filter((left) => left.kind === 'prepare') }
  return { checks, notChosen: part?.piece === 'left' ? [...notChosen, part.left] : notChosen }
}

/**
 * The checks of a shell line that a layer of a gate runs; null where something in it is no check that is known, so that the line is only
 * to be run whole.
 */
export const checksOfLine = (
  grounds: Grounds,
  line: string,
  cwd: string,
  kind: CheckKind,
  evidence: Evidence,
): readonly FoundCheck[] | null => {
  const { checks, notChosen } = named(grounds, sourceOf(line, cwd, evidence), kind, true, false)
  const opaque = notChosen.length > 0 || checks.some(({ tool }) => tool === null)
  return opaque || !checks.some((check) => check.kind === kind) ? null : checks
}

/** The words of a command as a shell line. */
export const lineOf = (command: string | readonly string[]): string =>
  typeof command === 'string' ? command : command.map(quote).join(' ')

const READ = { jobs: new Map(), anomalies: [] } as const

/** The commands that a person named in triverdict.yaml. What is not known in them is run whole. */
export const readNamed = (
  grounds: Grounds,
  read: ReadConfig | null,
  docker: boolean,
): TierReading & { readonly prepare: readonly Step[] } => {
  const checks: FoundCheck[] = []
  const notChosen: NotChosen[] = []
  for (const kind of ['tests', 'types', 'lint'] as const) {
    const command = read?.config.commands?.[kind]
    const evidence = read?.evidence.commands[kind]
    if (command === undefined || evidence === undefined) continue
    const text = lineOf(command)
    const found = named(grounds, sourceOf(text, '.', evidence), kind, docker, true)
    checks.push(...found.checks)
    notChosen.push(...found.notChosen.filter((left) => left.kind !== 'prepare'))
  }
  const prepare = (read?.config.prepare ?? []).map((line, index): Step => {
    const evidence = read?.evidence.prepare[index] ?? {
      tier: 'config',
      file: read?.file ?? null,
      line: null,
      text: line,
    }
    const items = parseShell(line, { cwd: '.', env: {}, errexit: true, pipefail: false })
    const [only] = items
    const plain =
      items.length === 1 && only?.form === 'simple' && !only.redirected && !only.piped && only.globs.length === 0
    return plain
      ? { command: { form: 'argv', argv: only.argv, cwd: only.cwd, env: only.env }, evidence }
      : { command: { form: 'shell', shell: SHELL, line, cwd: '.', env: {} }, evidence }
  })
  return {
    ...READ,
    tier: 'config',
    checks: checks.map((check) => ({ check, preceding: [], job: null })),
    notChosen,
    prepare,
  }
}

/** The commands that manifests offer by convention (`test`, `lint`). Tests in which nothing is known are run whole, others are listed. */
export const readManifests = (grounds: Grounds): TierReading => {
  const checks: FoundCheck[] = []
  const notChosen: NotChosen[] = []
  for (const { stack, directory, view } of grounds.projects) {
    for (const { kind, argv, evidence } of stack.manifestCommands(view)) {
      const source = sourceOf(argv.map(quote).join(' '), join('.', directory) ?? '.', rebase(evidence, directory))
      const found = named(grounds, source, kind, false, false)
      checks.push(...found.checks)
      notChosen.push(...found.notChosen.filter((left) => left.kind !== 'prepare'))
    }
  }
  return { ...READ, tier: 'manifest', checks: checks.map((check) => ({ check, preceding: [], job: null })), notChosen }
}
