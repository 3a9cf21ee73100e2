import { classifier } from '../locked/classify-path.ts'
import { flag } from '../locked/flags.ts'
import { movedPackages } from '../locked/moved-packages.ts'
import { movedTests } from '../locked/moved-tests.ts'
import type { Move } from '../locked/moves.ts'
import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { ProjectPlan } from '../model/check.ts'
import type { VerifyConfig } from '../model/config.ts'
import type { Stack } from '../model/stack.ts'
import type { Subject } from '../model/world.ts'

/** What the branch moved. */
export interface Moves {
  /** Packages and tests that are asked for where the branch has them. */
  readonly moves: readonly Move[]
  /** Those that a command or a project of the lock speaks of by the place where they were. */
  readonly leftNamed: readonly Move[]
  /** A note on each of `moves`. */
  readonly said: readonly Anomaly[]
}

type Projects = readonly { readonly plan: ProjectPlan; readonly stack: Stack }[]

const testsOf = ({ lock, branch }: Subject, projects: Projects, config: VerifyConfig): readonly Move[] => {
  // Stacks that put something in the place of a test which was left out have builds that name their tests.
  const homes = projects.flatMap(({ plan: { directory }, stack }) =>
    stack.standIn === undefined ? [] : [directory === '.' ? '' : `${directory}/`],
  )
  if (homes.length === 0) return []
  const classes = classifier(
    projects.map(({ plan: { directory }, stack }) => ({ directory, stack })),
    config.lock,
  )
  return movedTests(lock.view, branch.view, classes, (path) => homes.some((home) => path.startsWith(home)))
}

/** `ctest --test-dir build/test` names `test/`; the words `ctest` and `--target test` do not. */
const namesPlace = (commands: string, from: string): boolean => {
  if (!from.endsWith('/')) return commands.includes(from)
  const directory = from.slice(0, -1).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`[\\w.}]/${directory}(?![\\w-])|(?<![\\w./-])${directory}/`).test(commands)
}

/** Packages and tests that the branch moved as a whole, and what is to be said of that. */
export const movesOf = (subject: Subject, projects: Projects, config: VerifyConfig): Moves => {
  const commands = JSON.stringify(
    projects.map(({ plan: { directory, prepare, checks } }) => [
      directory,
      [...prepare, ...checks.flatMap((check) => [check, ...check.before, ...check.after])].map(
        ({ command }) => command,
      ),
    ]),
  )
  const packages = movedPackages(subject.lock.view, subject.branch.view)
  const isNamed = (move: Move): boolean =>
    packages.includes(move) ? commands.includes(move.from.slice(0, -1)) : namesPlace(commands, move.from)
  const tests = testsOf(subject, projects, config).filter(
    ({ from }) => !packages.some((move) => from.startsWith(move.from)),
  )
  const all = [...packages, ...tests]
  const moves = all.filter((move) => !isNamed(move))
  const said = moves.map((move) => {
    const { from, to } = move
    const path = from.replace(/\/$/, '')
    return packages.includes(move)
      ? anomaly(
          'package-moved',
          'medium',
          `The branch moves the package ${from} to ${to}: its locked tests go with it`,
          {
            path,
          },
        )
      : flag('test-renamed', path, `The branch moves ${from} to ${to}: the locked tests stand there.`)
  })
  return { moves, leftNamed: all.filter(isNamed), said }
}
