import type { Anomaly } from '../../model/anomaly.ts'
import type { Check, Command, Evidence, NotChosen, Plan, ProjectPlan, Step } from '../../model/check.ts'

const KIND_WORDS = { tests: 'tests', types: 'types', lint: 'lint' } as const
const WIDTH = 100

const cut = (text: string, width = WIDTH): string => {
  const line = text.replaceAll('\n', ' ⏎ ')
  return line.length > width ? `${line.slice(0, width - 1)}…` : line
}

const quote = (word: string): string => (/^[\w@%+=:,./*-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

const words = (command: Command): string => {
  const env = Object.entries(command.env).map(([name, value]) => `${name}=${quote(value)}`)
  const call = command.form === 'argv' ? command.argv.map(quote).join(' ') : command.line
  const whole = [...env, call].join(' ')
  // What is set must not push out of sight what is called.
  if (env.length === 0 || whole.length <= WIDTH) return cut(whole)
  const room = Math.max(0, WIDTH - call.length - ' (with )'.length)
  return `${cut(call)} (with ${room >= env.join(' ').length ? env.join(' ') : cut(env.join(' '), Math.max(room, 40))})`
}

const where = ({ file, line }: { readonly file: string | null; readonly line: number | null }): string =>
  file === null ? '' : line === null ? ` ${file}` : ` ${file}:${line}`

const why = (evidence: Evidence): string => `${evidence.tier}:${where(evidence) || ` ${evidence.text}`}`

const place = (command: Command, home: string): string => (command.cwd === home ? '' : ` in ${command.cwd}`)

const stepLine = (word: string, step: Step, home: string): string =>
  `      ${word} ${words(step.command)}${place(step.command, home)}  (${why(step.evidence)})`

const UNHEARD =
  '; no known tool: judged by the report that it leaves in a usual place, else add `report: junit:PATH` below `verify:`'

const howRead = (check: Check, unheard: ReadonlySet<string>): string => {
  if (unheard.has(check.id)) return UNHEARD
  const report = check.declaredReport === null ? '' : `; report ${check.declaredReport}`
  return `${check.tool === null ? '; no known tool: run as it is' : ''}${report}`
}

const checkLines = (check: Check, unheard: ReadonlySet<string>): readonly string[] => [
  `    ${KIND_WORDS[check.kind].padEnd(5)}  ${words(check.command)}${place(check.command, check.project)}`,
  `           ${why(check.evidence)}${howRead(check, unheard)}`,
  ...check.before.map((step) => stepLine('before', step, check.project)),
  ...check.after.map((step) => stepLine('after ', step, check.project)),
]

const projectLines = (project: ProjectPlan, unheard: ReadonlySet<string>): readonly string[] => [
  `  ${project.directory === '.' ? 'root' : project.directory} (${project.stack})`,
  ...project.prepare.map((step) => stepLine('prepare', step, project.directory)),
  ...project.checks.flatMap((check) => checkLines(check, unheard)),
  ...(project.checks.length === 0 ? ['    nothing'] : []),
  ...(project.hasTests ? [] : ['    no tests at this ref']),
]

const leftLine = (left: NotChosen): string =>
  `  ${left.kind.padEnd(7)}  ${cut(left.text)}\n           ${left.reason}${where(left.evidence) === '' ? '' : ` (${where(left.evidence).trim()})`}`

const anomalyLine = (one: Anomaly): string =>
  `  ${one.severity.padEnd(8)}  ${one.kind}${where({ file: one.path, line: one.line })}: ${one.detail}${one.remedy === null ? '' : `\n            → ${one.remedy}`}`

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines]

/** A plan for people: what would run and why, what would not and why, what to know. Ends with a newline. `unheard`: ids of checks that leave no report. */
export const renderPlan = (plan: Plan, unheard: ReadonlySet<string> = new Set()): string => {
  const runs =
    plan.projects.length === 0
      ? ['  nothing: no project that this version knows']
      : plan.projects.flatMap((project) => projectLines(project, unheard))
  return `${['Would run', ...runs, ...section('Would not run', plan.notChosen.map(leftLine)), ...section('To know', plan.anomalies.map(anomalyLine))].join('\n')}\n`
}
