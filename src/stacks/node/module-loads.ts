/** A name that a module binds by importing it. `imported` is `default`, `*` for the whole module, or a name of it. */
interface Binding {
  readonly imported: string
  readonly local: string
}

/** One module that a text loads, in the form it was written in. */
export interface Load {
  readonly specifier: string
  readonly form: 'import' | 'require' | 'dynamic'
  /** False inside of functions and blocks. */
  readonly topLevel: boolean
  readonly bindings: readonly Binding[]
}

const IMPORT =
  /(?:^|;)[ \t]*import\s+(?:(?!type\s+[\w{*])([\w$*{}\s,]+?)\s*(?:\bfrom|=\s*require)\s*\(?\s*)?(['"])([^'"\n]+)\2/gm
const REQUIRE =
  /(?:^|;)([ \t]*)(?:(?:const|let|var)\s+(\w+|\{[^}]*\})\s*=\s*)?require\(\s*(['"])([^'"\n]+)\3\s*\)(?:\.(\w+))?/gm
const DYNAMIC = /\bimport\(\s*(['"])([^'"\n]+)\1\s*\)/g

/**
 * Modules that a JavaScript or TypeScript text loads, in the order of the text within each form. Type-only imports are left out. It
 * reads by pattern: what is written in an unusual way is missed.
 */
export const moduleLoads = (text: string): readonly Load[] => {
  const bare = withoutComments(text)
  return [
    ...[...bare.matchAll(IMPORT)].map(
      ([, clause = '', , specifier]): Load => ({
        specifier: specifier as string,
        form: 'import',
        topLevel: true,
        bindings: clauseBindings(clause),
      }),
    ),
    ...[...bare.matchAll(REQUIRE)].map(
      ([, indent, bound = '', , specifier, property]): Load => ({
        specifier: specifier as string,
        form: 'require',
        topLevel: indent === '',
        bindings: bound.startsWith('{')
          ? named(bound, ':')
          : bound === ''
            ? []
            : [{ imported: property ?? '*', local: bound }],
      }),
    ),
    ...[...bare.matchAll(DYNAMIC)].map(
      ([, , specifier]): Load => ({
        specifier: specifier as string,
        form: 'dynamic',
        topLevel: false,
        bindings: [],
      }),
    ),
  ]
}

/** `a, { b as c }`, `* as d` → what is bound to which name. */
const clauseBindings = (clause: string): readonly Binding[] => {
  const braces = /\{[^}]*\}/.exec(clause)?.[0] ?? ''
  const space = /\*\s*as\s+([\w$]+)/.exec(clause)?.[1]
  const first = /^\s*([\w$]+)/.exec(clause)?.[1]
  return [
    ...(first === undefined ? [] : [{ imported: 'default', local: first }]),
    ...(space === undefined ? [] : [{ imported: '*', local: space }]),
    ...named(braces, /\sas\s/),
  ]
}

const named = (braces: string, between: string | RegExp): readonly Binding[] =>
  braces
    .replace(/^\{|\}$/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^[\w$]/.test(part) && !part.startsWith('type '))
    .map((part) => {
      const [imported = '', local = imported] = part.split(between).map((name) => name.trim())
      return { imported, local }
    })

/** A `//` inside of a string is the case that a plain pattern gets wrong. */
export const withoutComments = (text: string): string =>
  text.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('/') ? ' ' : part,
  )

/** Statement that loads the module with these of its bindings, in its own form. */
export const loadStatement = ({ specifier, form }: Load, bindings: readonly Binding[]): string => {
  if (form === 'require') return requireStatement(specifier, bindings)
  const first = bindings.find(({ imported }) => imported === 'default')?.local
  const space = bindings.find(({ imported }) => imported === '*')?.local
  const names = bindings
    .filter(({ imported }) => imported !== 'default' && imported !== '*')
    .map(({ imported, local }) => (imported === local ? local : `${imported} as ${local}`))
  const clause = [
    ...(first === undefined ? [] : [first]),
    ...(space === undefined ? [] : [`* as ${space}`]),
    ...(names.length === 0 ? [] : [`{ ${names.join(', ')} }`]),
  ].join(', ')
  return clause === '' ? `import '${specifier}'` : `import ${clause} from '${specifier}'`
}

const requireStatement = (specifier: string, bindings: readonly Binding[]): string => {
  if (bindings.length === 0) return `require('${specifier}')`
  return bindings
    .map(({ imported, local }) =>
      imported === '*'
        ? `const ${local} = require('${specifier}')`
        : `const ${local} = require('${specifier}').${imported}`,
    )
    .join('\n')
}
