import { lineOf } from '../discovery/named.ts'
import { join } from '../discovery/paths.ts'
import type { CheckKind, Command } from '../model/check.ts'
import { milliseconds } from '../model/config-words.ts'
import type { GateTree, GateWorld } from '../model/gate-world.ts'
import type { Outcome } from '../model/outcome.ts'
import { ok, type Result, trouble } from '../model/result.ts'
import type { LayerRules } from '../verdict/judge-layer.ts'
import type { Limits } from '../verify/run-check.ts'
import type { Layer } from './layers.ts'

const DEFAULT_TIMEOUT_MS = 30 * 60_000
const SHELL = ['bash', '-e', '-o', 'pipefail', '-c'] as const

/** What a person demands of a layer. */
export const rulesOf = ({ config }: Layer): LayerRules => ({
  onError: config.on_error ?? null,
  minTests: config.min_tests ?? null,
  judge: config.judge ?? false,
  minConfidence: config.min_confidence ?? null,
  maxErrorRate: config.max_error_rate ?? 0,
})

/** The budget that a person wrote, or half an hour; silence ends a layer only where a person says so. */
export const limitsOf = ({ config }: Layer): Limits => ({
  timeout_ms: config.timeout === undefined ? DEFAULT_TIMEOUT_MS : milliseconds(config.timeout),
  timeoutWritten: true,
  stall_ms: config.stall === undefined ? Number.POSITIVE_INFINITY : milliseconds(config.stall),
})

/** A line for a shell, or words as they are. */
export const commandOf = (layer: Layer, written: string | readonly string[], cwd: string): Command => {
  const [program, ...words] = typeof written === 'string' ? [] : written
  return program === undefined
    ? { form: 'shell', shell: SHELL, line: lineOf(written), cwd, env: layer.config.env ?? {} }
    : { form: 'argv', argv: [program, ...words], cwd, env: layer.config.env ?? {} }
}

/** What a layer is, where its command may be a runner that is known. */
export const kindOf = ({ config }: Layer): CheckKind | null =>
  config.kind === 'tests' || config.kind === 'types' || config.kind === 'lint' ? config.kind : null

/** Where programs of the project are, relative to the stage: its own, before those of the directories above it, before what was installed. */
export const pathOf = ({ staged, ambient }: GateTree, directory: string): readonly string[] => {
  const home = staged.tree === staged.root ? '' : `${staged.tree.slice(staged.root.length + 1)}/`
  const parts = directory === '.' ? [] : directory.split('/')
  const above = parts.map((_, at) => parts.slice(0, parts.length - at).join('/'))
  const own = [...above, '.'].flatMap((each) => [`${each}/node_modules/.bin`, `${each}/.venv/bin`])
  return [...own.map((each) => `${home}${each}`), ...ambient.path]
}

/** Where a layer runs and answers, relative to the tree; null for what it does not have. */
export interface LayerPlaces {
  readonly cwd: string
  readonly verdictFile: string | null
  readonly reportGlob: string | null
  readonly progressFile: string | null
}

/** True for a path that is git's own, which is never a result. */
const isOfGit = (path: string | null): boolean =>
  path?.split('/').some((part) => part.toLowerCase() === '.git') === true

/** Trouble `outside` for a place that is not inside of the repository, or that is git's own. */
export const placesOf = ({ config }: Layer): Result<LayerPlaces> => {
  const outside = (what: string, written: string): Result<never> =>
    trouble('outside', `its ${what} ${written} is not inside of the repository`)
  const cwd = join('.', config.cwd ?? '.')
  if (cwd === null) return outside('cwd', config.cwd ?? '')
  const verdictFile = config.verdict === undefined ? null : join(cwd, config.verdict)
  if (config.verdict !== undefined && verdictFile === null) return outside('verdict file', config.verdict)
  const [, report] = /^[a-z-]+:(.*)$/.exec(config.report ?? '') ?? []
  const reportGlob = report === undefined || report === 'stdout' ? null : join(cwd, report)
  if (report !== undefined && report !== 'stdout' && reportGlob === null) return outside('report', report)
  const progressFile = config.progress === undefined ? null : join(cwd, config.progress)
  if (config.progress !== undefined && progressFile === null) return outside('progress file', config.progress)
  for (const [what, place] of [
    ['verdict file', verdictFile],
    ['report', reportGlob],
  ] as const)
    if (isOfGit(place)) return trouble('outside', `its ${what} ${place} is git's own: a result is written elsewhere`)
  return ok({ cwd, verdictFile, reportGlob, progressFile })
}

/** The run id that a layer is given: its own, so that what another layer of the same gate writes is not taken for its. */
export const runIdOf = ({ id }: Layer, world: GateWorld): string => `${world.runId}.${id}`

/** The environment of a layer, beside that of the tree. */
export const layerEnvironment = (
  layer: Layer,
  { verdictFile }: LayerPlaces,
  tree: GateTree,
  world: GateWorld,
  reportDirectory: string,
): Record<string, string> => ({
  ...tree.ambient.env,
  CI: '1',
  TRIVERDICT_RUN_ID: runIdOf(layer, world),
  TRIVERDICT_REPORT_DIR: reportDirectory,
  ...(verdictFile === null ? {} : { TRIVERDICT_VERDICT_FILE: `${tree.staged.tree}/${verdictFile}` }),
  ...layer.config.env,
})

/** The first sentence that keeps a layer from being run: what lies in the way of its results cannot be deleted. */
export const cleared = async (tree: GateTree, { verdictFile, reportGlob }: LayerPlaces): Promise<string | null> => {
  for (const path of [verdictFile, reportGlob]) {
    if (path === null) continue
    const gone = await tree.clear(path)
    if (!gone.ok) return gone.trouble.remedy ? `${gone.trouble.message} ${gone.trouble.remedy}` : gone.trouble.message
  }
  return null
}

/** What a verdict says of where it comes from. */
export const evidenceOf = (
  argv: readonly string[],
  outcome: Outcome | null,
  report: string | null,
): Record<string, unknown> => ({
  command: [...argv],
  exit_code: outcome?.exit_code ?? null,
  signal: outcome?.signal ?? null,
  timed_out: outcome?.end === 'timed-out',
  stalled: outcome?.end === 'stalled',
  log: outcome?.log ?? null,
  report,
})
