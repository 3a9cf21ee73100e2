import type { Command, Evidence, Step } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { InstallPlan } from '../../model/stack.ts'
import { lifecycleSteps } from './lifecycle.ts'
import { lockfileOf, type Manager, managerOf, programOf } from './manager.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { members } from './members.ts'
import { pnpmEnvironment } from './pnpm-version.ts'

/** How the dependencies of a project are installed. `directory` is the project's, relative to the tree's root. */
export const install = (project: RepoView, directory: string): InstallPlan => {
  const manager = managerOf(project)
  const manifest = readManifest(project)
  const lockfile = lockfileOf(project, manager)
  const memberDirectories = members(project)
  const memberFiles = memberDirectories.map((member) => `${member}/package.json`)
  const needed =
    lockfile !== undefined ||
    [manifest, ...memberFiles.map((file) => readManifest(project, file))].some(hasDependencies)
  const inTree = (path: string): string => (directory === '.' ? path : `${directory}/${path}`)
  const argv = installArgv(project, manager, manifest, lockfile !== undefined)
  return {
    manager: programOf(manager),
    keyFiles: [...keyFiles(project, lockfile), ...memberFiles].filter((file) => project.has(file)).map(inTree),
    keyCommands: [
      ['node', '--version'],
      [...(argv[0] === 'corepack' ? ([argv[0], argv[1] as string] as const) : ([argv[0]] as const)), '--version'],
    ],
    install: needed ? [step(argv, directory, manager, lockfile)] : [],
    outputs: needed ? ['tree/*node_modules'] : [],
    perTree: needed ? lifecycleSteps(project, directory, manager) : [],
    pinned: lockfile !== undefined || !needed,
    // pnpm puts the programs of a member only beside that member.
    path: ['.', ...memberDirectories].map(
      (at) => `tree/${inTree(at === '.' ? 'node_modules/.bin' : `${at}/node_modules/.bin`)}`,
    ),
    env: {
      // Older tools (eslint 7, yarn 1) keep compiled code in a cache that cannot load what Node 20.19 resolves by `module-sync`.
      DISABLE_V8_COMPILE_CACHE: '1',
      ...(manager === 'pnpm' ? pnpmEnvironment(project) : {}),
    },
  }
}

const hasDependencies = (manifest: Manifest | undefined): boolean =>
  [manifest?.dependencies, manifest?.devDependencies, manifest?.optionalDependencies, manifest?.peerDependencies].some(
    (section) => section !== undefined && Object.keys(section).length > 0,
  )

const keyFiles = (project: RepoView, lockfile: string | undefined): readonly string[] => [
  'package.json',
  ...(lockfile === undefined ? [] : [lockfile]),
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  'pnpm-workspace.yaml',
  '.pnpmfile.cjs',
  '.pnpmfile.mjs',
  'bunfig.toml',
  '.nvmrc',
  '.node-version',
  ...project.paths.filter((path) => /^(?:patches|\.yarn\/(?:patches|releases|plugins))\//.test(path)),
]

const installArgv = (
  project: RepoView,
  manager: Manager,
  manifest: Manifest | undefined,
  locked: boolean,
): Some<string> => {
  switch (manager) {
    case 'npm':
      return ['npm', locked ? 'ci' : 'install', '--no-audit', '--no-fund', '--include=dev']
    case 'pnpm':
      return ['pnpm', 'install', locked ? '--frozen-lockfile' : '--no-frozen-lockfile', '--prod=false']
    case 'yarn':
      return ['yarn', 'install', ...(locked ? ['--frozen-lockfile'] : []), '--non-interactive', '--production=false']
    case 'berry': {
      // A global yarn 1 hands over to `yarnPath`; without one only corepack knows the pinned version.
      const own = /^yarnPath:/m.test(project.read('.yarnrc.yml') ?? '')
      const program: Some<string> = own || manifest?.packageManager === undefined ? ['yarn'] : ['corepack', 'yarn']
      return [...program, 'install', locked ? '--immutable' : '--no-immutable']
    }
    case 'bun':
      return ['bun', 'install', ...(locked ? ['--frozen-lockfile'] : [])]
  }
}

const step = (argv: Some<string>, cwd: string, manager: Manager, lockfile: string | undefined): Step => {
  const evidence: Evidence = { tier: 'default', file: lockfile ?? 'package.json', line: null, text: argv.join(' ') }
  const command: Command = { form: 'argv', argv, cwd, env: environment(manager) }
  return { command, evidence }
}

/** Never asks; plug-and-play projects of yarn are installed into node_modules, so that programs are found on PATH. */
const environment = (manager: Manager): Readonly<Record<string, string>> => ({
  CI: '1',
  ...(manager === 'berry'
    ? { YARN_NODE_LINKER: 'node-modules', YARN_ENABLE_TELEMETRY: '0', YARN_ENABLE_PROGRESS_BARS: '0' }
    : {}),
  ...(manager === 'berry' || manager === 'pnpm' ? { COREPACK_ENABLE_DOWNLOAD_PROMPT: '0' } : {}),
})
