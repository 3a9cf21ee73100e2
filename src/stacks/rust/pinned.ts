import type { Stack } from '../../model/stack.ts'
import { readToml, tableAt } from './manifest.ts'

/** The channel of rust-toolchain.toml, or of the older file that holds nothing but its name (rustup book, overrides). */
export const pinned: NonNullable<Stack['pinned']> = (project) => {
  const file = ['rust-toolchain.toml', 'rust-toolchain'].find((each) => project.has(each))
  const text = file === undefined ? undefined : project.read(file)
  if (file === undefined || text === undefined) return undefined
  const channel = tableAt(readToml(project, file), 'toolchain').channel
  const version = typeof channel === 'string' ? channel : /^\s*([\w.-]+)\s*$/.exec(text)?.[1]
  if (version === undefined) return undefined
  const line = text.split('\n').findIndex((each) => each.includes(version)) + 1
  return { toolchain: 'rust', version, evidence: { tier: 'default', file, line, text: version } }
}
