import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { Evidence, NotChosen, Step } from '../model/check.ts'
import type { Some } from '../model/result.ts'
import type { CiJob, CiReading, CiScript } from './ci-job.ts'
import { expand } from './expand.ts'
import { type Expansion, type FoundCheck, type Piece, type Source, withSteps } from './expansion.ts'
import { crossTarget, OTHER_MACHINES } from './foreign-processor.ts'
import { speaksOfTests } from './kind-words.ts'
import { join, within } from './paths.ts'
import type { Grounds } from './projects.ts'
import type { ShellItem } from './shell-items.ts'
import { distinctSteps, projectKey, type TierCheck, type TierReading } from './tier.ts'
import { oncePerPlace, unreadCheck } from './unread-checks.ts'
import { sayUnread, type UnreadStep } from './unread-steps.ts'

const ANY_SHELL: Some<string> = ['bash', '-e', '-c']
const BY_FILE = /(GITHUB_(ENV|PATH|OUTPUT|STEP_SUMMARY|STATE)|BASH_ENV)\b/

/** What a step writes for later steps (`echo "A=b" >> $GITHUB_ENV`): the variable, or null when only the run knows it. */
const handedOn = (item: ShellItem): readonly [string, string] | null => {
  if (item.form !== 'simple' || item.argv[0] !== 'echo' || !/>>\s*"?\$\{?GITHUB_ENV\b/.test(item.text)) return null
  const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(item.argv.slice(1).join(' '))
  return match === null ? null : [match[1] ?? '', match[2] ?? '']
}

/** Where `git clone URL [DIRECTORY]` puts somebody else's repository, relative to where it runs. */
const clonedBy = (item: ShellItem): string | undefined => {
  const [program, command, ...words] = item.form === 'simple' ? item.argv : []
  if (program !== 'git' || command !== 'clone') return undefined
  const named = words.filter(
    (word, at) => !word.startsWith('-') && !/^(?:-b|--branch|--depth|-c|-o)$/.test(words[at - 1] ?? ''),
  )
  const [
    url = '',
    directory = url
      .replace(/\/$/, '')
      .replace(/\.git$/, '')
      .split('/')
      .at(-1),
  ] = named
  return directory === '' || directory === undefined ? undefined : (join(item.cwd, directory) ?? undefined)
}

const unreadOf = (left: readonly NotChosen[]): readonly Anomaly[] => left.flatMap((one) => unreadCheck(one) ?? [])

interface Timeline {
  readonly checks: readonly { readonly check: FoundCheck; readonly preceding: readonly Step[]; readonly text: string }[]
  readonly notChosen: readonly NotChosen[]
  readonly unread: readonly Anomaly[]
}

const sourceOf = (script: CiScript, handed: Readonly<Record<string, string>>): Source => ({
  text: script.text,
  cwd: script.cwd ?? '.',
  env: { ...script.env, ...Object.fromEntries(Object.entries(handed).filter(([name]) => !script.own.includes(name))) },
  shell: script.shell ?? ANY_SHELL,
  evidence: (line, text): Evidence => ({
    tier: 'ci',
    file: script.fileAt?.(line) ?? script.file,
    line: script.line(line),
    text,
  }),
})

/** Why a script as a whole is not run here, or null. */
const reasonOf = (job: CiJob, script: CiScript, cross: boolean): string | null =>
  job.skip ??
  (cross ? OTHER_MACHINES : null) ??
  script.skip ??
  (script.shell === null ? `it is written for \`${script.shellName}\`` : null) ??
  (script.cwd === null ? 'its working directory is not known or lies outside of the repository' : null)

/** Walks one job in order: its checks, each with the commands that ran before it, and what is left out. */
const walk = (grounds: Grounds, job: CiJob, docker: boolean): Timeline => {
  const checks: Timeline['checks'][number][] = []
  const notChosen: NotChosen[] = [...job.notChosen]
  const unread: Anomaly[] = job.skip === null ? [...unreadOf(job.notChosen)] : []
  const cloned: string[] = []
  const steps: UnreadStep[] = []
  const past: { readonly step: Step; readonly at: Step; readonly from: string | null }[] = []
  // What is built for another machine cannot be tested here: the whole job is for that.
  const cross = job.scripts.some((script) => script.inherited !== true && crossTarget(script.text) !== undefined)
  let env: Readonly<Record<string, string>> = {}
  for (const script of job.scripts) {
    const source = sourceOf(script, env)
    const { pieces, origins, items }: Expansion = expand(grounds, source, docker)
    const skip = reasonOf(job, script, cross)
    const about = (piece: Piece): NotChosen[] => {
      if (piece.piece === 'left') return [piece.left]
      const origin = origins[piece.origin]
      if (origin === undefined) return []
      const kind = piece.piece === 'check' ? piece.check.kind : 'prepare'
      return [{ kind, text: origin.evidence.text, evidence: origin.evidence, reason: skip ?? '' }]
    }
    if (skip !== null) {
      const skipped = pieces.flatMap(about).map((left) => ({ ...left, reason: skip }))
      notChosen.push(...skipped)
      // A text in another language cannot be taken apart: its words tell what it is about.
      if (
        job.skip === null &&
        script.skip === null &&
        script.shell === null &&
        speaksOfTests(script.text) &&
        !skipped.some(({ kind }) => kind === 'tests')
      )
        steps.push({ unread: 'tests', evidence: source.evidence(0, script.text), name: script.name ?? '' })
      // Of a job that runs on a change: not because of its events, machine or condition.
      if (job.skip === null && script.skip === null && !cross) unread.push(...unreadOf(skipped))
      continue
    }
    const around = withSteps(pieces, {
      before: (a, b) => a.origin === b.origin,
      after: (a, b) => a.origin === b.origin || a.group === b.group,
    })
    const testing = new Set(
      pieces.flatMap((piece) => (piece.piece === 'check' && piece.check.kind === 'tests' ? [piece.origin] : [])),
    )
    pieces.forEach((piece, index) => {
      const origin = origins[piece.origin]
      const item = items[piece.origin]
      if (origin === undefined || item === undefined) return
      const directory = clonedBy(item)
      if (directory !== undefined) cloned.push(directory)
      const foreign = cloned.find((one) => within(one, item.cwd))
      if (foreign !== undefined) {
        for (const left of about(piece))
          notChosen.push({ ...left, reason: `it runs in ${foreign}, another repository that the CI clones` })
        return
      }
      if (piece.piece === 'left') {
        if (script.inherited === true) return
        notChosen.push(piece.left)
        const { kind } = piece.left
        const chosen = pieces.some(
          (other) =>
            other.piece === 'check' && other.origin === piece.origin && (kind === 'tests' || other.check.kind === kind),
        )
        if (!chosen) unread.push(...unreadOf([piece.left]))
        return
      }
      if (piece.piece === 'step') {
        if (piece.unread !== undefined && script.inherited !== true && !BY_FILE.test(item.text))
          steps.push({ unread: piece.unread, evidence: piece.step.evidence, name: script.name ?? '' })
        const given = handedOn(item)
        if (given !== null) env = { ...env, [given[0]]: given[1] }
        else if (BY_FILE.test(item.text)) {
          if (/GITHUB_(ENV|PATH)\b|BASH_ENV\b/.test(item.text))
            notChosen.push({
              kind: 'prepare',
              text: item.text,
              evidence: origin.evidence,
              reason: 'it sets variables for later steps in a way that is known only inside the CI run',
            })
        } else if (script.condition !== null)
          notChosen.push({
            kind: 'prepare',
            text: item.text,
            evidence: origin.evidence,
            reason: `its condition is known only inside the CI run: ${script.condition}`,
          })
        // Of a command that also tests, only the other parts: the tests are asked by themselves.
        else past.push({ step: testing.has(piece.origin) ? piece.step : origin, at: origin, from: null })
        return
      }
      const found = around.find((candidate) => candidate.at === index)?.check ?? piece.check
      const at = { path: found.evidence.file, line: found.evidence.line, evidence: origin.evidence.text }
      const notes: Anomaly[] = [...found.notes]
      if (script.continueOnError)
        notes.push(
          anomaly(
            'exit-swallowed',
            'medium',
            'The CI goes on when this check fails (`continue-on-error`, `allow_failure`); here it counts',
            at,
          ),
        )
      if (script.condition !== null)
        notes.push(
          anomaly('condition-unknown', 'info', `The CI runs this only if ${script.condition}; here it always runs`, at),
        )
      const own = projectKey(found.project)
      const preceding = past
        .filter(({ from, at }) => at !== origin && (from === null || from !== own))
        .map(({ step }) => step)
      if (script.inherited !== true)
        checks.push({ check: { ...found, notes }, preceding: distinctSteps(preceding), text: origin.evidence.text })
      // What a check leaves behind, its own project gets by running the check; others must run it as a step.
      const argv = found.command.form === 'argv' ? found.command.argv : undefined
      if (argv !== undefined && found.tool?.emits?.(argv)) past.push({ step: origin, at: origin, from: own })
    })
  }
  const reads = [...checks.map(({ check }) => check.kind), ...notChosen.map(({ kind }) => kind)]
  const said = sayUnread(
    job,
    steps,
    reads.filter((kind) => kind !== 'prepare' && kind !== 'project'),
  )
  return { checks, notChosen: [...notChosen, ...said.notChosen], unread: [...unread, ...said.anomalies] }
}

/** The checks that CI jobs hold, in the order of the files and jobs. Jobs that do not run here are only listed. */
export const readCi = (grounds: Grounds, reading: CiReading, docker: boolean): TierReading => {
  const checks: TierCheck[] = []
  const jobs = new Map<string, { notChosen: readonly NotChosen[]; anomalies: readonly Anomaly[] }>()
  const notChosen: NotChosen[] = [...reading.notChosen]
  const anomalies: Anomaly[] = [...reading.anomalies]
  const unread: Anomaly[] = []
  for (const [index, job] of reading.jobs.entries()) {
    const name = `${index}:${job.file}:${job.id}`
    const timeline = walk(grounds, job, docker)
    unread.push(...timeline.unread)
    anomalies.push(...(job.skip === null ? job.broken : []))
    checks.push(...timeline.checks.map(({ check, preceding }) => ({ check, preceding, job: name })))
    jobs.set(name, { notChosen: timeline.notChosen, anomalies: job.anomalies })
    // Of a job that gives nothing, only what sounds like a check is worth a line.
    if (timeline.checks.length === 0) notChosen.push(...timeline.notChosen.filter(({ kind }) => kind !== 'prepare'))
  }
  return { tier: 'ci', checks, jobs, notChosen, anomalies: [...anomalies, ...oncePerPlace(unread)] }
}
