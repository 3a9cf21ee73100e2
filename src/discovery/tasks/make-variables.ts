const DEPTH = 8

/** What is known of the variables of a Makefile: a value that only make can work out is undefined. */
export interface MakeVariables {
  readonly variables: ReadonlyMap<string, string | undefined>
  /** The environment of make, as far as it is known. */
  readonly given: Readonly<Record<string, string>>
}

/** Variables that every environment has: a shell knows them as well as make does. */
const EVERYWHERE = /^(?:HOME|PATH|USER|TMPDIR|CI|GITHUB_\w+|GOPATH|GOBIN)$/
/** Variables that make itself gives a value (GNU make, "Catalogue of Built-In Rules", "Other Special Variables"). */
const BUILT_IN =
  /^(?:AR|AS|CC|CXX|CPP|FC|M2C|PC|CO|GET|LEX|YACC|LINT|MAKEINFO|TEX\w*|WEAVE|CWEAVE|TANGLE|CTANGLE|ARFLAGS|CURDIR|SHELL|MFLAGS|OUTPUT_OPTION|SUFFIXES|VPATH|(?:COMPILE|LINK|PREPROCESS)\.\w+|MAKE\w+)$/

/** What a name stands for that no file sets: the environment's value, else nothing, as make has it. Undefined where only make knows. */
const unset = (name: string, given: Readonly<Record<string, string>>): string | undefined => {
  if (!/^\w+$/.test(name) || BUILT_IN.test(name)) return name === 'MAKE' ? 'make' : undefined
  if (given[name] !== undefined) return given[name]
  return EVERYWHERE.test(name) ? `\${${name}}` : ''
}

/** `$(NAME)`, `${NAME}` and `$$` replaced, what only prints left out; undefined where only make knows the value. */
export const replaced = (written: string, file: MakeVariables, depth = 0): string | undefined => {
  const { variables, given } = file
  const text = written.replaceAll(/\$\((?:info|warning)\s[^()$]*\)/g, '')
  let known = true
  const result = text.replace(/\$(?:\$|\(([^()]*)\)|\{([^{}]*)\}|(.))/g, (whole, round?: string, curly?: string) => {
    if (whole === '$$') return '$'
    const name = round ?? curly ?? ''
    const value = variables.get(name)
    if (!variables.has(name)) {
      const found = unset(name, given)
      if (found === undefined) known = false
      return found ?? ''
    }
    const deeper = value === undefined || depth >= DEPTH ? undefined : replaced(value, file, depth + 1)
    if (deeper === undefined) known = false
    return deeper ?? ''
  })
  return known ? result : undefined
}
