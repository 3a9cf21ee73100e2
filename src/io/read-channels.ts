import path from 'node:path'
import type { Report } from '../model/reader.ts'
import { type Result, type Some, trouble } from '../model/result.ts'
import type { Execution, RunRequest } from '../model/world.ts'
import { type Brought, freshReports } from './fresh-reports.ts'
import { readReport } from './read-report.ts'
import { reportFiles } from './report-files.ts'
import { inScope } from './report-scope.ts'
import { expandGlobs } from './shell-globs.ts'

/** Where standard output alone is kept, when a channel reads it or it was asked for. */
export const stdoutOf = ({ reportDirectory, keepStdout, channels }: RunRequest): { readonly stdoutPath?: string } =>
  keepStdout === true || channels.some((channel) => channel.path === 'stdout')
    ? { stdoutPath: path.join(reportDirectory, 'stdout') }
    : {}

/** Of several reports, which one it is that cannot be read. */
const named = (name: string, read: Execution['channels'][number]['read']): typeof read =>
  read === 'absent' || read.ok
    ? read
    : { ok: false, trouble: { ...read.trouble, message: `${name}: ${read.trouble.message}` } }

const tooLate = (name: string): Result<never> =>
  trouble('report-late', `${name} was written when the command had already ended`, {
    remedy: 'Let the command wait for whoever writes its report.',
  })

/** The argv of a request, as it runs in a tree. */
export const argvIn = async (tree: string, { command }: RunRequest): Promise<Some<string>> =>
  command.form === 'argv'
    ? await expandGlobs(command.argv, command.globs ?? [], path.join(tree, command.cwd))
    : [command.shell[0], ...command.shell.slice(1), command.line]

/**
 * Reads everything that a run left behind for the channels of its request. `brought`: what came with the tree. `since` (ms): a report in the
 * tree whose date is before it is of another run. `late`: files that were written when the process had ended, which are no reports.
 */
export const readChannels = async (
  tree: string,
  { command, channels, reportDirectory }: RunRequest,
  brought: Brought | undefined,
  late: readonly string[],
  since?: number,
): Promise<Execution['channels']> => {
  const read: Execution['channels'][number][] = []
  for (const channel of channels) {
    const context = { root: tree, cwd: command.cwd, ...(channel.packages ? { packages: channel.packages } : {}) }
    const isInTree = channel.path.startsWith(`${tree}/`)
    const base = isInTree ? tree : reportDirectory
    const written = isInTree && since !== undefined ? { ...context, since } : context
    const below = path.relative(base, channel.path)
    const found = !channel.several
      ? []
      : channel.fresh
        ? await freshReports(base, below, brought)
        : await reportFiles(base, below)
    for (const name of found) {
      const file = path.join(base, name)
      const one = late.includes(file) ? tooLate(name) : await readReport({ ...channel, path: file }, written)
      read.push({ channel, read: inScope(channel, file, found.length > 1 ? named(name, one) : one) })
    }
    if (found.length > 0) continue
    const only = channel.path === 'stdout' ? { ...channel, path: path.join(reportDirectory, 'stdout') } : channel
    const single = (): Promise<Result<Report> | 'absent'> | Result<never> =>
      late.includes(only.path) ? tooLate(path.relative(base, only.path)) : readReport(only, written)
    read.push({ channel, read: channel.several ? 'absent' : await single() })
  }
  return read
}
