import type { Anomaly } from '../model/anomaly.ts'
import type { Check, Command } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Some } from '../model/result.ts'
import type { Channel, Place } from '../model/stack.ts'
import { listenEverywhere } from '../stacks/index.ts'
import type { Bench } from './bench.ts'
import { relativePath } from './relative-path.ts'
import { wordsOf } from './words.ts'

/** What runs: the command with its reporters, and where it will leave what it has to say. */
export interface Call {
  readonly command: Command
  readonly env: Readonly<Record<string, string>>
  readonly channels: readonly Channel[]
  /** Files below the tree that must not be there before the run, since they would be read after it. */
  readonly stale: readonly string[]
  /** Lists the files that the tool will look at; null where its report tells. */
  readonly census: Command | null
  /** What a reader should know of the call. */
  readonly notes?: readonly Anomaly[]
  /** Nothing is known of the command: said where it leaves no report at all. */
  readonly silence?: string
}

const FORMATS = ['junit', 'tap', 'ctrf', 'events', 'playwright-json', 'trs'] as const

/** `junit:out/junit.xml`, relative to the directory of the command, a glob too; `tap:stdout`. A sentence for what cannot be a report. */
const declared = (text: string, bench: Bench, cwd: string): Pick<Call, 'channels' | 'stale'> | string => {
  const [name, ...rest] = text.split(':')
  const format = FORMATS.find((one) => one === name)
  const written = rest.join(':')
  if (format === undefined)
    return `report-not-had: verify.report names the format ${name}, which this version does not read; it reads ${FORMATS.join(', ')}`
  if (written === 'stdout') return { channels: [{ path: 'stdout', format, role: 'events', required: true }], stale: [] }
  const parts: string[] = []
  for (const part of `${cwd}/${written}`.split('/')) {
    if (part === '..' && parts.pop() === undefined) parts.push('..')
    else if (part !== '' && part !== '.' && part !== '..') parts.push(part)
  }
  const inTree = parts.join('/')
  if (written.startsWith('/') || parts[0] === '..' || parts.length === 0)
    return `report-not-had: verify.report names ${written}, which is not inside of the repository`
  const several = /[*?[{]/.test(inTree) ? ({ several: true } as const) : {}
  return {
    channels: [{ path: `${bench.staged.tree}/${inTree}`, ...several, format, role: 'events', required: true }],
    stale: [inTree],
  }
}

/** The locked project as seen from a directory inside of it; undefined for one outside. */
const viewAt = ({ place }: Bench, cwd: string): RepoView | undefined => {
  if (cwd === place.directory) return place.project
  const prefix = place.directory === '.' ? '' : `${place.directory}/`
  return cwd !== '.' && cwd.startsWith(prefix) ? place.project.under(cwd.slice(prefix.length)) : undefined
}

/**
 * The call that runs: reporters in the runner's own argv, else in the environment, else where a person said the report is; a sentence when
 * no report can be had. `files` narrows it, relative to the project.
 */
export const callOf = (
  check: Check,
  bench: Bench,
  files: Some<string> | null,
  reportDirectory: string,
): Call | string => {
  const { command } = check
  const place: Place = { ...bench.place, reportDirectory, locked: bench.locked.map(({ path }) => path) }
  if (bench.tool !== null && command.form === 'argv') {
    // A script of a workspace runs in a directory of its own.
    const here = (file: string): string => relativePath(`${bench.place.directory}/${file}`, command.cwd)
    const asked: Some<string> | null = files === null ? null : [here(files[0]), ...files.slice(1).map(here)]
    const project = viewAt(bench, command.cwd)
    const narrowed = asked === null ? command.argv : (bench.tool.narrow?.(command.argv, asked, project) ?? command.argv)
    const { argv, env, channels, census, notes } = bench.tool.instrument(narrowed, place)
    // Reports that are only looked for where the tool leaves them by its habit are where a person says.
    const isLookedFor = channels.every(({ fresh }) => fresh === true)
    const elsewhere =
      check.declaredReport !== null && isLookedFor ? declared(check.declaredReport, bench, command.cwd) : null
    if (typeof elsewhere === 'string') return elsewhere
    return {
      command: { ...command, argv },
      env,
      channels,
      stale: [],
      ...elsewhere,
      census: census === undefined ? null : { ...command, argv: census },
      notes: notes ?? [],
    }
  }
  if (check.declaredReport !== null) {
    const report = declared(check.declaredReport, bench, command.cwd)
    return typeof report === 'string' ? report : { command, env: {}, ...report, census: null }
  }
  const opaque = check.kind === 'tests' ? bench.stack.instrumentOpaque?.(place) : undefined
  if (opaque !== undefined) return { command, env: opaque.env, channels: opaque.channels, stale: [], census: null }
  if (check.kind !== 'tests') return { command, env: {}, channels: [], stale: [], census: null }
  const anywhere = listenEverywhere(place)
  const silence = `report-not-had: \`${wordsOf(command)}\` runs no test runner that is known, and left no report in the usual places; add the line \`report: junit:PATH\` below \`verify:\` in triverdict.yaml`
  return { command, env: anywhere.env, channels: anywhere.channels, stale: [], census: null, silence }
}
