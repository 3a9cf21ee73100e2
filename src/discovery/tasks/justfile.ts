import type { RepoView } from '../../model/repo-view.ts'
import { join, parent } from '../paths.ts'
import { CALL_DEPTH, circle } from '../unreadable.ts'

/** A recipe of a justfile, as written. */
export interface JustRecipe {
  readonly file: string
  readonly line: number
  readonly parameters: readonly { readonly name: string; readonly rest: boolean; readonly value: string | undefined }[]
  /** Calls of other recipes, before it and after it: name and the texts of the arguments. */
  readonly before: readonly Dependency[]
  readonly after: readonly Dependency[]
  readonly body: readonly { readonly text: string; readonly line: number }[]
  /** Directory that an attribute names; null for `[no-cd]`. */
  readonly directory: string | null | undefined
}
export interface Dependency {
  readonly name: string
  readonly arguments: readonly string[]
}

/** A justfile with what it imports (just, "The justfile reference"). */
export interface Justfile {
  readonly recipes: ReadonlyMap<string, JustRecipe>
  readonly aliases: ReadonlyMap<string, string>
  /** The expression of a variable, as written. */
  readonly variables: ReadonlyMap<string, string>
  readonly exported: ReadonlySet<string>
  readonly settings: ReadonlyMap<string, string>
  readonly problems: readonly { readonly file: string; readonly line: number; readonly message: string }[]
}

const HEADER = /^@?([A-Za-z_][\w-]*)((?:\s+[^:=]*(?:=(?:'[^']*'|"[^"]*"|[^\s:'"]+)[^:=]*)*)?):(?!=)(.*)$/
const PARAMETER = /([+*]?)(\$?)([A-Za-z_][\w-]*)(?:=('[^']*'|"[^"]*"|\S+))?/g
const DEPENDENCY = /\(([A-Za-z_][\w-]*)((?:\s+(?:'[^']*'|"[^"]*"|[^\s()]+))*)\s*\)|([A-Za-z_][\w-]*)/g

const dependencies = (text: string): readonly Dependency[] =>
  [...text.matchAll(DEPENDENCY)].map((match) => ({
    name: match[1] ?? match[3] ?? '',
    arguments: [...(match[2] ?? '').matchAll(/'[^']*'|"[^"]*"|\S+/g)].map(([word]) => word),
  }))

interface Reading {
  readonly view: RepoView
  readonly recipes: Map<string, JustRecipe>
  readonly aliases: Map<string, string>
  readonly variables: Map<string, string>
  readonly exported: Set<string>
  readonly settings: Map<string, string>
  readonly problems: { file: string; line: number; message: string }[]
}

/** `[working-directory: 'web']`, `[no-cd]`, `[windows]` above a recipe. */
const attributesOf = (
  lines: readonly string[],
): { readonly directory: string | null | undefined; readonly here: boolean } => {
  const all = lines.join(',')
  const directory = /working-directory\s*[:(]\s*['"]([^'"]*)['"]/.exec(all)?.[1]
  return {
    directory: directory ?? (/\bno-cd\b/.test(all) ? null : undefined),
    here: !/\b(?:windows|macos|openbsd)\b/.test(all) || /\b(?:linux|unix)\b/.test(all),
  }
}

const readInto = (reading: Reading, file: string, text: string, trail: readonly string[]): void => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  let attributes: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const written = (lines[at] ?? '').replace(/\s+#(?![^'"]*['"]).*$/, '').trimEnd()
    if (written.trim() === '' || written.startsWith('#')) continue
    if (/^\s/.test(written)) continue
    if (/^\[.*\]$/.test(written)) {
      attributes.push(written.slice(1, -1))
      continue
    }
    const own = attributes
    attributes = []
    const set = /^set\s+([\w-]+)(?:\s*:=\s*(.*))?$/.exec(written)
    if (set !== null) {
      reading.settings.set(set[1] ?? '', set[2] ?? 'true')
      continue
    }
    const alias = /^alias\s+([\w-]+)\s*:=\s*([\w-]+)$/.exec(written)
    if (alias !== null) {
      reading.aliases.set(alias[1] ?? '', alias[2] ?? '')
      continue
    }
    const more = /^import(\?)?\s+['"]([^'"]+)['"]$/.exec(written)
    if (more !== null) {
      const path = join(parent(file), more[2] ?? '')
      const content = path === null ? undefined : reading.view.read(path)
      const say = (message: string): void => {
        reading.problems.push({ file, line: at + 1, message })
      }
      if (path === null || content === undefined) {
        if (more[1] === undefined) say(`it imports ${more[2]}, which is not in the repository`)
      } else if (trail.includes(path)) say(`justfiles import each other in a circle: ${circle(trail, path)}`)
      else if (trail.length < CALL_DEPTH) readInto(reading, path, content, [...trail, path])
      continue
    }
    const variable = /^(export\s+)?([A-Za-z_][\w-]*)\s*:=\s*(.*)$/.exec(written)
    if (variable !== null) {
      reading.variables.set(variable[2] ?? '', variable[3] ?? '')
      if (variable[1] !== undefined) reading.exported.add(variable[2] ?? '')
      continue
    }
    const header = HEADER.exec(written)
    if (header === null) {
      const body = /^[ \t]+\S/.test(lines[at + 1] ?? '')
      if (
        body &&
        /^@?[A-Za-z_][\w-]*(?:\s+[*+$]?[A-Za-z_][\w-]*)*$/.test(written) &&
        !/^(?:mod|unexport)\b/.test(written)
      )
        reading.problems.push({
          file,
          line: at + 1,
          message: 'it cannot be read: the name of a recipe ends in no colon',
        })
      continue
    }
    const line = at + 1
    const body: { text: string; line: number }[] = []
    while (at + 1 < lines.length && (/^\s/.test(lines[at + 1] ?? '') || lines[at + 1] === '')) {
      at += 1
      body.push({ text: lines[at] ?? '', line: at + 1 })
    }
    while (body.at(-1)?.text.trim() === '') body.pop()
    const margin = /^\s*/.exec(body.find(({ text: one }) => one.trim() !== '')?.text ?? '')?.[0] ?? ''
    const { directory, here } = attributesOf(own)
    if (!here) continue
    const [before = '', after = ''] = (header[3] ?? '').split('&&')
    reading.recipes.set(header[1] ?? '', {
      file,
      line,
      parameters: [...(header[2] ?? '').matchAll(PARAMETER)].map(([, star = '', , name = '', value]) => ({
        name,
        rest: star !== '',
        value: value ?? (star === '*' ? "''" : undefined),
      })),
      before: dependencies(before),
      after: dependencies(after),
      body: body.map((one) => ({
        ...one,
        text: one.text.startsWith(margin) ? one.text.slice(margin.length) : one.text.trim(),
      })),
      directory,
    })
  }
}

/** Reads a justfile of a view and what it imports. Never throws. */
export const readJustfile = (view: RepoView, file: string): Justfile => {
  const reading: Reading = {
    view,
    recipes: new Map(),
    aliases: new Map(),
    variables: new Map(),
    exported: new Set(),
    settings: new Map(),
    problems: [],
  }
  readInto(reading, file, view.read(file) ?? '', [file])
  return reading
}
