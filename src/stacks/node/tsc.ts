import { anomaly } from '../../model/anomaly.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { calledByScript, commandPattern, configured, dependsOn } from './adoption.ts'
import { type Argument, isOption, readArguments, withoutOptions, write } from './arguments.ts'
import { type Call, readCall, writeCall } from './call.ts'
import { blockFrom } from './failure-block.ts'
import { solutionOf, typescriptVersion } from './tsconfig.ts'

const VALUED = [
  '-p',
  '--project',
  '-t',
  '--target',
  '-m',
  '--module',
  '--outDir',
  '--rootDir',
  '--tsBuildInfoFile',
  '--lib',
  '--types',
  '--jsx',
  '--moduleResolution',
  '--declarationDir',
  '--baseUrl',
  '--outFile',
  '--locale',
  '--customConditions',
] as const

const REPLACED = [
  '-w',
  '--watch',
  '--pretty',
  '--incremental',
  '-i',
  '--tsBuildInfoFile',
  '--listFiles',
  '--listEmittedFiles',
  '--explainFiles',
  '--traceResolution',
  '--diagnostics',
  '--extendedDiagnostics',
  '--force',
  '-f',
  '--dry',
  '-d',
  '--verbose',
  '-v',
  '--quiet',
  '-q',
] as const

const recognised = (argv: readonly string[]): Call | undefined => {
  const call = readCall(argv)
  if (call?.name !== 'tsc') return undefined
  const asksOnly = call.args.some(
    (word) =>
      /^--?(?:version|help|init|showConfig|all|clean|listFilesOnly)$/.test(word) || word === '-h' || word === '-v',
  )
  return asksOnly && !builds(call) ? undefined : call.args.includes('--clean') ? undefined : call
}

const builds = (call: Call): boolean => /^--?(?:b|build)$/.test(call.args[0] ?? '')

/** True when a tsconfig of the project may leave a build-info file, whose contents a change could have written. */
const keepsBuildInfo = (project: RepoView): boolean =>
  project.paths.some(
    (path) =>
      /(?:^|\/)tsconfig[^/]*\.json$/.test(path) &&
      /"(?:incremental|composite|tsBuildInfoFile)"\s*:/.test(project.read(path) ?? ''),
  )

/** True when the root tsconfig.json only refers to others: `tsc --noEmit` would then check no file at all and say nothing. */
const isSolution = (project: RepoView): boolean =>
  /"references"\s*:\s*\[\s*\{/.test(project.read('tsconfig.json') ?? '')

/**
 * `tsc --noEmit` on a solution would check no file: it is built instead, and nothing but declarations is written. Without output at all
 * (TypeScript 5.6) only projects that do not refer to each other can be built. Undefined for every other call.
 */
const builtSolution = (call: Call, project: RepoView): readonly string[] | undefined => {
  const all = readArguments(call.args, VALUED)
  const named = all.find((argument) => isOption(argument, ['-p', '--project']))
  const words = all.some(({ kind }) => kind === 'word')
  const given = named?.kind === 'option' ? (named.value ?? '.').replace(/^\.\//, '').replace(/\/$/, '') : '.'
  const file = /\.json$/.test(given) ? given : given === '.' ? 'tsconfig.json' : `${given}/tsconfig.json`
  const solution = builds(call) || words ? undefined : solutionOf(project, file)
  if (solution === undefined) return undefined
  const [major, minor] = typescriptVersion(project) ?? [6, 0]
  const silent = (major > 5 || (major === 5 && minor >= 6)) && !solution.chained
  if (!silent && solution.forbidsOutput) return ['-b', file]
  return ['-b', file, ...(silent ? ['--noEmit'] : ['--declaration', '--emitDeclarationOnly'])]
}

const joined = (directory: string, file: string): string => (directory === '.' ? file : `${directory}/${file}`)

const forbidsOutput = (argument: Argument): boolean =>
  argument.kind === 'option' && argument.name === '--noEmit' && argument.value !== 'false'

/** https://www.typescriptlang.org/docs/handbook/compiler-options.html */
export const tsc: Tool = {
  id: 'tsc',
  stack: 'node',
  kind: 'types',
  recognises: (argv) => recognised(argv) !== undefined,
  adoption: 'a script that calls `tsc`, or a dependency on `typescript` beside a `tsconfig.json`',
  adopted: (project) => {
    const called = calledByScript(project, commandPattern('tsc'))
    if (called) return called
    // A tsconfig alone also serves editors and bundlers: without the compiler among the dependencies nobody checks with it.
    return dependsOn(project, 'typescript') && configured(project, ['tsconfig.json'])
  },
  defaultArgv: (project) => (isSolution(project) ? ['tsc', '-b'] : ['tsc', '--noEmit']),
  instrument: (argv, place) => {
    const call = recognised(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    const solution = builtSolution(call, place.project)
    if (solution !== undefined) {
      const words = solution.join(' ')
      return {
        argv: writeCall(call, [...solution, '--pretty', 'false', '--diagnostics', '--force']),
        env: {},
        channels: [{ path: 'stdout', format: 'tsc-text', role: 'findings', required: true }],
        notes: [
          anomaly('solution-built', 'info', `\`tsc ${words}\` was run for \`${argv.join(' ')}\``, {
            path: solution[1] === undefined ? null : joined(place.directory, solution[1]),
            evidence: 'the tsconfig has no files of its own, only references: a plain check of it looks at no file',
            remedy: 'Let the script say `tsc -b`.',
          }),
        ],
      }
    }
    const kept = write(withoutOptions(readArguments(call.args, VALUED), REPLACED))
    // Build-info is never evidence: a build starts afresh, a single check keeps its own outside the tree.
    const fresh = builds(call)
      ? ['--force']
      : keepsBuildInfo(place.project)
        ? ['--incremental', 'true', '--tsBuildInfoFile', `${place.reportDirectory}/tsc.tsbuildinfo`]
        : []
    return {
      argv: writeCall(call, [...kept, '--pretty', 'false', '--diagnostics', ...fresh]),
      env: {},
      channels: [{ path: 'stdout', format: 'tsc-text', role: 'findings', required: true }],
    }
  },
  emits: (argv) => {
    const call = recognised(argv)
    return call !== undefined && !readArguments(call.args, VALUED).some(forbidsOutput)
  },
  exits: exitTable('enum ExitStatus of TypeScript 5.9.3', [
    [0, 'green', 'no diagnostics'],
    [1, 'red', 'diagnostics, nothing was written; configuration and usage errors share it'],
    [2, 'red', 'diagnostics, also under --noEmit; configuration errors share it'],
    [3, 'not-complete', 'a project that is not valid, nothing was written'],
    [4, 'not-complete', 'projects refer to each other in a circle'],
  ]),
  firstFailure: (log) => blockFrom(log, { starts: /^\S.*\(\d+,\d+\): error TS\d+: |^error TS\d+: /, ends: /^\S|^$/ }),
}
