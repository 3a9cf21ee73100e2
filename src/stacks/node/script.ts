import type { RepoView } from '../../model/repo-view.ts'
import type { ScriptLine } from '../../model/stack.ts'
import { baseName, type Call, readCall } from './call.ts'
import { type Manager, managerOf } from './manager.ts'
import { lineOfKey, readManifest } from './manifest.ts'
import { memberNamed, members } from './members.ts'
import { monorepoScript } from './monorepo.ts'
import { readScriptCall, type ScriptPlace } from './script-call.ts'

/**
 * The lines that a script call runs, in order: `pre`, own, `post`, once for every workspace member that the call selects.
 * Arguments of the call are appended to the own line, quoted. Files and directories are relative to the project.
 * Undefined when the argv calls no script of package.json, or selects members in a way that only the manager understands.
 */
export const script = (argv: readonly string[], project: RepoView): readonly ScriptLine[] | undefined => {
  const outer = readCall(argv)
  if (outer !== undefined && outer.wrappers.length > 0) return wrapped(outer, project)
  const call = readScriptCall(argv)
  if (call === undefined) return monorepoScript(argv, project)
  const manager = managerCalled(argv, project)
  const directories = select(call.where, project)
  if (directories === undefined) return undefined
  const several = call.where.kind === 'members'
  // Only yarn 1 takes the `--` away; npm's was taken when the call was read.
  const dashes = manager === 'yarn' ? call.args.indexOf('--') : -1
  const args = call.args.filter((_, at) => at !== dashes)
  const found = directories.map((cwd) => linesOf(project, cwd, call.name, args, manager))
  // Over many members, those without the script are passed over, as every manager does; alone it must be there.
  const lines = several ? found.flatMap((one) => one ?? []) : found[0]
  return lines === undefined || lines.length === 0 ? undefined : lines
}

/** `nyc npm run unit`: what wraps the call wraps the program of the own line. Undefined where that is more than one plain command. */
const wrapped = (call: Call, project: RepoView): readonly ScriptLine[] | undefined => {
  const lines = script([...call.program, ...call.args], project)
  const words = call.wrappers.flatMap((wrapper) => wrapper.words.map(quote)).join(' ')
  const made = lines?.map((line) => {
    if (/^(?:pre|post)/.test(line.name)) return line
    const [, assignments = '', program = ''] =
      /^((?:[A-Za-z_]\w*=[\w./:,-]*\s+)*)([^;&|<>()$`\n]+)$/.exec(line.line) ?? []
    return program === '' ? undefined : { ...line, line: `${assignments}${words} ${program}` }
  })
  return made?.some((line) => line === undefined) ? undefined : (made as readonly ScriptLine[] | undefined)
}

/** The manager is the one that was called; whether `yarn` means 1 or a later one is the project's matter. */
const managerCalled = (argv: readonly string[], project: RepoView): Manager => {
  const called = baseName(argv[0] ?? '')
  if (called === 'yarn' || called === 'yarnpkg') return managerOf(project) === 'berry' ? 'berry' : 'yarn'
  return called === 'pnpm' || called === 'bun' ? called : 'npm'
}

const select = (where: ScriptPlace, project: RepoView): readonly string[] | undefined => {
  switch (where.kind) {
    case 'here':
      return ['.']
    case 'directory':
      return [where.directory]
    case 'members':
      return where.root ? ['.', ...members(project)] : members(project)
    case 'named': {
      const found = where.names.map((name) => memberNamed(project, name))
      return found.every((directory) => directory !== undefined) ? found : undefined
    }
  }
}

const linesOf = (
  project: RepoView,
  cwd: string,
  name: string,
  args: readonly string[],
  manager: Manager,
): readonly ScriptLine[] | undefined => {
  const file = cwd === '.' ? 'package.json' : `${cwd}/package.json`
  const text = project.read(file) ?? ''
  const scripts = readManifest(project, file)?.scripts ?? {}
  const own = scripts[name]
  if (own === undefined) return undefined
  const line = (key: string, body: string, extra: readonly string[] = []): ScriptLine => ({
    name: key,
    line: [body, ...extra.map(quote)].join(' '),
    evidence: { tier: 'manifest', file, line: lineOfKey(text, 'scripts', key), text: body },
    cwd,
  })
  // Yarn 2 and later run no pre and post lines; npm, pnpm 9+, yarn 1 and bun do.
  const around = (key: string): readonly ScriptLine[] => {
    const body = manager === 'berry' ? undefined : scripts[key]
    return body === undefined ? [] : [line(key, body)]
  }
  return [...around(`pre${name}`), line(name, own, args), ...around(`post${name}`)]
}

/** For a POSIX shell, which is what the managers give their lines to. */
const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
