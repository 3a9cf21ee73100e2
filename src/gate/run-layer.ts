import { checksOfLine, lineOf } from '../discovery/named.ts'
import { join } from '../discovery/paths.ts'
import type { Grounds } from '../discovery/projects.ts'
import type { Check, CheckKind, Command, Evidence } from '../model/check.ts'
import { milliseconds } from '../model/config-words.ts'
import type { GateTree, GateWorld } from '../model/gate-world.ts'
import type { Outcome } from '../model/outcome.ts'
import type { InstallPlan } from '../model/stack.ts'
import type { Verdict } from '../model/verdict.ts'
import { other } from '../stacks/index.ts'
import { judgeLayer, type LayerAnswer, type LayerRules } from '../verdict/judge-layer.ts'
import { type CheckRun, runCheck } from '../verify/run-check.ts'
import type { Layer } from './layers.ts'

const DEFAULT_TIMEOUT_MS = 30 * 60_000
const SHELL = ['bash', '-e', '-o', 'pipefail', '-c'] as const
const PROBE_MS = 5 * 60_000

/** What was run, and the verdict of it. */
export interface LayerRun {
  readonly layer: Layer
  readonly verdict: Verdict
}

const NOTHING: InstallPlan = {
  ...{ manager: 'none', keyFiles: [], keyCommands: [], install: [], outputs: [], perTree: [] },
  ...{ pinned: true, path: [], env: {} },
}

const rulesOf = ({ config }: Layer): LayerRules => ({
  onError: config.on_error ?? null,
  minTests: config.min_tests ?? null,
  judge: config.judge ?? false,
  minConfidence: config.min_confidence ?? null,
  maxErrorRate: config.max_error_rate ?? 0,
})

const commandOf = (layer: Layer, written: string | readonly string[], cwd: string): Command => {
  const [program, ...words] = typeof written === 'string' ? [] : written
  return program === undefined
    ? { form: 'shell', shell: SHELL, line: lineOf(written), cwd, env: layer.config.env ?? {} }
    : { form: 'argv', argv: [program, ...words], cwd, env: layer.config.env ?? {} }
}

/** Where programs of the project are: its own, before those of the directories above it. */
const pathOf = (directory: string): readonly string[] => {
  const parts = directory === '.' ? [] : directory.split('/')
  const above = parts.map((_, at) => parts.slice(0, parts.length - at).join('/'))
  return [...above, '.'].flatMap((each) => [`${each}/node_modules/.bin`, `${each}/.venv/bin`])
}

const kindOf = ({ config }: Layer): CheckKind | null =>
  config.kind === 'tests' || config.kind === 'types' || config.kind === 'lint' ? config.kind : null

/** The first sentence that keeps a layer from being run: what lies in the way of its results cannot be deleted. */
const cleared = async (tree: GateTree, paths: readonly string[]): Promise<string | null> => {
  for (const path of paths) {
    const gone = await tree.clear(path)
    if (!gone.ok) return gone.trouble.remedy ? `${gone.trouble.message} ${gone.trouble.remedy}` : gone.trouble.message
  }
  return null
}

const evidenceOf = (command: Command, outcome: Outcome | null, report: string | null): Record<string, unknown> => ({
  command: command.form === 'argv' ? [...command.argv] : [...command.shell, command.line],
  exit_code: outcome?.exit_code ?? null,
  signal: outcome?.signal ?? null,
  timed_out: outcome?.end === 'timed-out',
  stalled: outcome?.end === 'stalled',
  log: outcome?.log ?? null,
  report,
})

/** Runs one layer: its probe, then its command, in the tree as it is. Results of an earlier run are deleted before. */
export const runLayer = async (layer: Layer, tree: GateTree, grounds: Grounds, world: GateWorld): Promise<LayerRun> => {
  const { config, id } = layer
  const rules = rulesOf(layer)
  const cwd = join('.', config.cwd ?? '.')
  const answered = (answer: LayerAnswer, evidence: Record<string, unknown> = {}): LayerRun => ({
    layer,
    verdict: { ...judgeLayer(id, answer, rules), ...(Object.keys(evidence).length > 0 ? { evidence } : {}) },
  })
  const notRun = (reason: string): LayerRun => answered({ kind: 'not-run', reason })
  if (cwd === null) return notRun(`its cwd ${config.cwd} is not inside of the repository`)
  const inTree = (path: string): string | null => join(cwd, path)
  const verdictFile = config.verdict === undefined ? null : inTree(config.verdict)
  if (config.verdict !== undefined && verdictFile === null)
    return notRun(`its verdict file ${config.verdict} is not inside of the repository`)
  const [, reportPath] = /^[a-z-]+:(.*)$/.exec(config.report ?? '') ?? []
  const reportGlob = reportPath === undefined || reportPath === 'stdout' ? null : inTree(reportPath)
  if (reportPath !== undefined && reportPath !== 'stdout' && reportGlob === null)
    return notRun(`its report ${reportPath} is not inside of the repository`)
  const inTheWay = await cleared(
    tree,
    [verdictFile, reportGlob].flatMap((path) => path ?? []),
  )
  if (inTheWay !== null) return notRun(inTheWay)

  const reportDirectory = await tree.workshop.reportDirectory(id)
  const env = {
    CI: '1',
    TRIVERDICT_RUN_ID: world.runId,
    TRIVERDICT_REPORT_DIR: reportDirectory,
    ...(verdictFile === null ? {} : { TRIVERDICT_VERDICT_FILE: `${tree.staged.tree}/${verdictFile}` }),
    ...config.env,
  }
  const limits = {
    timeout_ms: config.timeout === undefined ? DEFAULT_TIMEOUT_MS : milliseconds(config.timeout),
    timeoutWritten: true,
    stall_ms: config.stall === undefined ? Number.POSITIVE_INFINITY : milliseconds(config.stall),
  }
  const progress =
    config.progress === undefined ? {} : { progressFile: `${tree.staged.tree}/${join(cwd, config.progress)}` }
  const run = async (label: string, command: Command, timeout_ms = limits.timeout_ms): Promise<Outcome> => {
    const { outcome } = await tree.workshop.run(tree.staged, {
      label,
      command,
      path: pathOf(cwd).map((directory) => `${tree.staged.tree}/${directory}`),
      env,
      channels: [],
      reportDirectory,
      ...{ timeout_ms, stall_ms: limits.stall_ms, ...progress },
    })
    return outcome
  }

  if (config.probe !== undefined) {
    const command = commandOf(layer, config.probe, cwd)
    const outcome = await run(`${id}-probe`, command, Math.min(limits.timeout_ms, PROBE_MS))
    if (outcome.end !== 'exited' || outcome.exit_code !== 0) {
      const last = outcome.reason ?? outcome.tail.trim().split('\n').at(-1) ?? ''
      const how = outcome.end === 'exited' ? `exited with code ${outcome.exit_code}` : outcome.end.replace('-', ' ')
      return answered(
        { kind: 'not-run', reason: `its probe ${how}${last === '' ? '' : `: ${last}`}` },
        evidenceOf(command, outcome, null),
      )
    }
  }

  const command = commandOf(layer, config.run, cwd)
  const kind = kindOf(layer)
  const auto = config.verdict === undefined && config.exit === undefined && (config.report ?? 'auto') === 'auto'
  const evidence: Evidence = { tier: 'config', file: layer.file, line: layer.line, text: lineOf(config.run) }
  const known = auto && kind !== null ? checksOfLine(grounds, lineOf(config.run), cwd, kind, evidence) : null
  const declared = config.report !== undefined && config.report !== 'auto' && config.report !== 'none'
  if (known !== null || declared) {
    const checks: readonly (Check & { readonly found?: NonNullable<typeof known>[number] })[] =
      known === null
        ? [
            {
              ...{
                id,
                kind: 'tests',
                stack: other.id,
                project: '.',
                tool: null,
                command,
                before: [],
                after: [],
                evidence,
              },
              declaredReport: config.report as string,
            },
          ]
        : known.map((found, at) => ({
            ...{ id: at === 0 ? id : `${id}-${at + 1}`, kind: found.kind, stack: found.project.stack.id },
            ...{ project: found.project.directory, tool: found.tool?.id ?? null, command: found.command },
            ...{ before: found.before, after: found.after, evidence, declaredReport: null, found },
          }))
    const runs: CheckRun[] = []
    for (const { found, ...check } of checks) {
      const directory = check.project
      const project = found?.project.view ?? tree.view
      const bench = {
        workshop: tree.workshop,
        staged: tree.staged,
        stack: found?.project.stack ?? other,
        tool: found?.tool ?? null,
        install: { ...NOTHING, path: pathOf(check.command.cwd) },
        place: { reporters: world.reporters, tree: tree.staged.tree, project, directory },
        locked: [],
        lockedText: { speaksOf: () => false },
        env,
      }
      runs.push(await runCheck(check, bench, check.id, limits))
    }
    const last =
      runs.find(({ facts }) => !facts.complete || facts.items.some(({ state }) => state === 'red')) ?? runs.at(-1)
    const outcome = last?.executed.at(-1) ?? null
    return answered(
      { kind: 'reports', runs: runs.map(({ facts }) => facts) },
      { ...evidenceOf(command, outcome, last?.reportDirectory ?? null), command: [...(last?.argv ?? [])] },
    )
  }

  const outcome = await run(id, command)
  if (verdictFile !== null) {
    const text = await tree.readResult(verdictFile)
    if (!text.ok) return answered({ kind: 'not-run', reason: text.trouble.message }, evidenceOf(command, outcome, null))
    return answered(
      { kind: 'verdict', outcome, text: text.value, runId: world.runId },
      evidenceOf(command, outcome, verdictFile),
    )
  }
  const { pass, fail } = config.exit ?? { pass: [0], fail: [1] }
  return answered(
    { kind: 'exit', outcome, pass, fail: fail ?? [], declared: config.exit !== undefined },
    evidenceOf(command, outcome, null),
  )
}
