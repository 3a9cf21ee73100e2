import type { Stack } from '../../model/stack.ts'
import { about } from './about.ts'
import { ava } from './ava.ts'
import { biome } from './biome.ts'
import { manifestCommands } from './commands.ts'
import { eslint } from './eslint.ts'
import { install } from './install.ts'
import { installFault } from './install-fault.ts'
import { jest } from './jest.ts'
import { locked, lockedIn } from './locked.ts'
import { members } from './members.ts'
import { mocha } from './mocha.ts'
import { nodeTest } from './node-test.ts'
import { prettier } from './prettier.ts'
import { reach } from './reach.ts'
import { script } from './script.ts'
import { isTestFile } from './test-files.ts'
import { tsc } from './tsc.ts'
import { unwrap } from './unwrap.ts'
import { vitest } from './vitest.ts'

/** JavaScript and TypeScript with npm, pnpm, yarn or bun. */
export const node: Stack = {
  id: 'node',
  title: 'TypeScript / JavaScript',
  about,
  markers: ['package.json'],
  endings: ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte', 'astro'],
  locked,
  lockedIn,
  tools: [vitest, jest, mocha, ava, nodeTest, tsc, eslint, biome, prettier],
  unwrap,
  script,
  manifestCommands,
  install,
  installFault,
  reach,
  hasTests: (project) => project.paths.some((path) => isTestFile(path)),
  members,
  firstParty: () => [],
}
