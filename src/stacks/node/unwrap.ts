import type { Some } from '../../model/result.ts'
import { baseName, programOfScript, readCall, writeCall } from './call.ts'

/** Options of `npx` and `npm exec` that take a value; those that name packages decide what runs, so they are not taken away. */
const PACKAGE_OPTIONS = ['-p', '--package', '-c', '--call']

/** Commands of the package managers, so that `pnpm vitest` (a program) is told from `pnpm install` (a command) and from a script. */
const MANAGER_COMMANDS = new Set(
  (
    'access add adduser approve-builds audit bin bugs cache cat-file cat-index ci clean clean-install completion config constraints create ' +
    'dedupe deploy deprecate diff dist-tag dlx docs doctor edit env exec explain explore fetch find-dupes find-hash fund generate-lock-entry get ' +
    'global help help-search hook i import info init install install-ci-test install-test ignored-builds it licenses link list ll login logout ls m ' +
    'multi npm node org outdated owner pack patch patch-commit patch-remove pkg ping plugin policies prefix prune publish query rb rebuild recursive ' +
    'remove repo restart rm root run run-script sbom search self-update server set setup shrinkwrap star stars start stage stop store t tag team ' +
    'test token tst unlink uninstall unplug unpublish unstar up update upgrade upgrade-interactive version versions view whoami why workspace ' +
    'workspaces x'
  ).split(' '),
)

/**
 * Takes package runners away: `npx`, `npm exec`, `pnpm exec`, `yarn run|exec`, `pnpm|yarn <program>`, `bunx`, and `node` before a
 * known program of node_modules. It sees through `cross-env` and c8 (which stay). Undefined when nothing was taken, also where the
 * runner would fetch another package than the installed one. Scripts come first in pnpm and yarn: ask `script` before this.
 */
export const unwrap = (argv: Some<string>): Some<string> | undefined => {
  const call = readCall(argv)
  if (call === undefined) return undefined
  const inner = unwrapProgram([...call.program, ...call.args])
  if (inner === undefined) return undefined
  const [first, ...args] = inner
  return writeCall({ ...call, program: [first], args }, args)
}

const unwrapProgram = (argv: readonly string[]): Some<string> | undefined => {
  const [program = '', ...rest] = argv
  switch (baseName(program)) {
    case 'npx':
    case 'bunx':
      return executable(rest)
    case 'npm':
      return rest[0] === 'exec' || rest[0] === 'x' ? executable(rest.slice(1)) : undefined
    case 'pnpm':
      return ofManager(rest)
    case 'yarn':
    case 'yarnpkg':
      // Unlike the others, yarn's `run` also runs programs; that it is no script was asked before.
      return ofManager(rest[0] === 'run' ? rest.slice(1) : rest)
    case 'corepack':
      return ['pnpm', 'yarn', 'npm'].includes(rest[0] ?? '') ? some(rest) : undefined
    case 'node': {
      // With flags of its own, node is a part of the program: `readCall` sees through those.
      const name = programOfScript(rest[0] ?? '')
      return name === undefined ? undefined : [name, ...rest.slice(1)]
    }
    default:
      return undefined
  }
}

/** The command after the runner's own options; a version (`tsc@5`) or a package option would run something that is not installed. */
const executable = (words: readonly string[]): Some<string> | undefined => {
  let at = 0
  for (; at < words.length; at += 1) {
    const word = words[at] as string
    if (word === '--') {
      at += 1
      break
    }
    if (!word.startsWith('-')) break
    if (PACKAGE_OPTIONS.includes(word.split('=')[0] as string)) return undefined
  }
  const name = words[at]
  if (name === undefined || /.@/.test(name)) return undefined
  const rest = words.slice(at + 1)
  // `npm exec vitest -- run`: npm takes the first `--` away.
  const dashes = rest.indexOf('--')
  return [name, ...(dashes === 0 ? rest.slice(1) : rest)]
}

const ofManager = (words: readonly string[]): Some<string> | undefined => {
  const options = words.findIndex((word) => !['-s', '--silent', '--if-present'].includes(word))
  const [first, ...rest] = options < 0 ? [] : words.slice(options)
  if (first === undefined || first.startsWith('-')) return undefined
  if (first === 'exec') return executable(rest)
  if (MANAGER_COMMANDS.has(first)) return undefined
  return [first, ...rest]
}

const some = (words: readonly string[]): Some<string> | undefined =>
  words[0] === undefined ? undefined : [words[0], ...words.slice(1)]
