import type { RepoView } from '../../model/repo-view.ts'

interface Preset {
  readonly name?: unknown
  readonly inherits?: unknown
  readonly binaryDir?: unknown
  readonly configurePreset?: unknown
}

const parsed = (text: string | undefined): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const named = (project: RepoView, list: string): ReadonlyMap<string, Preset> => {
  const found = parsed(project.read('CMakePresets.json'))[list]
  const presets = Array.isArray(found) ? (found as readonly Preset[]) : []
  return new Map(
    presets.flatMap((preset) => (typeof preset?.name === 'string' ? [[preset.name, preset] as const] : [])),
  )
}

/** A value of a preset or of the first one that it inherits from and that has it (cmake-presets(7)). */
const inherited = (presets: ReadonlyMap<string, Preset>, name: string, key: keyof Preset, depth = 8): unknown => {
  const preset = presets.get(name)
  if (preset === undefined || depth === 0) return undefined
  if (preset[key] !== undefined) return preset[key]
  const parents = Array.isArray(preset.inherits) ? preset.inherits : [preset.inherits]
  return parents
    .filter((parent) => typeof parent === 'string')
    .map((parent) => inherited(presets, parent, key, depth - 1))
    .find((value) => value !== undefined)
}

/** Build directory of a preset, relative to the project; undefined where it is not said or lies outside. */
export const presetDirectory = (
  project: RepoView,
  kind: 'configure' | 'build' | 'test',
  name: string,
): string | undefined => {
  const configure = kind === 'configure' ? name : inherited(named(project, `${kind}Presets`), name, 'configurePreset')
  if (typeof configure !== 'string') return undefined
  const directory = inherited(named(project, 'configurePresets'), configure, 'binaryDir')
  if (typeof directory !== 'string') return undefined
  const plain = directory
    .replaceAll(`$\{sourceDir}`, '.')
    .replaceAll(`$\{presetName}`, configure)
    .replace(/^\.\/(?=.)/, '')
  return /\$|^\/|\.\./.test(plain) ? undefined : plain.replace(/\/+$/, '')
}
