import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { InstallPlan } from '../model/stack.ts'
import type { Stage } from './stage.ts'

const EVERY_NODE_MODULES = 'tree/*node_modules'

/** Every directory named node_modules below one that is not inside another; links are not followed. Relative to `stage`. */
const nodeModules = async (stage: string, below: string): Promise<readonly string[]> => {
  const entries = await readdir(path.join(stage, below), { withFileTypes: true })
  const directories = entries.filter((entry) => entry.isDirectory() && entry.name !== '.git')
  const found = await Promise.all(
    directories.map(({ name }) => {
      const directory = `${below}/${name}`
      return name === 'node_modules' ? [directory] : nodeModules(stage, directory)
    }),
  )
  return found.flat()
}

/** Directory relative to the stage → what changes when something is put into it. */
export type OutputStates = ReadonlyMap<string, string>

/** The outputs of a plan that are there now. */
export const outputStates = async (plan: InstallPlan, stage: Stage): Promise<OutputStates> => {
  const states = new Map<string, string>()
  for (const output of plan.outputs) {
    const directories = output === EVERY_NODE_MODULES ? await nodeModules(stage.root, 'tree') : [output]
    for (const directory of directories) {
      const found = await lstat(path.join(stage.root, directory)).catch(() => null)
      if (found?.isDirectory()) states.set(directory, `${found.ino} ${found.mtimeMs}`)
    }
  }
  return states
}

/**
 * What an install made, sorted. In a tree of several projects the directories of the others are there already; kept under this key
 * they would come back stale.
 */
export const madeOutputs = (before: OutputStates, after: OutputStates): readonly string[] =>
  [...after]
    .filter(([directory, state]) => before.get(directory) !== state)
    .map(([directory]) => directory)
    .sort()
