import { hasBelow } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import { join } from '../paths.ts'
import { escaped, ROOT } from './make-context.ts'
import { stemOf } from './make-functions.ts'
import type { OwnVariable, Rule } from './make-rule.ts'
import { assigned, replaced } from './make-variables.ts'
import type { Makefile } from './makefile.ts'

/** A line of a recipe, its variables replaced, as the shell would be given it. */
export interface RecipeLine {
  readonly text: string
  readonly file: string
  /** 1-based line of the file. */
  readonly line: number
  readonly env: Readonly<Record<string, string>>
}

/** What `make TARGET` would run. */
export interface Recipe {
  /** 1-based line of the rule. */
  readonly line: number
  /** Those of the prerequisites first, each once. */
  readonly lines: readonly RecipeLine[]
  readonly shell: Some<string>
}

const DEPTH = 8
const SHELLS = /^(?:\/usr\/bin\/env )?(?:\/(?:usr\/)?bin\/)?((?:ba|da)?sh)$/

/** The shell of the recipes, with its flags; undefined where it is no POSIX shell or only make knows it. */
const shellOf = (file: Makefile): Some<string> | undefined => {
  const value = (name: string, usual: string): string | undefined => {
    const set = file.variables.has(name) ? file.variables.get(name) : usual
    return set === undefined ? undefined : replaced(set, file, 'make')?.trim()
  }
  const [, program] = SHELLS.exec(value('SHELL', 'sh') ?? '') ?? []
  const flags = value('.SHELLFLAGS', '-c')?.split(/\s+/)
  if (program === undefined || flags === undefined || !/^-[a-z]*c$/.test(flags.at(-1) ?? '')) return undefined
  return flags.some((flag) => !/^[-\w]+$/.test(flag)) ? undefined : [program, ...flags]
}

/** The rule of a pattern that makes a target: the one with the shortest stem, if make need not chain rules for it (GNU make, "How Patterns Match"). */
const patternOf = (file: Makefile, target: string): { readonly rule: Rule; readonly stem: string } | undefined => {
  const fitting = [...file.rules].flatMap(([name, rule]) => {
    const stem = name.includes('%') && rule.recipe.length > 0 ? stemOf(name, target) : undefined
    return stem === undefined || stem === '' ? [] : [{ rule, stem }]
  })
  return fitting.sort((a, b) => a.stem.length - b.stem.length)[0]
}

/** The file with the variables of a target over its own; undefined where a value is one that only make knows. */
const under = (file: Makefile, own: readonly OwnVariable[]): Makefile => {
  if (own.length === 0) return file
  const variables = new Map(file.variables)
  const exported = new Set(file.exported)
  for (const { name, operator, value, exported: shared } of own) {
    if (file.fixed.has(name)) continue
    const known = variables.has(name)
    const before = known ? variables.get(name) : file.given[name]
    variables.set(name, assigned(before, known || before !== undefined, operator, value, false, { ...file, variables }))
    if (shared) exported.add(name)
  }
  return { ...file, variables, exported }
}

const envOf = (file: Makefile): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...file.exported].flatMap((name) => {
      const value = file.variables.get(name)
      const plain = value === undefined ? undefined : replaced(value, file, 'make')
      return plain === undefined ? [] : [[name, plain]]
    }),
  )

/** What `make TARGET` runs, prerequisites first; undefined where that takes make itself to know. */
export const recipeOf = (file: Makefile, target: string): Recipe | undefined => {
  const asked = file.rules.get(target) ?? patternOf(file, target)?.rule
  const shell = shellOf(file)
  if (asked === undefined || !file.whole || shell === undefined) return undefined
  const oneShell = file.rules.has('.ONESHELL')
  const phony = new Set(file.rules.get('.PHONY')?.needs ?? [])
  const done = new Set<string>()

  const isThere = (name: string): boolean => {
    const path = name.startsWith(`${ROOT}/`) ? join('.', name.slice(ROOT.length + 1)) : join(file.cwd, name)
    return path !== null && (file.view.has(path) || hasBelow(file.view, path))
  }

  /** The rule of a name with what a pattern adds to it, and the stem. Null where no rule makes it: then it is a file. */
  const ruleOf = (name: string): { readonly rule: Rule; readonly stem: string } | null | undefined => {
    const explicit = file.rules.get(name)
    const pattern = phony.has(name) || (explicit?.recipe.length ?? 0) > 0 ? undefined : patternOf(file, name)
    // Variables of patterns hold for every target that they fit, those of the nearest last.
    const setters = [...file.rules].filter(([one, { own }]) => own.length > 0 && one.includes('%') && stemOf(one, name))
    if (setters.some(([, { plain }]) => !plain)) return undefined
    const own = setters
      .sort(([a], [b]) => (stemOf(b, name)?.length ?? 0) - (stemOf(a, name)?.length ?? 0))
      .flatMap(([, rule]) => rule.own)
    // What no rule of the file makes and is not there, a rule of make's own may.
    if (pattern === undefined && explicit === undefined) return isThere(name) ? null : undefined
    if (pattern === undefined && explicit !== undefined)
      return { rule: { ...explicit, own: [...own, ...explicit.own] }, stem: explicit.stem ?? '' }
    if (pattern === undefined) return undefined
    const { rule, stem } = pattern
    const needs = rule.needs.map((need) => need.replace('%', stem))
    const before = rule.first.map((need) => need.replace('%', stem))
    // What is made by a chain of patterns, only make finds.
    const there = [...needs, ...before].every((need) => file.rules.has(need) || isThere(need))
    if (!there) return explicit === undefined && isThere(name) ? null : undefined
    return {
      stem,
      rule: {
        ...rule,
        needs: [...(explicit?.needs ?? []), ...needs],
        first: [...(explicit?.first ?? []), ...before],
        own: [...own, ...(explicit?.own ?? [])],
        plain: rule.plain && (explicit?.plain ?? true),
      },
    }
  }

  const collect = (name: string, depth: number, own: readonly OwnVariable[]): readonly RecipeLine[] | undefined => {
    if (done.has(name)) return []
    const found = ruleOf(name)
    if (found === null) return []
    if (found === undefined || !found.rule.plain || depth > DEPTH) return undefined
    done.add(name)
    const { rule, stem } = found
    const scope = [...own, ...rule.own]
    const lines: RecipeLine[] = []
    for (const need of [...rule.needs, ...rule.first]) {
      const before = collect(need, depth + 1, scope)
      if (before === undefined) return undefined
      lines.push(...before)
    }
    const scoped = under(file, scope)
    const automatic = {
      '@': name,
      '*': stem,
      '<': rule.needs[0] ?? '',
      '^': [...new Set(rule.needs)].join(' '),
      '+': rule.needs.join(' '),
      '|': rule.first.join(' '),
      '@D': name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '.',
      '@F': name.slice(name.lastIndexOf('/') + 1),
    }
    const here: Makefile = {
      ...scoped,
      variables: new Map([
        ...scoped.variables,
        ...Object.entries(automatic).map(([variable, value]) => [variable, escaped(value)] as const),
      ]),
    }
    const env = envOf(here)
    const texts: RecipeLine[] = []
    for (const { text: written, file: from, line } of rule.recipe) {
      const again = /^[@+-]*\s*\$[({]MAKE[)}]\s+([\w.-]+)\s*$/.exec(written)?.[1]
      if (again !== undefined && scope.length === 0 && !oneShell) {
        const inner = collect(again, depth + 1, [])
        if (inner === undefined) return undefined
        texts.push(...inner)
        continue
      }
      const plain = replaced(written, here)
      // Inside of quotes the shell would not put in what make would.
      const left = plain?.includes("'") === true && replaced(written, here, 'make') === undefined
      if (plain === undefined || left) return undefined
      // A definition of several lines is a recipe of several lines.
      for (const part of plain.split(/(?<!\\)\n/)) {
        const [, marks = '', command = ''] = /^\s*([@+-]*)\s*([\s\S]*)$/.exec(part) ?? []
        if (command.trim() !== '')
          texts.push({ text: marks.includes('-') ? `${command} || true` : command, file: from, line, env })
      }
    }
    const [first] = texts
    if (oneShell && first !== undefined) lines.push({ ...first, text: texts.map(({ text }) => text).join('\n') })
    else lines.push(...texts)
    return lines
  }
  const lines = collect(target, 0, [])
  return lines === undefined ? undefined : { line: asked.line, lines, shell }
}
