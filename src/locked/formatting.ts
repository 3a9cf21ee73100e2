import { samePython } from './python-formatting.ts'

/**
 * True when two versions of a source text differ in formatting only. By tokens for languages with braces (white space, quotes,
 * trailing commas, semicolons at the end of a line); Python by its own tokens; for all others only spaces at line ends and blank lines may differ.
 */
export const differsInFormatOnly = (path: string, before: string, after: string): boolean => {
  if (/\.pyi?$/.test(path)) return samePython(before, after)
  return /\.(?:[cm]?[jt]sx?|jsonc?|go|rs|java|kt|c|cc|cpp|h|hpp|css|scss)$/.test(path)
    ? tokens(before) === tokens(after)
    : lines(before) === lines(after)
}

const token =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|[\w$]+|[^\s\w$]/g

const tokens = (text: string): string => {
  const found = (text.match(token) ?? []).map((each) =>
    /^'[^'"\\]*'$/.test(each) ? `"${each.slice(1, -1)}"` : each.startsWith('/') ? each.trimEnd() : each,
  )
  return found
    .filter((each, index) => !(each === ',' && /^[)\]}]$/.test(found[index + 1] ?? '')) && each !== ';')
    .join('\0')
}

const lines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((row) => row.trimEnd())
    .filter(Boolean)
    .join('\n')
