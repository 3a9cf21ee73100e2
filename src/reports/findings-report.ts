import type { Finding, FindingsReport } from '../model/findings.ts'
import type { FindingsFormat } from '../model/test-report.ts'

/** A finding, and the module it says cannot be resolved, if that is what it says. */
export interface Found extends Finding {
  readonly unresolved?: string
}

/**
 * The report of one run. When every blocking finding is an unresolved import of somebody else's package, the environment is not
 * installed: they become troubles. Beside any other finding they stay findings.
 */
export const findingsReport = (
  format: FindingsFormat,
  parts: {
    readonly complete: boolean
    readonly found: readonly Found[]
    readonly files: number | null
    readonly troubles?: readonly string[]
    readonly isFirstParty: (module: string) => boolean
  },
): FindingsReport => {
  const blocking = parts.found.filter((found) => found.severity === 'error')
  const missing = (found: Found): boolean => found.unresolved !== undefined && !parts.isFirstParty(found.unresolved)
  const notInstalled = blocking.length > 0 && blocking.every(missing)
  const kept = notInstalled ? parts.found.filter((found) => found.severity !== 'error') : parts.found
  const troubles = [...(parts.troubles ?? [])]
  if (notInstalled) {
    troubles.push(
      ...blocking.map(
        (found) =>
          `${found.file}:${found.line ?? 0} ${found.rule}: ${found.message}${/\bto add\b/.test(found.message) ? '' : ' (is the package installed?)'}`,
      ),
    )
  }
  return {
    kind: 'findings',
    format,
    complete: parts.complete,
    findings: kept.map(({ unresolved: _, ...finding }) => finding),
    files: parts.files,
    troubles,
  }
}

/** For tools without module names: nothing is unresolved. */
export const noModules = (): boolean => true

/** Python: the first part of a dotted module is a directory or module of a file that the report names, or it is relative. */
export const pythonFirstParty = (files: readonly string[]): ((module: string) => boolean) => {
  const parts = new Set(files.flatMap((file) => file.split('/').map((part) => part.replace(/\.pyi?$/, ''))))
  return (module) => module.startsWith('.') || parts.has(module.split('.')[0] ?? '')
}

/** JavaScript: relative, absolute, an import of the package itself (`#x`), or one of the usual aliases (`@/x`, `~/x`). */
export const scriptFirstParty = (module: string): boolean => /^(?:\.{1,2}(?:\/|$)|\/|#|@\/|~)/.test(module)

/** 1-based position, or null where the tool gives none (0 or less). */
export const position = (value: number | null | undefined): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null
