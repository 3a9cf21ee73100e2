import type { CheckKind } from '../model/check.ts'
import { expand, MAKEFILES } from './expand.ts'
import { type FoundCheck, withSteps } from './expansion.ts'
import { recipeOf, targetsOf } from './makefile.ts'
import { join } from './paths.ts'
import type { Grounds } from './projects.ts'
import type { TierReading } from './tier.ts'

/** Names of targets by convention; the first that is there counts, for each kind. */
const NAMES: Readonly<Record<CheckKind, readonly string[]>> = {
  tests: ['test', 'tests', 'check', 'unittest', 'unittests', 'unit-test', 'unit', 'pytest'],
  types: ['typecheck', 'type-check', 'types', 'typing', 'mypy', 'pyright'],
  lint: ['lint', 'ruff', 'eslint', 'format-check', 'check-format', 'fmt-check'],
}
const EVERYTHING = { before: () => true, after: () => true }

/** What the Makefiles of the projects name, and which of their kinds were understood: `directory kind`. */
export interface MakeReading extends TierReading {
  readonly understood: ReadonlySet<string>
}

/** The checks that Makefiles of the root and of projects name. A target that is not wholly understood names nothing. */
export const readMake = (grounds: Grounds): MakeReading => {
  const checks: FoundCheck[] = []
  const understood = new Set<string>()
  for (const directory of new Set(['.', ...grounds.selected.map((project) => project.directory)])) {
    const file = MAKEFILES.map((name) => join(directory, name) ?? name).find((path) => grounds.view.has(path))
    if (file === undefined) continue
    const text = grounds.view.read(file) ?? ''
    const targets = new Set(targetsOf(text))
    for (const kind of ['tests', 'types', 'lint'] as const) {
      const target = NAMES[kind].find((name) => targets.has(name))
      if (target === undefined) continue
      const line = recipeOf(text, target)?.line ?? null
      const { pieces } = expand(
        grounds,
        {
          text: `make ${target}`,
          cwd: directory,
          env: {},
          shell: ['sh', '-c'],
          evidence: (_, words) => ({ tier: 'make', file, line, text: words }),
        },
        false,
      )
      const found = withSteps(pieces, EVERYTHING).map(({ check }) => check)
      if (!found.some((check) => check.kind === kind) || found.some(({ tool }) => tool === null)) continue
      checks.push(...found)
      understood.add(`${directory} ${kind}`)
    }
  }
  return {
    tier: 'make',
    checks: checks.map((check) => ({ check, preceding: [], job: null })),
    jobs: new Map(),
    notChosen: [],
    anomalies: [],
    understood,
  }
}
