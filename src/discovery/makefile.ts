/** A line of a recipe, its variables replaced, as `/bin/sh -c` would be given it. */
export interface RecipeLine {
  readonly text: string
  /** 1-based line of the Makefile. */
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
  readonly line: number
  readonly needs: readonly string[]
  readonly recipe: readonly RecipeLine[]
  /** Something in it only make can work out. */
  readonly plain: boolean
}

interface Makefile {
  readonly rules: ReadonlyMap<string, Rule>
  /** Undefined for a variable whose value only make can work out. */
  readonly variables: ReadonlyMap<string, string | undefined>
  readonly exported: ReadonlySet<string>
}

const DEPTH = 8
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

/** Reads rules and variables. What stands under a condition, is a pattern or belongs to one target alone counts as not plain. */
const parse = (text: string): Makefile => {
  const rules = new Map<string, Rule>()
  const variables = new Map<string, string | undefined>()
  const exported = new Set<string>()
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
        update((rule) => ({ ...rule, plain: rule.plain && plain, recipe: [...rule.recipe, { text: recipe, line }] }))
      continue
    }
    // A recipe may go on after the condition, so these words end no rule.
    if (/^\s*(?:$|#|ifn?eq\b|ifn?def\b|else\b|endif\b)/.test(written)) continue
    current = []
    const set = ASSIGNMENT.exec(written)
    if (set !== null) {
      const [, leading, name = '', operator, value = ''] = set
      const known = variables.has(name)
      if (operator === '?=' && known) continue
      const sure = depth === 0 && operator !== '!=' && operator !== '+='
      variables.set(name, sure ? value.replace(/\s+#.*$/, '').trim() : undefined)
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
      if (own !== undefined) rules.set(own, { line, needs: [], recipe: [], ...known, plain: false })
      continue
    }
    current = (rule[1] ?? '').split(/\s+/)
    for (const name of current) {
      const known = rules.get(name)
      rules.set(name, {
        line: known?.line ?? line,
        needs: [...(known?.needs ?? []), ...(rule[2] ?? '').split(/\s+/).filter((need) => need !== '' && need !== '|')],
        recipe: [...(known?.recipe ?? []), ...(rule[3] === undefined ? [] : [{ text: rule[3].trim(), line }])],
        plain: (known?.plain ?? true) && depth === 0 && !name.includes('%'),
      })
    }
  }
  return { rules, variables, exported }
}

/** `$(NAME)`, `${NAME}` and `$$` replaced; undefined where only make knows the value. */
const replaced = (text: string, { variables }: Makefile, depth = 0): string | undefined => {
  let known = true
  const result = text.replace(/\$(?:\$|\(([^()]*)\)|\{([^{}]*)\}|(.))/g, (whole, round?: string, curly?: string) => {
    if (whole === '$$') return '$'
    const name = round ?? curly ?? ''
    const value = variables.get(name)
    const deeper =
      value === undefined || depth >= DEPTH ? undefined : replaced(value, { variables } as Makefile, depth + 1)
    if (deeper === undefined) known = false
    return deeper ?? ''
  })
  return known ? result : undefined
}

/** Names of the targets that stand in a Makefile, in their order. */
export const targetsOf = (text: string): readonly string[] =>
  [...parse(text).rules.keys()].filter((name) => /^[A-Za-z][\w.-]*$/.test(name))

/** What `make TARGET` runs, prerequisites first; undefined where that takes make itself to know (functions, conditions, patterns, `.ONESHELL`). */
export const recipeOf = (text: string, target: string): Recipe | undefined => {
  const file = parse(text)
  const asked = file.rules.get(target)
  if (
    asked === undefined ||
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
    for (const { text: written, line } of rule.recipe) {
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
      if (command !== '') found.push({ text: marks.includes('-') ? `${command} || true` : command, line })
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
