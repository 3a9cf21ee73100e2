import { field, type Located, locate, plainOf } from '../located.ts'
import { readYaml } from '../yaml-source.ts'

/** Values of `inputs:` by name, as YAML of one line that stands in their place. */
export type Inputs = ReadonlyMap<string, string>

const HEADER = /^(?:\s*(?:#[^\n]*)?\n)*spec:[\s\S]*?\n---[ \t]*(?:#[^\n]*)?(?:\n|$)/
const flow = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The inputs that an `include:` gives. */
export const inputsOf = (node: Located | undefined): Inputs =>
  new Map(node?.is === 'map' ? [...node.entries].map(([name, value]) => [name, flow(plainOf(value))] as const) : [])

/**
 * A file of GitLab without the document at its head that declares inputs, and with those put in (GitLab, "CI/CD inputs"): what is given, else the
 * default. One without either stays as it is written. Lines stay where they are.
 */
export const withInputs = (source: string, file: string, given: Inputs): string => {
  const text = source.replaceAll('\r\n', '\n')
  const header = HEADER.exec(text)?.[0]
  if (header === undefined) return text
  const spec = locate(readYaml(header.replace(/\n---[^\n]*\n?$/, '\n')), file) ?? undefined
  const declared = field(field(spec, 'spec'), 'inputs')
  const values = new Map<string, string>()
  if (declared?.is === 'map')
    for (const [name, definition] of declared.entries) {
      const standard = field(definition, 'default')
      const value = given.get(name) ?? (standard === undefined ? undefined : flow(plainOf(standard)))
      if (value !== undefined) values.set(name, value)
    }
  const body = text.slice(header.length)
  const filled = body.replaceAll(
    /\$\[\[\s*inputs\.([\w-]+)[^\]]*\]\]/g,
    (whole, name: string) => values.get(name) ?? whole,
  )
  return header.replaceAll(/[^\n]/g, '') + filled
}
