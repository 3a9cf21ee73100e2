import type { Move } from '../locked/moves.ts'
import type { Check, ProjectPlan } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Some } from '../model/result.ts'
import type { Stack } from '../model/stack.ts'
import type { Subject, VerifyRequest, World } from '../model/world.ts'
import { inOrder } from './check-order.ts'
import { type Examined, examine } from './examine.ts'
import { askMoved } from './moved-ids.ts'
import type { Planned } from './plan-branch.ts'
import { probeInstrument } from './probe.ts'
import type { Limits } from './run-check.ts'
import { askSideBySide, probeSideBySide } from './side-by-side.ts'
import type { Trees } from './trees.ts'

const relativeTo = (files: Some<string> | null, directory: string): Some<string> | null => {
  if (files === null || directory === '.') return files
  const mine = files.filter((file) => file.startsWith(`${directory}/`)).map((file) => file.slice(directory.length + 1))
  return mine.length === files.length ? (mine as unknown as Some<string>) : null
}

/** What decides the control's answer: the locked commit, the question, and the tools. The cache may support a pass only. */
const inventoryKey = (
  world: World,
  subject: Subject,
  stack: Stack,
  project: ProjectPlan,
  check: Check,
  toolchain: unknown,
  moves: readonly Move[],
): string => {
  const view: RepoView = project.directory === '.' ? subject.lock.view : subject.lock.view.under(project.directory)
  const install = stack.install(view, project.directory)
  const files = install.keyFiles.map((path) => [path, subject.lock.view.oid(path) ?? null])
  return world.digest(
    JSON.stringify([
      'inventory',
      2,
      world.version,
      subject.lock.sha,
      check,
      project.prepare,
      files,
      install.install,
      install.perTree,
      toolchain,
      ...(moves.length === 0 ? [] : [moves]),
    ]),
  )
}

/** True where data of tests that the branch changed or added was left out: a new red test may only miss it. */
const isWithoutItsData = ({ excluded, branchTestFiles }: Planned['composed']): boolean =>
  excluded.some(({ path, reason }) => /^(?:test|snapshot|fixture)-/.test(reason) && !branchTestFiles.includes(path))

/** Examines every check of every project, one after the other; what several stacks answer side by side is had before. */
export const examineAll = async (
  planned: Planned,
  request: VerifyRequest,
  subject: Subject,
  trees: Trees,
  limits: Limits,
  world: World,
): Promise<readonly Examined[]> => {
  const examined: Examined[] = []
  const toolchain = await world.toolchain()
  const beside = await askSideBySide(planned, trees, limits, world)
  let heard: ReadonlyMap<Check, Examined> = new Map()
  const probed = async (asked: Examined): Promise<Examined> => {
    const answer = heard.get(asked.check) ?? (await probeInstrument(trees, asked, limits))
    world.say({ kind: 'result', text: `${asked.check.id}: ${answer.status}` })
    return answer
  }
  const lockedFiles = new Set(isWithoutItsData(planned.composed) ? [] : planned.composed.lockedPaths)
  for (const { plan: project, stack } of planned.projects) {
    for (const check of inOrder(project.checks)) {
      const key = inventoryKey(world, subject, stack, project, check, toolchain, planned.moves)
      const asked = await examine({
        project,
        check,
        ask: askMoved(
          (tree, askLimits, files, label) =>
            trees.run(project, check, tree, askLimits, relativeTo(files, project.directory), label),
          planned.moves,
        ),
        inventory: {
          read: () => world.readInventory(key),
          write: (inventory) => world.writeInventory(key, inventory),
        },
        goals: check.kind === 'tests' ? request.goals : [],
        knownRed: planned.knownRed,
        lockedFiles,
        limits,
        beside: beside.get(check) ?? null,
        say: world.say,
      })
      // Where stacks run side by side, so do their probes, behind everything else.
      examined.push(beside.size > 0 ? asked : await probed(asked))
    }
  }
  if (beside.size === 0) return examined
  heard = await probeSideBySide(trees, examined, limits)
  const answers: Examined[] = []
  for (const one of examined) answers.push(await probed(one))
  return answers
}
