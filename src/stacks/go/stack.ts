import type { Stack } from '../../model/stack.ts'
import { about } from './about.ts'
import { goBuild } from './go-build.ts'
import { testFiles } from './go-files.ts'
import { goTest } from './go-test.ts'
import { goVet } from './go-vet.ts'
import { gofmt } from './gofmt.ts'
import { golangciLint } from './golangci-lint.ts'
import { install } from './install.ts'
import { installFault } from './install-fault.ts'
import { locked } from './locked.ts'
import { workspaceMembers } from './module-files.ts'
import { reach } from './reach.ts'
import { staticcheck } from './staticcheck.ts'
import { unwrap } from './unwrap.ts'

/** Go modules and workspaces. */
export const go: Stack = {
  id: 'go',
  title: 'Go',
  about,
  markers: ['go.mod', 'go.work'],
  endings: ['go'],
  locked,
  tools: [goTest, goBuild, goVet, gofmt, golangciLint, staticcheck],
  unwrap,
  // go.mod has no place for commands.
  script: () => undefined,
  manifestCommands: () => [],
  install,
  installFault,
  reach,
  hasTests: (project) => testFiles(project).length > 0,
  members: (project) => workspaceMembers(project).filter((directory) => directory !== '.'),
  firstParty: () => [],
}
