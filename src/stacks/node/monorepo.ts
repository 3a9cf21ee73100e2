import { z } from 'zod'
import type { RepoView } from '../../model/repo-view.ts'
import type { ScriptLine } from '../../model/stack.ts'
import { baseName } from './call.ts'
import { lineOfKey, readManifest } from './manifest.ts'
import { memberNamed, members } from './members.ts'

/** A call of turbo, nx or lerna: tasks, the members that are meant (undefined: all), and what is appended to the scripts. */
interface MonorepoCall {
  readonly tool: 'turbo' | 'nx' | 'lerna'
  readonly tasks: readonly string[]
  readonly names: readonly string[] | undefined
  readonly args: readonly string[]
}

/** Options that change how it runs, not what. */
const QUIET =
  /^--(?:no-cache|force|concurrency|continue|output-logs|log-order|log-prefix|parallel|env-mode|summarize|ui|no-daemon|daemon|cache|cache-dir|cache-workers|remote-only|color|no-color|verbosity|verbose|output-style|outputStyle|skip-nx-cache|skipNxCache|nxBail|nx-bail|all|stream|no-bail|sort|no-sort|affected|base|head|nx-ignore-cycles|configuration|no-progress|no-prefix|ci|since|loglevel|team|token|api|runner|maxParallel|max-parallel)(?:=|$)/
const VALUED = new Set([
  '--concurrency',
  '--output-logs',
  '--log-order',
  '--env-mode',
  '--ui',
  '--cache-dir',
  '--verbosity',
  '--output-style',
  '--base',
  '--head',
  '--configuration',
  '--loglevel',
  '--team',
  '--token',
  '--since',
  '--max-parallel',
  '--maxParallel',
])

/** `turbo run test lint --filter=web -- --bail`, `nx run-many -t test`, `nx test web`, `lerna run test`; undefined for anything else. */
const readCall = (argv: readonly string[]): MonorepoCall | undefined => {
  const tool = baseName(argv[0] ?? '')
  if (tool !== 'turbo' && tool !== 'nx' && tool !== 'lerna') return undefined
  const dashes = argv.indexOf('--')
  const words = argv.slice(1, dashes < 0 ? argv.length : dashes)
  const args = dashes < 0 ? [] : argv.slice(dashes + 1)
  const plain: string[] = []
  const names: string[] = []
  const targets: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    const [option = '', given] = word.startsWith('--') ? word.split(/=(.*)/s) : [word]
    const value = (): string => given ?? (words[++at] as string | undefined) ?? ''
    if (['--filter', '-F', '--scope', '--projects', '-p'].includes(option)) names.push(...value().split(','))
    else if (['-t', '--target', '--targets'].includes(option)) targets.push(...value().split(','))
    else if (!word.startsWith('-')) plain.push(word)
    else if (!QUIET.test(word)) return undefined
    else if (VALUED.has(word)) at += 1
  }
  const all = names.length === 0 ? undefined : names
  if (tool === 'nx') {
    const [first = '', second] = plain
    if (first === 'run-many' || first === 'affected')
      return targets.length === 0 ? undefined : { tool, tasks: targets, names: all, args }
    const [project, target] = first === 'run' ? (second ?? '').split(':') : [second, first]
    return project === undefined || project === '' || target === undefined || target === ''
      ? undefined
      : { tool, tasks: [target], names: [project], args }
  }
  const tasks = plain[0] === 'run' ? plain.slice(1) : tool === 'turbo' ? plain : []
  const managing = ['prune', 'login', 'link', 'build-cache', 'ls', 'gen', 'query', 'daemon', 'info', 'watch']
  return tasks.length === 0 || managing.includes(tasks[0] ?? '') ? undefined : { tool, tasks, names: all, args }
}

const turboSchema = z.looseObject({
  tasks: z.record(z.string(), z.looseObject({ dependsOn: z.array(z.string()).optional() })).optional(),
  pipeline: z.record(z.string(), z.looseObject({ dependsOn: z.array(z.string()).optional() })).optional(),
})

/** What must run before a task, by turbo.json; undefined when it cannot be read. */
const turboNeeds = (project: RepoView, task: string): readonly string[] | undefined => {
  const text = project.read('turbo.json')
  if (text === undefined) return project.has('turbo.jsonc') ? undefined : []
  try {
    const { tasks, pipeline } = turboSchema.parse(
      JSON.parse(text.replace(/^\uFEFF/, '').replaceAll(/^\s*\/\/.*$/gm, '')),
    )
    return (tasks ?? pipeline)?.[task]?.dependsOn ?? []
  } catch {
    return undefined
  }
}

/** Members in an order in which each comes after those that it depends on. */
const inOrder = (project: RepoView, all: readonly string[]): readonly string[] => {
  const manifests = new Map(all.map((directory) => [directory, readManifest(project, `${directory}/package.json`)]))
  const byName = new Map(
    [...manifests].flatMap(([directory, manifest]) =>
      manifest?.name === undefined ? [] : [[manifest.name, directory] as const],
    ),
  )
  const done: string[] = []
  const seen = new Set<string>()
  const visit = (directory: string): void => {
    if (seen.has(directory)) return
    seen.add(directory)
    const manifest = manifests.get(directory)
    for (const name of Object.keys({ ...manifest?.dependencies, ...manifest?.devDependencies })) {
      const other = byName.get(name)
      if (other !== undefined) visit(other)
    }
    done.push(directory)
  }
  for (const directory of all) visit(directory)
  return done
}

/** Targets of nx that no script of package.json holds: plug-ins infer them, and project.json may define them. */
const inferred = (project: RepoView, directory: string, task: string): boolean => {
  if ((project.read(`${directory}/project.json`) ?? '').includes(`"${task}"`)) return true
  return /"plugins"\s*:\s*\[\s*[^\]\s]/.test(project.read('nx.json') ?? '')
}

const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/**
 * The members' scripts that a call of turbo, nx or lerna comes down to, where the tool only forwards to scripts: what turbo.json wants
 * before them first, each member after those it depends on. Undefined where only the tool itself can tell.
 */
export const monorepoScript = (argv: readonly string[], project: RepoView): readonly ScriptLine[] | undefined => {
  const call = readCall(argv)
  if (call === undefined) return undefined
  const all = inOrder(project, members(project))
  const meant = call.names?.map((name) =>
    ['*', './*', './packages/*', '//'].includes(name) ? undefined : memberNamed(project, name),
  )
  if (all.length === 0 || meant?.includes(undefined)) return undefined
  const chosen = meant === undefined ? all : all.filter((directory) => meant.includes(directory))
  const lines: ScriptLine[] = []
  const done = new Set<string>()
  let known = true
  const add = (
    task: string,
    directories: readonly string[],
    args: readonly string[],
    trail: readonly string[],
  ): void => {
    const needs = call.tool === 'turbo' ? turboNeeds(project, task) : []
    if (needs === undefined) known = false
    for (const need of needs ?? []) {
      if (/[$#]/.test(need) || trail.includes(need)) continue
      add(
        need.replace(/^\^/, ''),
        need.startsWith('^') || directories === all ? all : directories,
        [],
        [...trail, need],
      )
    }
    for (const directory of directories) {
      const file = `${directory}/package.json`
      const key = `${directory} ${task}`
      const body = readManifest(project, file)?.scripts?.[task]
      if (call.tool === 'nx' && inferred(project, directory, task)) known = false
      if (body === undefined || done.has(key)) continue
      done.add(key)
      lines.push({
        name: task,
        line: [body, ...args.map(quote)].join(' '),
        evidence: { tier: 'manifest', file, line: lineOfKey(project.read(file) ?? '', 'scripts', task), text: body },
        cwd: directory,
      })
    }
  }
  for (const task of call.tasks) add(task, chosen, call.args, [])
  return known && lines.length > 0 ? lines : undefined
}
