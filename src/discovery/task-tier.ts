import type { Anomaly } from '../model/anomaly.ts'
import type { CheckKind, NotChosen } from '../model/check.ts'
import { adoptedTools, fallbackTests } from './defaults.ts'
import { expand } from './expand.ts'
import { type FoundCheck, withSteps } from './expansion.ts'
import { kindOfName } from './kind-words.ts'
import type { Grounds } from './projects.ts'
import { runners } from './tasks/index.ts'
import { fileIn } from './tasks/task.ts'
import type { TierReading } from './tier.ts'

/** Names of tasks by convention; the first that is there counts, for each kind. */
const NAMES: Readonly<Record<CheckKind, readonly string[]>> = {
  tests: ['test', 'tests', 'check', 'unittest', 'unittests', 'unit-test', 'unit', 'pytest'],
  types: ['typecheck', 'type-check', 'types', 'typing', 'mypy', 'pyright'],
  lint: ['lint', 'ruff', 'eslint', 'format-check', 'check-format', 'fmt-check'],
}
const KINDS = ['tests', 'types', 'lint'] as const
const EVERYTHING = { before: () => true, after: () => true }

/** Runners whose file names no tasks to choose from: called bare, they run what they are for. */
const BARE: readonly { readonly program: string; readonly files: readonly string[] }[] = [
  { program: 'nox', files: ['noxfile.py'] },
  { program: 'tox', files: ['tox.ini'] },
]

/** A task of a kind that a file of the tier offers for a directory, and is not run. */
export interface LeftTask {
  readonly directory: string
  readonly kind: CheckKind
  readonly left: NotChosen
}

/** What the Makefiles, justfiles, Taskfiles and the like of the projects name, and what of them is not run. */
export interface TaskReading extends TierReading {
  readonly left: readonly LeftTask[]
}

/** The tasks of one directory that sound like a kind: the first by convention, else the first whose name sounds like it. */
const named = (names: ReadonlyMap<string, number>, kind: CheckKind): string | undefined =>
  NAMES[kind].find((name) => names.has(name)) ??
  [...names.keys()].find((name) => kindOfName(name) === kind && /^[A-Za-z]/.test(name))

/** True where a root that nothing marks has tests, and no tool is known that would run them: the task that is called so is all there is. */
const hasNothingElse = ({ projects, packageAt }: Grounds): boolean =>
  projects.length > 0 &&
  projects.every(
    (project) =>
      packageAt(project.stack, '.') === undefined &&
      adoptedTools(project, 'tests').length === 0 &&
      fallbackTests(project) === undefined,
  )

/** The checks that task files of the root and of projects name. A task that is not wholly understood names nothing: it is listed. */
export const readTasks = (grounds: Grounds): TaskReading => {
  const checks: FoundCheck[] = []
  const left: LeftTask[] = []
  const anomalies: Anomaly[] = []
  const { view } = grounds
  const nothingElse = hasNothingElse(grounds)
  for (const directory of new Set(['.', ...grounds.selected.map((project) => project.directory)])) {
    const taken = new Map<CheckKind, string>()
    const offer = (text: string, kind: CheckKind, file: string, line: number | null, conventional: boolean): void => {
      const evidence = { tier: 'make', file, line, text } as const
      const give = (reason: string): void => {
        left.push({ directory, kind, left: { kind, text, evidence, reason } })
      }
      const before = taken.get(kind)
      if (before !== undefined) {
        give(`\`${before}\` already names what is run of this kind`)
        return
      }
      const source = {
        text,
        cwd: directory,
        env: {},
        shell: ['sh', '-c'] as const,
        evidence: (_: number, words: string) => ({ ...evidence, text: words }),
      }
      const found = withSteps(expand(grounds, source, false).pieces, EVERYTHING).map(({ check }) => check)
      // A task need not be understood to be judged by its report.
      const declared = (grounds.fallback !== undefined || nothingElse) && kind === 'tests'
      const understood =
        found.some((check) => check.kind === kind) && (declared || found.every(({ tool }) => tool !== null))
      if (!understood || !conventional) {
        give(`tier-not-read: ${file} does not tell, without running it, what is run`)
        return
      }
      checks.push(...found)
      for (const check of found) if (!taken.has(check.kind)) taken.set(check.kind, text)
      taken.set(kind, text)
    }
    for (const runner of runners) {
      anomalies.push(...runner.problems(view, directory))
      const list = runner.list(view, directory)
      if (list === undefined) continue
      for (const kind of KINDS) {
        const name = named(list.names, kind)
        if (name === undefined) continue
        offer(`${runner.program} ${name}`, kind, list.file, list.names.get(name) ?? null, NAMES[kind].includes(name))
      }
    }
    for (const { program, files } of BARE) {
      const file = fileIn(view, directory, files)
      if (file !== undefined) offer(program, 'tests', file, null, true)
    }
  }
  return {
    tier: 'make',
    checks: checks.map((check) => ({ check, preceding: [], job: null })),
    jobs: new Map(),
    notChosen: [],
    anomalies,
    left,
  }
}
