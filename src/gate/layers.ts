import picomatch from 'picomatch'
import { nearest, type Settings } from '../discovery/settings.ts'
import type { LayerConfig } from '../model/gate-config.ts'
import { ok, type Result, trouble } from '../model/result.ts'

/** A layer of the configuration, in an order in which everything that it needs stands before it. */
export interface Layer {
  readonly id: string
  readonly config: LayerConfig
  readonly needs: readonly string[]
  readonly file: string
  readonly line: number
}

const RESERVED: Readonly<Record<string, string>> = {
  gates: 'the rules below `gates:`',
  doctor: 'what is found of this machine (`--preflight`)',
  exam: 'what was changed in the locked files',
}

const refusal = (settings: Settings, path: readonly PropertyKey[], message: string, remedy: string): Result<never> =>
  trouble('config-invalid', `${settings.file}:${settings.line(path)}: ${message}`, { remedy })

/** The layer that was probably meant, for the end of a sentence. It stands in the sentence, since a page shows no remedy. */
const nearestOf = (word: string, names: readonly string[]): string =>
  names.length === 0 ? '' : ` (the nearest is \`${nearest(word, names)}\`)`

/** Two settings of one layer that exclude each other; undefined for a layer that makes sense. */
const contradiction = (config: LayerConfig): readonly [key: keyof LayerConfig, message: string] | undefined => {
  const report = config.report !== undefined && config.report !== 'auto' && config.report !== 'none'
  if (config.verdict !== undefined && report)
    return ['report', 'a layer answers by its verdict file or by its report, not by both']
  if (config.exit !== undefined && (config.verdict !== undefined || report))
    return ['exit', 'exit codes are judged only where there is neither a verdict file nor a report']
  const both = config.exit?.fail?.find((code) => config.exit?.pass.includes(code))
  if (both !== undefined) return ['exit', `the exit code ${both} cannot mean pass and fail`]
  if (config.judge === true && config.verdict === undefined)
    return ['judge', 'a judge answers by a verdict file: name it as `verdict`']
  if (config.min_confidence !== undefined && config.verdict === undefined)
    return ['min_confidence', 'only a verdict file has a confidence: name it as `verdict`']
  if (config.max_error_rate !== undefined && config.verdict === undefined)
    return ['max_error_rate', 'only a verdict file says how many were judged: name it as `verdict`']
  if (config.min_tests !== undefined && config.verdict !== undefined)
    return ['min_tests', 'a verdict file counts for itself; `min_tests` is for reports']
  if (config.min_tests !== undefined && (config.exit !== undefined || config.report === 'none'))
    return ['min_tests', 'an exit code does not say how many tests ran']
  return undefined
}

/** A path from a layer back to itself, by what each needs; undefined where there is none. */
const circle = (layers: ReadonlyMap<string, Layer>): readonly string[] | undefined => {
  const done = new Set<string>()
  const walk = (id: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(id)) return [...trail.slice(trail.indexOf(id)), id]
    if (done.has(id)) return undefined
    for (const need of layers.get(id)?.needs ?? []) {
      const found = walk(need, [...trail, id])
      if (found !== undefined) return found
    }
    done.add(id)
    return undefined
  }
  for (const id of layers.keys()) {
    const found = walk(id, [])
    if (found !== undefined) return found
  }
  return undefined
}

/** Those that are asked for and all that they need, in the order of needs, otherwise as they are written. */
const ordered = (layers: ReadonlyMap<string, Layer>, asked: readonly string[]): readonly Layer[] => {
  const order: Layer[] = []
  const take = (id: string): void => {
    const layer = layers.get(id)
    if (layer === undefined || order.includes(layer)) return
    for (const need of layer.needs) take(need)
    order.push(layer)
  }
  for (const id of layers.keys()) if (asked.length === 0 || asked.includes(id)) take(id)
  return order
}

/**
 * The layers that run, each behind those that it needs. Trouble: `config-invalid` with file and line for settings that contradict each
 * other, needs that are no layer, and needs in a circle; `no-such-layer` for an `asked` one that is not there.
 */
export const layersOf = (settings: Settings, asked: readonly string[]): Result<readonly Layer[]> => {
  const written = Object.entries(settings.config.layers ?? {})
  const names = written.map(([id]) => id)
  if (settings.config.layers !== undefined && names.length === 0)
    return refusal(settings, ['layers'], '`layers` is empty', 'Write a layer below it, or take the key out.')
  const layers = new Map<string, Layer>()
  for (const [id, config] of written) {
    const reserved = RESERVED[id]
    if (reserved !== undefined)
      return refusal(settings, ['layers', id], `layers.${id}: this name stands for ${reserved}`, 'Take another.')
    const wrong = contradiction(config)
    if (wrong !== undefined)
      return refusal(settings, ['layers', id, wrong[0]], `layers.${id}: ${wrong[1]}`, 'Remove one of the two.')
    const needs = config.needs ?? []
    for (const [index, need] of needs.entries()) {
      if (names.includes(need)) continue
      return refusal(
        settings,
        ['layers', id, 'needs', index],
        `layers.${id} needs \`${need}\`, which is no layer${nearestOf(need, names)}`,
        `Layers are ${names.join(', ')}.`,
      )
    }
    layers.set(id, { id, config, needs, file: settings.file, line: settings.line(['layers', id]) })
  }
  const loop = circle(layers)
  if (loop !== undefined)
    return refusal(
      settings,
      ['layers', loop[0] as string, 'needs'],
      `layers need each other in a circle: ${loop.join(' → ')}`,
      'Take one of the needs out.',
    )
  for (const rule of Object.keys(settings.config.gates ?? {})) {
    const [first = ''] = rule.split('.')
    const matches = picomatch(first, { dot: true })
    if (names.some((name) => name === first || matches(name))) continue
    return refusal(
      settings,
      ['gates', rule],
      `gates: the rule \`${rule}\` speaks of \`${first}\`, which is no layer`,
      `A rule begins with the id of a layer. ${names.length === 0 ? 'There are no layers.' : `Did you mean \`${nearest(first, names)}\`? Layers are ${names.join(', ')}.`}`,
    )
  }
  const strange = asked.find((id) => !layers.has(id))
  if (strange !== undefined)
    return trouble('no-such-layer', `there is no layer \`${strange}\`${nearestOf(strange, names)}`, {
      remedy: names.length === 0 ? `${settings.file} has no layers.` : `Layers are ${names.join(', ')}.`,
    })
  return ok(ordered(layers, asked))
}
