import type { FindingsReport } from '../model/findings.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import { type Found, findingsReport, noModules, position } from './findings-report.ts'
import { normalPath, treePath, withoutColours } from './naming.ts'
import { openText, unreadableReport } from './text.ts'

const TITLE = 'build'
const DIAGNOSTIC = /^(?!\[)(\S.*?):(\d+):(?:(\d+):)? (fatal error|error|warning): (.*)$/
/** gcc, Clang, clang-tidy and cppcheck name the option behind the message: `[-Wunused-variable]`, `[-Werror=unused-variable]`. */
const OPTION = /\s\[-W(?:error=|error,-W)?([\w+=-]+)(?:,[^\]]*)?\]$/
/** Lines that belong to the diagnostic above: the source, a caret, notes. */
const CONTINUED = /^(?:\s+\S|\s*$)|^\S.*?:\d+:(?:\d+:)? note: /
const COMPILING = /^(?:\[[^\]]*\] )?(?:Building|Compiling) (?:C|CXX|OBJC|OBJCXX|CUDA|Fortran|ASM\S*|C\+\+)\b.* object /
const BEGIN = /^\[triverdict: (build|lint|tidy) in (\/.*)\]$/
const END = /^\[triverdict: exit (\d+)\]$/
/** What linkers, make, ninja, CMake and drivers say when it is not the code at a line. Most telling first. */
const TROUBLES = [
  /undefined reference to |multiple definition of |cannot find -l|: undefined symbol: |duplicate symbol /,
  /^(?:\S*\/)?(?:\S+-)?(?:ld|ld\.\w+|collect2|lld|mold): |^(?:g\+\+|gcc|cc1plus|cc1|c\+\+|cc|clang(?:\+\+)?): (?:fatal )?error: /,
  /^CMake Error|^ninja: error: |^ninja: fatal: |^Error: /,
  /^make(?:\[\d+\])?: \*\*\* /,
]
/** What clang-tidy and clang-format say when they could not look at all: files, commands or a compilation database that are not there. */
const BLIND =
  /^error: .*\[clang-diagnostic-error\]$|^Could not auto-detect compilation database from directory |^(?:Error: )?[Nn]o (?:checks enabled|input files)|^\S+: No such file or directory$|^Running clang-tidy in .* for 0 files out of |^Error (?:reading|parsing) \S*\.clang-(?:tidy|format)/

/**
 * The log of a build with gcc or Clang, or of a linter that speaks as they do, between two lines of ours: where it runs, and its exit code. Errors count only where the build
 * failed: a program that a build runs may print anything. Warnings of a build are tentative (`-Wall` is ours), and those of clang-tidy
 * where nobody said what counts; those that a project made errors are errors. A linter that could not look at what it was asked is in trouble, whatever it says of the rest. A build that fails without an error at a line (a linker, a rule that is missing) is a trouble with its words.
 */
export const gccText: ReportFormatReader<FindingsReport> = {
  format: 'gcc-text',
  open: (context) => openText(TITLE, (text) => read(withoutColours(text), context)),
}

const read = (text: string, context: ReadContext): Result<FindingsReport> => {
  const lines = text.split(/\r?\n/)
  const begin = lines.findIndex((line) => BEGIN.test(line))
  if (begin < 0) return unreadableReport(TITLE, 'its first line is missing', lines[0])
  const [, kind, directory = context.root] = BEGIN.exec(lines[begin] as string) ?? []
  const building = kind === 'build'
  const last = lines.filter((line) => line !== '').at(-1) ?? ''
  const code = text.endsWith('\n') ? END.exec(last)?.[1] : undefined
  const failed = code !== '0'
  const tentative = building ? true : kind === 'tidy' ? 'new' : undefined
  const found = diagnostics(lines.slice(begin + 1), directory, context, tentative)
  const errors = found.filter(({ severity }) => severity === 'error')
  const kept = failed || !building ? found : found.filter(({ severity }) => severity !== 'error')
  const told = building ? errors : found
  const blind = building ? undefined : lines.find((line) => BLIND.test(line))
  const words = blind !== undefined ? [blind] : failed && told.length === 0 ? troubleIn(lines) : []
  return {
    ok: true,
    value: findingsReport('gcc-text', {
      complete: code !== undefined && (!failed || told.length > 0),
      found: distinct(kept),
      files: failed || !building ? null : lines.filter((line) => COMPILING.test(line)).length,
      troubles: words,
      isFirstParty: noModules,
    }),
  }
}

/** A header that ten files include is said ten times: once is enough, and how often would depend on where a failing build stops. */
const distinct = (found: readonly Found[]): readonly Found[] => {
  const seen = new Set<string>()
  return found.filter((one) => {
    const key = JSON.stringify([one.rule, one.file, one.line, one.column, one.severity])
    const first = !seen.has(key)
    seen.add(key)
    return first
  })
}

const diagnostics = (
  lines: readonly string[],
  directory: string,
  context: ReadContext,
  tentative: Found['tentative'],
): readonly Found[] => {
  const found: Found[] = []
  let open = false
  for (const line of lines) {
    const [, path = '', row, column, kind, message = ''] = DIAGNOSTIC.exec(line) ?? []
    if (kind === undefined) {
      const above = found.at(-1)
      open = open && CONTINUED.test(line) && line.trim() !== ''
      if (open && above !== undefined) found[found.length - 1] = { ...above, message: `${above.message}\n${line}` }
      continue
    }
    open = true
    const option = OPTION.exec(message)?.[1]
    const check = /\[([\w.,-]+)\]$/.exec(message)?.[1]?.split(',')[0]
    found.push({
      tool: 'compiler',
      rule: option !== undefined ? `-W${option}` : (check ?? (kind === 'warning' ? 'warning' : 'error')),
      file: treePath(path.startsWith('/') ? path : normalPath(`${directory}/${path}`), context),
      line: position(Number(row)),
      column: position(column === undefined ? null : Number(column)),
      severity: kind === 'warning' ? 'warning' : 'error',
      message: line,
      ...(kind === 'warning' && tentative !== undefined ? { tentative } : {}),
    })
  }
  return found
}

/** The first line of the most telling kind; else the last words. */
const troubleIn = (lines: readonly string[]): readonly string[] => {
  const told = TROUBLES.map((pattern) => lines.find((line) => pattern.test(line))).find((line) => line !== undefined)
  const rest = lines.filter((line) => line.trim() !== '' && !END.test(line) && !BEGIN.test(line))
  const words = told ?? rest.at(-1)
  return words === undefined ? ['the build failed without a word'] : [words.trim()]
}
