import type { StackAbout } from '../../model/stack.ts'

export const about: StackAbout = {
  detection:
    'Every directory with a package.json is a project, unless it belongs to a workspace: the `packages` of pnpm-workspace.yaml, otherwise the `workspaces` of package.json. ' +
    'Scripts are followed with their `pre` and `post` lines, for every member that the call selects.',
  calls:
    '`npx`, `bunx`, `npm exec`, `pnpm exec`, `yarn run` and `yarn exec`, corepack, a program that pnpm or yarn is given by name, `node` before a program of node_modules, and `cross-env`. ' +
    'c8 and nyc stay and are told where to report. A runner that would fetch another package than the installed one is left as it is.',
  dependencies:
    'By the manager that `packageManager` pins, otherwise by the one whose lockfile is there (pnpm, yarn 1, yarn 2 and later, npm, bun), otherwise by npm. ' +
    'The lockfile is kept as it is (`npm ci`, `--frozen-lockfile`, `--immutable`); without one they are `dependencies-unpinned`. Lifecycle scripts of the project run in every tree. ' +
    'Plug-and-play projects of yarn are installed into node_modules.',
  versions: [
    'Tests and the corpus run Node 20.19 or newer (at the time of writing 20.20), npm, pnpm 10 and yarn 1.22.',
    'They run vitest 4.1.12, jest 30.5.2, mocha 11.8.0 and 12.0.3, ava 6.4.1, node:test of that Node, TypeScript 5.9.3, eslint 10.15.0 and biome 2.6.8.',
    'Of prettier there are reports that were recorded from 2.8.8 and 3.6.2; what bun and yarn 2 and later say of a failed install is recorded, too.',
    'The reporters are written for vitest 1, jest 26, mocha 8 and Node 18.17, and later ones.',
    'A solution of TypeScript is checked without output from 5.6 on; before, its declarations are written.',
  ],
  coverage:
    'Measured where the command or the locked configuration asks for it: vitest and jest as Istanbul’s JSON, node:test as lcov, c8 and nyc around any runner as Istanbul’s JSON. Thresholds of the project are switched off.',
}
