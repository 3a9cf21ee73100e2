/** A line in which a tool or a runtime says what went wrong: `TypeError: …`, `E   ImportError: …`, `npm error …`, `fatal: …`. */
const patterns = [
  /^(?:E\s+|> )?(?:Uncaught |Exception during run: )?[\w$.]*(?:Error|Exception|Exit)(?: \[\w+\])?: +\S/,
  /^(?:E\s+)?[\w.]+(?:Error|Exception)$/,
  /^INTERNALERROR> +[\w.]*(?:Error|Exception|Exit)\b/,
  /^(?:error|fatal|panic|Error|ERROR|FATAL)(?:\[\w+\])?: \S/,
  /^\S+ (?:ERR!|error) (?!code\b|errno\b|syscall\b|path\b|A complete log\b)\S/,
  /\b(?:command not found|No such file or directory|Permission denied|Segmentation fault|out of memory|No module named \S+)\b/i,
]
/** What stands above the cause and is none. */
const heading = /^(?:● |Jest encountered an unexpected token$|Traceback \(most recent call last\):$)/

const LONGEST = 200

const isError = (line: string): boolean => patterns.some((pattern) => pattern.test(line))

/** One line, trimmed, cut where it is long. */
export const cutLine = (line: string): string => {
  const bare = line.trim()
  return bare.length > LONGEST ? `${bare.slice(0, LONGEST)}…` : bare
}

const lines = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What a message says in one line: the line that names the cause (the last one of a Python traceback, the first elsewhere), else its first; empty for an empty one. */
export const firstErrorLine = (message: string): string => {
  const all = lines(message).filter((line) => !heading.test(line))
  const found = /^\s*Traceback \(most recent call last\):|^E\s/m.test(message)
    ? all.findLast(isError)
    : all.find(isError)
  return cutLine(found ?? all[0] ?? lines(message)[0] ?? '')
}

/** The last line of an output that names an error, verbatim; null where none does. For words only: no verdict follows from it. */
export const lastErrorLine = (output: string): string | null => {
  const found = lines(output).findLast(isError)
  return found === undefined ? null : cutLine(found)
}

/** True where a text says what went wrong, and not only that something did. */
export const namesError = (text: string): boolean => lines(text).some(isError)
