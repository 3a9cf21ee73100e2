import type { RepoView } from '../../model/repo-view.ts'
import { expandGlob } from '../glob-words.ts'
import { join, parent } from '../paths.ts'
import { CALL_DEPTH, circle } from '../unreadable.ts'
import { replaced } from './make-variables.ts'

/** A line of a recipe, its variables replaced, as `/bin/sh -c` would be given it. */
export interface RecipeLine {
  readonly text: string
  readonly file: string
  /** 1-based line of the file. */
  readonly line: number
}

/** What `make TARGET` would run. */
export interface Recipe {
  /** 1-based line of the rule. */
  readonly line: number
  /** Those of the prerequisites first, each once. */
  readonly lines: readonly RecipeLine[]
  readonly env: Readonly<Record<string, string>>
}

interface Rule {
  readonly file: string
  readonly line: number
  readonly needs: readonly string[]
  readonly recipe: readonly RecipeLine[]
  /** Something in it only make can work out. */
  readonly plain: boolean
}

/** What is wrong with a Makefile: make itself would stop there. */
export interface MakeProblem {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** A Makefile with everything that it includes. */
export interface Makefile {
  readonly rules: ReadonlyMap<string, Rule>
  /** Undefined for a variable whose value only make can work out. */
  readonly variables: ReadonlyMap<string, string | undefined>
  readonly exported: ReadonlySet<string>
  readonly problems: readonly MakeProblem[]
  /** False when something is included that only make can find. */
  readonly whole: boolean
  /** The environment of make, as far as it is known. */
  readonly given: Readonly<Record<string, string>>
}

/** What a call hands to make: variables on its command line, which win over the file's, and the environment, which does not. */
export interface MakeGiven {
  readonly variables: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
}

const DEPTH = 8
const FILE_LIMIT = 100
const ASSIGNMENT = /^(export\s+)?([A-Za-z_][\w.]*)\s*(\?=|::?=|=|\+=|!=)\s*(.*)$/
const RULE = /^([^\s#:=][^:=#]*?)\s*::?(?!=)\s*([^=;#]*?)\s*(?:;(.*))?(?:\s+#.*)?$/
const BRANCH = /^\s*(?:ifeq|ifneq|ifdef|ifndef)\b/

/** Lines with continuations joined; the number is that of the first. */
const logicalLines = (text: string): readonly { readonly text: string; readonly line: number }[] => {
  const found: { text: string; line: number }[] = []
  let open = false
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const last = found.at(-1)
    const whole = raw.replace(/\\$/, '')
    if (open && last !== undefined)
      last.text += last.text.startsWith('\t') ? `\\\n${whole.replace(/^\t/, '')}` : ` ${whole.trim()}`
    else found.push({ text: whole, line: index + 1 })
    open = raw.endsWith('\\')
  }
  return found
}

/** What is known while the files are read, one after the other. */
interface Reading {
  readonly view: RepoView
  readonly cwd: string
  readonly rules: Map<string, Rule>
  readonly variables: Map<string, string | undefined>
  readonly exported: Set<string>
  readonly problems: MakeProblem[]
  /** Files that an `include` must find and that are not there. */
  readonly absent: { readonly name: string; readonly file: string; readonly line: number }[]
  whole: boolean
  files: number
  readonly given: Readonly<Record<string, string>>
  /** Variables of the command line: nothing in the file changes them. */
  readonly fixed: ReadonlySet<string>
}

const INCLUDE = /^\s*(-include|sinclude|include)\s+(.*)$/

/** Reads what an `include` names; make looks for it from the directory that it runs in, whatever file says so. */
const include = (
  reading: Reading,
  at: { readonly file: string; readonly line: number; readonly sure: boolean },
  optional: boolean,
  words: string,
  trail: readonly string[],
): void => {
  const text = replaced(words.replace(/\s+#.*$/, ''), reading)
  if (text === undefined || !at.sure) {
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

/** Reads rules and variables. What stands under a condition, is a pattern or belongs to one target alone counts as not plain. */
const readInto = (reading: Reading, file: string, text: string, trail: readonly string[]): void => {
  const { rules, variables, exported } = reading
  reading.files += 1
  let depth = 0
  let current: readonly string[] = []
  const update = (change: (rule: Rule) => Rule): void => {
    for (const name of current) {
      const rule = rules.get(name)
      if (rule !== undefined) rules.set(name, change(rule))
    }
  }
  for (const { text: written, line } of logicalLines(text)) {
    if (BRANCH.test(written) || /^\s*define\b/.test(written)) depth += 1
    if (/^\s*(?:endif|endef)\b/.test(written)) depth = Math.max(0, depth - 1)
    if (written.startsWith('\t')) {
      const recipe = written.slice(1)
      const plain = depth === 0
      if (recipe.trim() !== '')
        update((rule) => ({
          ...rule,
          plain: rule.plain && plain,
          recipe: [...rule.recipe, { text: recipe, file, line }],
        }))
      continue
    }
    // A recipe may go on after the condition, so these words end no rule.
    if (/^\s*(?:$|#|ifn?eq\b|ifn?def\b|else\b|endif\b)/.test(written)) continue
    current = []
    const more = INCLUDE.exec(written)
    if (more !== null) {
      include(reading, { file, line, sure: depth === 0 }, more[1] !== 'include', more[2] ?? '', trail)
      continue
    }
    const set = ASSIGNMENT.exec(written)
    if (set !== null) {
      const [, leading, name = '', operator, value = ''] = set
      if (reading.fixed.has(name)) continue
      const known = variables.has(name)
      const before = known ? variables.get(name) : reading.given[name]
      if (operator === '?=' && (known || before !== undefined)) {
        variables.set(name, before)
        continue
      }
      const sure = depth === 0 && operator !== '!=' && !(operator === '+=' && known && before === undefined)
      const plain = value.replace(/\s+#.*$/, '').trim()
      variables.set(name, sure ? (operator === '+=' ? `${before ?? ''} ${plain}`.trim() : plain) : undefined)
      if (leading !== undefined) exported.add(name)
      continue
    }
    const shared = /^export\s+([\w\s]+)$/.exec(written)
    if (shared !== null) for (const name of (shared[1] ?? '').trim().split(/\s+/)) exported.add(name)
    const rule = RULE.exec(written)
    if (rule === null) {
      // `test: VARIABLE = value` holds for that target alone.
      const own = /^([\w.-]+)\s*:\s*(?:export\s+)?\w+\s*[:?+]?=/.exec(written)?.[1]
      const known = own === undefined ? undefined : rules.get(own)
      if (own !== undefined) rules.set(own, { file, line, needs: [], recipe: [], ...known, plain: false })
      continue
    }
    current = (rule[1] ?? '').split(/\s+/)
    for (const name of current) {
      const known = rules.get(name)
      rules.set(name, {
        file: known?.file ?? file,
        line: known?.line ?? line,
        needs: [...(known?.needs ?? []), ...(rule[2] ?? '').split(/\s+/).filter((need) => need !== '' && need !== '|')],
        recipe: [...(known?.recipe ?? []), ...(rule[3] === undefined ? [] : [{ text: rule[3].trim(), file, line }])],
        plain: (known?.plain ?? true) && depth === 0 && !name.includes('%'),
      })
    }
  }
}

/** Reads a Makefile of a view and what it includes. Never throws; what make itself would stop at are the `problems`. */
export const readMakefile = (view: RepoView, file: string, given: MakeGiven = { variables: {}, env: {} }): Makefile => {
  const reading: Reading = {
    view,
    cwd: parent(file),
    rules: new Map(),
    variables: new Map(Object.entries(given.variables)),
    given: given.env,
    fixed: new Set(Object.keys(given.variables)),
    exported: new Set(),
    problems: [],
    absent: [],
    whole: true,
    files: 0,
  }
  readInto(reading, file, view.read(file) ?? '', [file])
  for (const { name, file: at, line } of reading.absent) {
    // A file that a rule makes is made first, and only make can read it then.
    const made = [...reading.rules.keys()].some((target) => target === name || target.includes('%'))
    reading.whole = false
    if (!made) reading.problems.push({ file: at, line, message: `it includes ${name}, which is not in the repository` })
  }
  return reading
}

/** Names of the targets that stand in a Makefile, in their order, with their lines. */
export const targetsOf = ({ rules }: Makefile): ReadonlyMap<string, number> =>
  new Map([...rules].filter(([name]) => /^[A-Za-z][\w.-]*$/.test(name)).map(([name, { line }]) => [name, line]))

/** What `make TARGET` runs, prerequisites first; undefined where that takes make itself to know (functions, conditions, patterns, `.ONESHELL`). */
export const recipeOf = (file: Makefile, target: string): Recipe | undefined => {
  const asked = file.rules.get(target)
  if (
    asked === undefined ||
    !file.whole ||
    file.rules.has('.ONESHELL') ||
    file.variables.has('SHELL') ||
    file.variables.has('.SHELLFLAGS')
  )
    return undefined
  const done = new Set<string>()
  const collect = (name: string, depth: number): readonly RecipeLine[] | undefined => {
    const rule = file.rules.get(name)
    if (rule === undefined || done.has(name)) return []
    done.add(name)
    if (!rule.plain || depth > DEPTH) return undefined
    const found: RecipeLine[] = []
    for (const need of rule.needs) {
      const named = replaced(need, file)
      const before = named === undefined ? undefined : collect(named, depth + 1)
      if (before === undefined) return undefined
      found.push(...before)
    }
    for (const { text: written, file: from, line } of rule.recipe) {
      const again = /^[@+-]*\s*\$[({]MAKE[)}]\s+([\w.-]+)\s*$/.exec(written)?.[1]
      if (again !== undefined) {
        const inner = collect(again, depth + 1)
        if (inner === undefined) return undefined
        found.push(...inner)
        continue
      }
      const plain = replaced(written, file)
      if (plain === undefined) return undefined
      const [, marks = '', command = ''] = /^\s*([@+-]*)\s*([\s\S]*)$/.exec(plain) ?? []
      if (command !== '') found.push({ text: marks.includes('-') ? `${command} || true` : command, file: from, line })
    }
    return found
  }
  const lines = collect(target, 0)
  if (lines === undefined) return undefined
  const env: Record<string, string> = {}
  for (const name of file.exported) {
    const value = file.variables.get(name)
    const plain = value === undefined ? undefined : replaced(value, file)
    if (plain !== undefined) env[name] = plain
  }
  return { line: asked.line, lines, env }
}
