/** An import of a Python text: `import a.b` has no names, `from .a import b` has `b`. */
export interface PythonImport {
  /** With its leading dots. */
  readonly module: string
  readonly names: readonly string[] | null
  /** False inside of functions, `try` and `if`. */
  readonly topLevel: boolean
}

/** Imports of a text in its order. Comments and triple-quoted strings are left out; `from a import *` has the name `*`. */
export const pythonLoads = (text: string): readonly PythonImport[] =>
  logicalLines(text).flatMap((line) => {
    const [, indent = '', statement = ''] = /^(\s*)(.*)$/.exec(line) ?? []
    const topLevel = indent === ''
    const whole = /^import\s+(.+)$/.exec(statement)?.[1]
    if (whole !== undefined) {
      const modules = whole.split(',').flatMap((part) => /^\s*([\w.]+)/.exec(part)?.[1] ?? [])
      return modules.map((module): PythonImport => ({ module, names: null, topLevel }))
    }
    const [, module, list] = /^from\s+([\w.]+)\s+import\s+\(?([^)]*)/.exec(statement) ?? []
    if (module === undefined || list === undefined) return []
    const names = list.split(',').flatMap((part) => /^\s*(\w+|\*)/.exec(part)?.[1] ?? [])
    return names.length === 0 ? [] : [{ module, names, topLevel }]
  })

/** Lines as Python joins them: over parentheses of imports and backslashes. */
export const logicalLines = (text: string): readonly string[] =>
  text
    .replace(/("""|''')[\s\S]*?\1|#[^\n]*/g, (part) => (part.startsWith('#') ? '' : '""'))
    .replace(/\\\r?\n/g, ' ')
    .replace(/(import\s*)\(([^()]*)\)/g, (_, word: string, list: string) => `${word}(${list.replace(/\s+/g, ' ')})`)
    .split(/\r?\n|;/)

/** Statement that loads what the import loads, without binding a name that a test runner would look at. */
export const loadLine = ({ module, names }: PythonImport): string => {
  if (names === null) return `import ${module}`
  const bound = names.map((name, at) => `${name === '*' ? '__name__' : name} as _loaded_${at}`)
  return `from ${module} import ${bound.join(', ')}`
}
