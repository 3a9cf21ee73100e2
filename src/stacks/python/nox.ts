import type { RepoView } from '../../model/repo-view.ts'
import type { ScriptLine } from '../../model/stack.ts'
import { baseName, carried, moduleCall, readArguments } from './arguments.ts'
import { NOXFILE, type Noxfile, type NoxSession, readNoxfile } from './noxfile.ts'
import { requirementName } from './requirement.ts'

const VALUED = '-s --session --sessions -e -p --python --pythons -db --default-venv-backend -fb --envdir'.split(' ')
/** Options that choose sessions in a way that is not followed, or run nothing. */
const OTHER =
  '-k --keywords -t --tags -l --list -f --noxfile --install-only --usage -fp --force-python -P --extra-pythons'.split(
    ' ',
  )
/** Sessions that make, publish or count something: none of them is a check of the code. */
const NOT_CHECKING =
  /(?:^|[-_])(?:docs?|build|clean|coverage|reports?|release|publish|dist|package|bench|benchmark|dev|serve|bump|deploy)(?:$|[-_])/

/** The sessions that `nox`, `nox -s a b`, `python -m nox -s tests-3.11` name; undefined when the call is none of these. */
const callOf = (
  argv: readonly string[],
): { readonly names: readonly string[] | undefined; readonly posargs: readonly string[] } | undefined => {
  const module = moduleCall(argv)
  const [program = '', ...rest] = module === undefined ? carried(argv, 'nox') : [module.module, ...module.args]
  if (baseName(program) !== 'nox') return undefined
  const dashes = rest.indexOf('--')
  const words = dashes < 0 ? rest : rest.slice(0, dashes)
  const posargs = dashes < 0 ? [] : rest.slice(dashes + 1)
  const all = readArguments(words, VALUED)
  if (all.some(({ name }) => name !== null && OTHER.includes(name))) return undefined
  // `-s` takes every word up to the next option.
  const names: string[] = []
  let taking = false
  for (const { name, value, written } of all) {
    if (name !== null) taking = ['-s', '-e', '--session', '--sessions'].includes(name)
    if (name !== null && taking && value !== null) names.push(value)
    if (name === null && !taking) return undefined
    if (name === null) names.push(...written)
  }
  return { names: names.length === 0 ? undefined : names, posargs }
}

/** `tests-3.11`, `tests(django='4.2')`: the cells of one session run the same calls. */
const sessionNamed = (file: Noxfile, name: string): NoxSession | undefined =>
  file.sessions.find((session) => session.name === name) ??
  file.sessions.find((session) => session.name === name.replace(/\(.*\)$/, '').replace(/-(?:pypy)?\d[\d.]*$/, ''))

const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

const linesOf = (
  file: Noxfile,
  session: NoxSession,
  posargs: readonly string[],
  seen: readonly string[],
): readonly ScriptLine[] | undefined => {
  if (seen.includes(session.name)) return []
  const lines: ScriptLine[] = []
  let cwd = '.'
  for (const { method, words, env, line, text, nested } of session.calls) {
    if (/install|run_always/.test(method)) continue
    const known = words.flatMap((word): readonly (string | undefined)[] =>
      word === 'posargs' ? posargs : word === undefined ? [undefined] : [word.word],
    )
    if (nested || env === undefined || known.includes(undefined) || known.length === 0) return undefined
    const [first = '', ...rest] = known as readonly string[]
    if (method === 'notify') {
      const other = sessionNamed(file, first)
      const more = other && linesOf(file, other, posargs, [...seen, session.name])
      if (more === undefined) return undefined
      lines.push(...more)
    } else if (method !== 'run') {
      if (first.startsWith('/') || first.includes('..')) return undefined
      cwd = first
    } else {
      const variables = Object.entries(env).map(([name, value]) => `${name}=${quote(value)} `)
      const made = `${variables.join('')}${[first, ...rest].map(quote).join(' ')}`
      lines.push({
        name: `nox:${session.name}`,
        line: made,
        evidence: { tier: 'manifest', file: NOXFILE, line, text },
        cwd,
      })
    }
  }
  return lines
}

/** The commands of the sessions that a call of nox runs, as far as they are literal; undefined for another call and where only Python can tell. */
export const noxScript = (argv: readonly string[], project: RepoView): readonly ScriptLine[] | undefined => {
  const call = callOf(argv)
  const file = call && readNoxfile(project)
  if (call === undefined || file === undefined) return undefined
  const chosen = file.defaults ?? file.sessions.filter((one) => one.chosen).map(({ name }) => name)
  const names = call.names ?? chosen.filter((name) => !NOT_CHECKING.test(name))
  const found = names.map((name) => {
    const session = sessionNamed(file, name)
    return session && linesOf(file, session, call.posargs, [])
  })
  if (found.includes(undefined)) return undefined
  const lines = new Map(found.flatMap((own) => own ?? []).map((line) => [JSON.stringify([line.line, line.cwd]), line]))
  return lines.size === 0 ? undefined : [...lines.values()]
}

/** What the sessions that check install beside the project: requirements by name and requirement files, as far as they are literal. */
export const noxRequirements = (
  project: RepoView,
): { readonly named: readonly string[]; readonly files: readonly string[] } => {
  const sessions = readNoxfile(project)?.sessions.filter(({ name }) => !NOT_CHECKING.test(name)) ?? []
  const named: string[] = []
  const files: string[] = []
  for (const { calls } of sessions) {
    for (const { method, words } of calls) {
      if (method !== 'install') continue
      const texts = words.flatMap((word) => (word === undefined || word === 'posargs' ? [] : [word.word]))
      texts.forEach((text, index) => {
        const before = texts[index - 1]
        if (before === '-r' || before === '--requirement') files.push(text)
        else if (before === '-c' || before === '-e' || /^[-.]/.test(text) || text.includes('/')) return
        else if (/^[A-Za-z]/.test(text)) named.push(text)
      })
    }
  }
  const tools = ['pip', 'setuptools', 'wheel', 'nox', 'pre-commit', 'prek', 'tox']
  const distinct = new Map(named.map((text) => [requirementName(text), text]))
  return {
    named: [...distinct].filter(([name]) => name !== '' && !tools.includes(name)).map(([, text]) => text),
    files: [...new Set(files)].filter((file) => project.has(file)),
  }
}
