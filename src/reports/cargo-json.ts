import { z } from 'zod'
import type { FindingsReport } from '../model/findings.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import { type Found, findingsReport, noModules, position } from './findings-report.ts'
import { normalPath, treePath, withoutColours } from './naming.ts'
import { emptyReport, openLines, truncatedReport, unreadableReport } from './text.ts'

const TITLE = 'cargo JSON'

const target = z.object({ src_path: z.string() })
const schema = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('compiler-artifact'), package_id: z.string(), target }),
  z.object({
    reason: z.literal('compiler-message'),
    package_id: z.string(),
    manifest_path: z.string().optional(),
    target,
    message: z.object({
      message: z.string(),
      rendered: z.string().nullish(),
      level: z.string(),
      code: z.object({ code: z.string() }).nullish(),
      spans: z.array(
        z.object({
          file_name: z.string(),
          line_start: z.number(),
          column_start: z.number(),
          is_primary: z.boolean(),
        }),
      ),
    }),
  }),
  z.object({ reason: z.literal('build-finished'), success: z.boolean() }),
])
type Message = Extract<z.infer<typeof schema>, { reason: 'compiler-message' }>

/**
 * `cargo build|check|clippy --message-format=json` (The Cargo Book, external tools). `build-finished` is the end mark. Errors of
 * packages of the tree are findings, with what the compiler would have printed; those of other packages, and errors without a place
 * (the linker's), are troubles. `files` counts the targets of the tree that were looked at. One error of a source that belongs to
 * several targets counts once.
 */
export const cargoJson: ReportFormatReader<FindingsReport> = {
  format: 'cargo-json',
  open(context) {
    const found = new Map<string, Found>()
    const troubles: string[] = []
    const targets = new Set<string>()
    let finished = false
    let broken: string | undefined
    let cut = false
    const lines = openLines((line, whole) => {
      if (line.trim() === '' || broken !== undefined) return
      const value = json(line)
      if (value === undefined && !whole && line.startsWith('{')) {
        cut = true
        return
      }
      // Programs that a build runs may write beside cargo; only lines of cargo count.
      if (!isTable(value) || typeof value.reason !== 'string') {
        if (!finished) broken ??= targets.size + found.size === 0 && value === undefined ? line : undefined
        return
      }
      if (!KNOWN.has(value.reason)) return
      const read = schema.safeParse(value)
      if (!read.success) {
        broken = line
        return
      }
      const said = read.data
      if (said.reason === 'build-finished') finished = true
      else if (isOwn(said.package_id, said.target.src_path, context)) {
        targets.add(said.target.src_path)
        if (said.reason === 'compiler-message') take(said, context, found, troubles)
      } else if (said.reason === 'compiler-message' && said.message.level.startsWith('error')) {
        troubles.push(`${said.package_id}: ${said.message.rendered ?? said.message.message}`.trim())
      }
    })
    return {
      write: (chunk) => lines.write(chunk),
      end() {
        const read = lines.end()
        if (!read.ok) return read
        if (read.value.characters === 0) return emptyReport(TITLE)
        if (broken !== undefined)
          return unreadableReport(TITLE, 'a line of it is no message of cargo', broken.slice(0, 500))
        if (targets.size + found.size + troubles.length === 0 && !finished)
          return cut ? truncatedReport(TITLE) : emptyReport(TITLE)
        return {
          ok: true,
          value: findingsReport('cargo-json', {
            complete: finished,
            found: [...found.values()],
            files: targets.size,
            troubles,
            isFirstParty: noModules,
          }),
        }
      },
    }
  },
}

const KNOWN: ReadonlySet<string> = new Set(['compiler-artifact', 'compiler-message', 'build-finished'])

const isTable = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const json = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** True for a package whose source lies in the tree; packages of a registry are unpacked outside of it. */
const isOwn = (id: string, source: string, context: ReadContext): boolean =>
  !/^(?:registry|git|sparse)\+|\((?:registry|git|sparse)\+/.test(id) &&
  normalPath(source).startsWith(`${normalPath(context.root)}/`)

const take = (said: Message, context: ReadContext, found: Map<string, Found>, troubles: string[]): void => {
  const { message } = said
  const level = message.level.startsWith('error') ? 'error' : message.level === 'warning' ? 'warning' : null
  if (level === null) return
  const text = withoutColours(message.rendered ?? message.message).trimEnd()
  const span = message.spans.find(({ is_primary }) => is_primary) ?? message.spans[0]
  if (span === undefined) {
    // A closing count of what was listed before.
    if (/^(?:aborting due to|\d+ warnings? emitted)/.test(message.message)) return
    if (level === 'error') troubles.push(text)
    return
  }
  const file = sourceOf(span.file_name, said.manifest_path, context)
  const rule = message.code?.code ?? 'syntax'
  const finding: Found = {
    tool: 'rustc',
    rule,
    file,
    line: position(span.line_start),
    column: position(span.column_start),
    severity: level,
    message: text,
  }
  found.set(JSON.stringify([level, rule, file, span.line_start, span.column_start, message.message]), finding)
}

/** The compiler runs at the root of the workspace, which the message does not name: it is the highest directory from which the file lies in its package. */
const sourceOf = (file: string, manifest: string | undefined, context: ReadContext): string => {
  if (manifest === undefined || file.startsWith('/')) return treePath(file, context)
  const root = normalPath(context.root)
  const home = normalPath(manifest).replace(/\/[^/]*$/, '')
  const parts = home.startsWith(`${root}/`) ? home.slice(root.length + 1).split('/') : []
  for (let depth = 0; depth <= parts.length; depth += 1) {
    const path = normalPath([root, ...parts.slice(0, depth), file].join('/'))
    if (path.startsWith(`${home}/`)) return treePath(path, context)
  }
  return treePath(file, context)
}
