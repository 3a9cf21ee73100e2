import { checksOfLine } from '../discovery/named.ts'
import { join } from '../discovery/paths.ts'
import type { Grounds } from '../discovery/projects.ts'
import type { Check, CheckKind, Command, Plan } from '../model/check.ts'

const HEAD = `# yaml-language-server: $schema=./node_modules/triverdict/schema/triverdict.schema.json
# The gate of this project: \`triverdict gate\` runs every layer and answers pass, fail or error.
# A layer that could not run is an error, never a pass and never a fail. \`on_error\` says what a person does about it: make it yours.
version: 1
`

const NAMES: Readonly<Record<CheckKind, string>> = { types: 'types', lint: 'lint', tests: 'unit' }

const ADVICE: Readonly<Record<CheckKind, string>> = {
  types:
    'The type checker did not run: nothing is known about the change. Install the dependencies, then run it again.',
  lint: 'The linter did not run: nothing is known about the change. Install the dependencies, then run it again.',
  tests: 'The tests did not run to their end: nothing is known about the change. Look at the log of the layer.',
}

const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

const lineOf = (command: Command): string => {
  const env = Object.entries(command.env).map(([name, value]) => `${name}=${quote(value)}`)
  return command.form === 'argv' ? [...env, ...command.argv.map(quote)].join(' ') : [...env, command.line].join(' ')
}

/** What a person wrote, where it means just this command from the directory of the project; otherwise the command itself. */
const runOf = (check: Check, grounds: Grounds): string => {
  const written = check.evidence.text.trim()
  const own = [...check.before.map(({ command }) => lineOf(command)), lineOf(check.command)].join(' && ')
  if (check.command.form !== 'argv' || written.includes('\n') || check.before.length > 0) return own
  const found = checksOfLine(grounds, written, check.command.cwd, check.kind, check.evidence)
  const same = found?.length === 1 && JSON.stringify(found[0]?.command) === JSON.stringify(check.command)
  return same ? written : own
}

const yamlText = (text: string): string =>
  /^[\w./@ -]+$/.test(text) && !/^\s|\s$|^-|^\d/.test(text) ? text : JSON.stringify(text)

/** An id for each check: \`unit\`, in a directory of its own \`web-unit\`, a second one \`unit-2\`. */
const idsOf = (checks: readonly Check[]): ReadonlyMap<Check, string> => {
  const taken = new Map<string, number>()
  return new Map(
    checks.map((check) => {
      const where =
        check.project === '.' ? '' : `${check.project.replaceAll(/[^A-Za-z0-9_]+/g, '-').replace(/^-+/, '')}-`
      const name = `${where}${NAMES[check.kind]}`
      const count = (taken.get(name) ?? 0) + 1
      taken.set(name, count)
      return [check, count === 1 ? name : `${name}-${count}`]
    }),
  )
}

/**
 * A first triverdict.yaml with a layer for every check of a plan, types and lint before tests, with where each was read. Null where the plan has
 * no check: a gate without layers judges nothing.
 */
export const firstSettings = (plan: Plan, grounds: Grounds, heard: (check: Check) => boolean): string | null => {
  const checks = plan.projects.flatMap((project) => project.checks)
  if (checks.length === 0) return null
  const ids = idsOf(checks)
  const layers = checks.map((check) => {
    const { file, line, tier } = check.evidence
    const cwd = join('.', check.command.cwd) ?? '.'
    return [
      `  # ${tier}${file === null ? '' : `: ${file}${line === null ? '' : `:${line}`}`}`,
      ...(heard(check) ? [] : ['  # Only its exit code is judged: name its `report:`, as in junit:out/junit.xml.']),
      `  ${ids.get(check)}:`,
      `    kind: ${check.kind}`,
      `    run: ${yamlText(runOf(check, grounds))}`,
      ...(cwd === '.' ? [] : [`    cwd: ${yamlText(cwd)}`]),
      `    on_error: ${JSON.stringify(ADVICE[check.kind])}`,
    ].join('\n')
  })
  return `${HEAD}layers:\n${layers.join('\n')}\n`
}
