import type { RepoView } from '../../model/repo-view.ts'
import { expandGlob } from '../glob-words.ts'
import { join, parent } from '../paths.ts'
import { CALL_DEPTH, circle } from '../unreadable.ts'
import { afterDirective, type Conditions, isRead, type Truth } from './make-conditions.ts'
import { escaped, type MakeVariables } from './make-context.ts'
import { logicalLines, outside, splitOutside, withoutComment, wordsOutside } from './make-lines.ts'
import type { MakeProblem, Rule } from './make-rule.ts'
import { assigned, replaced } from './make-variables.ts'

/** A Makefile with everything that it includes. */
export interface Makefile extends MakeVariables {
  /** Rules of patterns have `%` in their name. */
  readonly rules: ReadonlyMap<string, Rule>
  readonly exported: ReadonlySet<string>
  readonly problems: readonly MakeProblem[]
  /** False when something is included or made that only make can find. */
  readonly whole: boolean
}

/** What a call hands to make: variables on its command line, which win over the file's, and the environment, which does not. */
export interface MakeGiven {
  readonly variables: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
}

const FILE_LIMIT = 100
const EXPANSIONS = 200_000
const ASSIGNMENT = /^\s*((?:(?:export|override|private)\s+)*)([\w.%/-]+)\s*(\?=|:{0,3}=|\+=|!=)\s*([\s\S]*)$/
const OWN = /^\s*((?:(?:export|override|private)\s+)*)([\w.-]+)\s*(\?=|:{0,3}=|\+=|!=)\s*([\s\S]*)$/
const PRINTS = /^\s*\$[({]\s*(?:info|warning)\b/
const STOPS = /^\s*\$[({]\s*error\b/
/** Directives that change nothing about what is read here. */
const WORDS = /^\s*(?:vpath|undefine|unexport|export|private|override|-?load|endef|endif)\b/
const INCLUDE = /^\s*(-include|sinclude|include)\s+([\s\S]*)$/
const DEFINE = /^\s*(?:(?:export|override)\s+)*define\s+([\w.-]+)\s*(?:\?=|:{0,3}=|\+=)?\s*$/

/** What is known while the files are read, one after the other. */
interface Reading extends MakeVariables {
  readonly rules: Map<string, Rule>
  readonly variables: Map<string, string | undefined>
  readonly exported: Set<string>
  /** Variables whose value was taken when it was set (`:=`): what is added to them is taken then too. */
  readonly simple: Set<string>
  readonly problems: MakeProblem[]
  /** Files that an `include` must find and that are not there. */
  readonly absent: { readonly name: string; readonly file: string; readonly line: number }[]
  whole: boolean
  /** `export` alone: every variable goes into the environment. */
  everything: boolean
  files: number
}

/** Reads what an `include` names; make looks for it from the directory that it runs in, whatever file says so. */
const include = (
  reading: Reading,
  at: { readonly file: string; readonly line: number; readonly read: Truth },
  optional: boolean,
  words: string,
  trail: readonly string[],
): void => {
  const text = replaced(withoutComment(words), reading, 'make')
  if (text === undefined || at.read === undefined) {
    if (!optional) reading.whole = false
    return
  }
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const found = /[*?[]/.test(word) ? expandGlob(reading.view, reading.cwd, word) : [word]
    for (const name of found ?? []) {
      const path = join(reading.cwd, name)
      const content = path === null ? undefined : reading.view.read(path)
      if (path === null || content === undefined) {
        if (!optional) reading.absent.push({ name, file: at.file, line: at.line })
      } else if (trail.includes(path))
        reading.problems.push({
          file: at.file,
          line: at.line,
          message: `Makefiles include each other in a circle: ${circle(trail, path)}`,
        })
      else if (trail.length >= CALL_DEPTH || reading.files >= FILE_LIMIT) reading.whole = false
      else readInto(reading, path, content, [...trail, path])
    }
  }
}

const assign = (
  reading: Reading,
  [, leading = '', name = '', operator = '', value = '']: readonly string[],
  read: Truth,
): void => {
  const { variables, simple } = reading
  if (reading.fixed.has(name) && !leading.includes('override')) return
  const known = variables.has(name)
  const before = known ? variables.get(name) : reading.given[name]
  const plain = withoutComment(value).trimStart()
  const made = assigned(before, known || before !== undefined, operator, plain, simple.has(name), reading)
  // A variable must not hold itself: make would stop there.
  variables.set(name, read === undefined ? undefined : made)
  if (/^::?:?=$/.test(operator)) simple.add(name)
  else if (operator === '=') simple.delete(name)
  if (leading.includes('export')) reading.exported.add(name)
}

/** Adds a rule, or what a later one says of the same target. The names under which the lines of its recipe go. */
const addRule = (reading: Reading, file: string, line: number, text: string, read: Truth): readonly string[] => {
  const colon = outside(text, ':')
  const double = text[colon + 1] === ':'
  const targets = replaced(text.slice(0, colon).replace(/&$/, ''), reading, 'make')
  const rest = text.slice(colon + (double ? 2 : 1))
  const set = OWN.exec(rest)
  const semicolon = outside(rest, ';')
  const [written, inline] = semicolon < 0 ? [rest, undefined] : [rest.slice(0, semicolon), rest.slice(semicolon + 1)]
  const parts = splitOutside(withoutComment(written), ':')
  const expand = (one: string): readonly string[] | undefined => {
    const found = wordsOutside(one).map((word) => replaced(word, reading, 'make'))
    return found.includes(undefined)
      ? undefined
      : found.flatMap((word) => (word ?? '').split(/\s+/)).filter((word) => word !== '')
  }
  const names = targets?.split(/\s+/).filter((word) => word !== '') ?? []
  for (const name of names) {
    const known = reading.rules.get(name)
    const base: Rule = known ?? { file, line, needs: [], first: [], recipe: [], own: [], plain: true }
    if (set !== null && semicolon < 0) {
      const [, leading = '', variable = '', operator = '', value = ''] = set
      const own = {
        name: variable,
        operator,
        value: withoutComment(value).trim(),
        exported: leading.includes('export'),
      }
      reading.rules.set(name, { ...base, own: [...base.own, own], plain: base.plain && read === true })
      continue
    }
    // `a.test b.test: %.test: %.c`
    const stem = parts.length === 2 ? expand(parts[0] ?? '')?.[0] : undefined
    const at = stem?.indexOf('%') ?? -1
    const part = stem === undefined || at < 0 ? '' : name.slice(at, name.length - (stem.length - at - 1))
    const all = expand(parts.at(-1) ?? '')?.map((need) => (stem === undefined ? need : need.replace('%', part)))
    const bar = all?.indexOf('|') ?? -1
    const recipe = inline === undefined ? [] : [{ text: inline.trim(), file, line }]
    reading.rules.set(name, {
      ...base,
      ...(stem === undefined ? {} : { stem: part }),
      needs: [...base.needs, ...(bar < 0 ? (all ?? []) : (all ?? []).slice(0, bar))],
      first: [...base.first, ...(bar < 0 ? [] : (all ?? []).slice(bar + 1))],
      recipe: recipe.length > 0 && !double ? recipe : [...base.recipe, ...recipe],
      plain: base.plain && read === true && all !== undefined && parts.length < 3 && (stem === undefined || !double),
    })
  }
  return set !== null && semicolon < 0 ? [] : names
}

/** Reads rules and variables. What stands under a condition that only make can answer counts as not plain. */
function readInto(reading: Reading, file: string, text: string, trail: readonly string[]): void {
  const { rules, variables, exported } = reading
  reading.files += 1
  let conditions: Conditions = []
  let current: readonly string[] = []
  let fresh = true
  let double = false
  let definition: { readonly name: string; readonly lines: string[]; depth: number } | undefined
  const recipeLine = (recipe: string, line: number, read: Truth): void => {
    for (const name of current) {
      const rule = rules.get(name)
      if (rule === undefined) continue
      // A later recipe of a target takes the place of the one before.
      const before =
        fresh && !double && !rule.recipe.some((one) => one.line === line && one.file === file) ? [] : rule.recipe
      rules.set(name, {
        ...rule,
        plain: rule.plain && read === true,
        recipe: [...before, { text: recipe, file, line }],
      })
    }
    fresh = false
  }
  for (const { text: written, line } of logicalLines(text)) {
    const read = isRead(conditions)
    if (definition !== undefined) {
      if (/^\s*define\b/.test(written)) definition.depth += 1
      if (/^\s*endef\b/.test(written)) definition.depth -= 1
      if (definition.depth > 0) definition.lines.push(written.replace(/^\t/, ''))
      else {
        if (read !== false) variables.set(definition.name, read === undefined ? undefined : definition.lines.join('\n'))
        definition = undefined
      }
      continue
    }
    if (written.startsWith('\t') && current.length > 0) {
      if (read !== false && written.trim() !== '') recipeLine(written.slice(1), line, read)
      continue
    }
    const after = afterDirective(conditions, written, reading)
    if (after !== undefined) {
      conditions = after
      continue
    }
    // A recipe may go on after an empty line, a comment or a condition.
    if (/^\s*(?:$|#)/.test(written) || read === false) continue
    current = []
    const [, defined] = DEFINE.exec(written) ?? []
    const more = INCLUDE.exec(written)
    const set = ASSIGNMENT.exec(written)
    const shared = /^\s*(un)?export\s+([\w\s]+)$/.exec(written)
    if (defined !== undefined) definition = { name: defined, lines: [], depth: 1 }
    else if (more !== null) include(reading, { file, line, read }, more[1] !== 'include', more[2] ?? '', trail)
    else if (set !== null) assign(reading, set, read)
    else if (shared !== null)
      for (const name of (shared[2] ?? '').trim().split(/\s+/))
        shared[1] === undefined ? exported.add(name) : exported.delete(name)
    else if (outside(written, ':') > 0) {
      const inline = outside(written, ';') > 0
      double = written[outside(written, ':') + 1] === ':'
      current = addRule(reading, file, line, written, read)
      fresh = !inline
      // A rule whose name only make knows takes its recipe with it.
      if (current.length === 0) current = ['']
    } else if (/^\s*\$[({]/.test(written) && !(PRINTS.test(written) || (STOPS.test(written) && read === undefined)))
      // What it makes is read by make as lines of the file, or make stops there.
      reading.whole = false
    else if (/^\s*export\s*$/.test(written)) reading.everything = true
    else if (read === true && !/[$:=]/.test(written) && !WORDS.test(written)) {
      reading.whole = false
      const tab = /^ +\S/.test(written) ? ' (a recipe begins with a tab)' : ''
      reading.problems.push({ file, line, message: `it cannot be read: a line that make does not know${tab}` })
    }
  }
}

/** Reads a Makefile of a view and what it includes. Never throws; what make itself would stop at are the `problems`. */
export const readMakefile = (view: RepoView, file: string, given: MakeGiven = { variables: {}, env: {} }): Makefile => {
  const fixed = new Set(Object.keys(given.variables))
  const reading: Reading = {
    view,
    cwd: parent(file),
    rules: new Map(),
    variables: new Map(Object.entries(given.variables).map(([name, value]) => [name, escaped(value)])),
    given: given.env,
    fixed,
    exported: new Set(fixed),
    simple: new Set(),
    problems: [],
    absent: [],
    whole: true,
    everything: false,
    files: 0,
    budget: { left: EXPANSIONS },
  }
  reading.variables.set('MAKEFILE_LIST', file.slice(file.lastIndexOf('/') + 1))
  readInto(reading, file, view.read(file) ?? '', [file])
  for (const { name, file: at, line } of reading.absent) {
    // A file that a rule makes is made first, and only make can read it then.
    const made = [...reading.rules.keys()].some((target) => target === name || target.includes('%'))
    reading.whole = false
    if (!made) reading.problems.push({ file: at, line, message: `it includes ${name}, which is not in the repository` })
  }
  // Recipes begin with something else than a tab.
  if (reading.variables.has('.RECIPEPREFIX')) {
    reading.whole = false
    reading.problems.length = 0
  }
  if (reading.everything || reading.rules.has('.EXPORT_ALL_VARIABLES'))
    for (const name of reading.variables.keys()) if (/^[A-Za-z_]\w*$/.test(name)) reading.exported.add(name)
  return reading
}

/** Names of the targets that stand in a Makefile, in their order, with their lines. */
export const targetsOf = ({ rules }: Makefile): ReadonlyMap<string, number> =>
  new Map([...rules].filter(([name]) => /^[A-Za-z][\w.-]*$/.test(name)).map(([name, { line }]) => [name, line]))
