import { lineOf } from '../discovery/named.ts'
import { join } from '../discovery/paths.ts'
import { parseShell } from '../discovery/shell.ts'
import type { RepoView } from '../model/repo-view.ts'
import { readManifest } from '../stacks/node/manifest.ts'
import { readScriptCall } from '../stacks/node/script-call.ts'

/** Those that npm runs without a script of that name. */
const BUILT_IN: ReadonlySet<string> = new Set(['start', 'restart'])

/** The directory whose package.json npm would take: the nearest one above. */
const packageAbove = (directory: string, view: RepoView): string | null => {
  if (view.has(directory === '.' ? 'package.json' : `${directory}/package.json`)) return directory
  return directory === '.' ? null : packageAbove(join(directory, '..') ?? '.', view)
}

/**
 * Why a layer's command cannot run anything: it is one call of npm for a script that package.json does not have. npm answers that with 1,
 * as a failing test does, or with 0 under `--if-present`. Null for every other command.
 */
export const missingScript = (run: string | readonly string[], cwd: string, view: RepoView): string | null => {
  const items = parseShell(lineOf(run), { cwd, env: {}, errexit: true, pipefail: true })
  const [only] = items
  if (items.length !== 1 || only?.form !== 'simple' || !/(?:^|\/)npm$/.test(only.argv[0])) return null
  const call = readScriptCall(only.argv)
  if (call === undefined || BUILT_IN.has(call.name)) return null
  const { where } = call
  if (where.kind !== 'here' && where.kind !== 'directory') return null
  const asked = where.kind === 'here' ? only.cwd : join(only.cwd, where.directory)
  const directory = asked === null ? null : packageAbove(asked, view)
  if (directory === null) return null
  const file = directory === '.' ? 'package.json' : `${directory}/package.json`
  const manifest = readManifest(view, file)
  return manifest === undefined || manifest.scripts?.[call.name] !== undefined
    ? null
    : `${file} has no script \`${call.name}\`: nothing would run`
}
