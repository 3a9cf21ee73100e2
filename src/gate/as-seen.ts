import type { Visibility } from '../model/gate-config.ts'
import type { Verdict } from '../model/verdict.ts'
import { visible } from '../verdict/visible.ts'
import type { Layer } from './layers.ts'

const STRICTER: readonly Visibility[] = ['full', 'counts', 'hidden']

const strictest = (all: readonly Visibility[]): Visibility =>
  all.reduce<Visibility>((one, other) => (STRICTER.indexOf(other) > STRICTER.indexOf(one) ? other : one), 'full')

const visibilityOf = ({ config }: Layer): Visibility => config.visibility ?? 'full'

/**
 * A gate as a program may see it. What the rules say of a layer is as visible as the layer: where the layers that may be seen come to the
 * same verdict of the rules by themselves, that is shown; otherwise as little as of the least visible layer. `judge`: the verdict of the
 * rules on some layers alone.
 */
export const asSeen = async (
  report: Verdict,
  layers: readonly Layer[],
  judge: (isAsked: (layer: string) => boolean) => Promise<Verdict | null>,
): Promise<Verdict> => {
  const visibility = Object.fromEntries(layers.map((layer) => [layer.id, visibilityOf(layer)] as const))
  const onError = Object.fromEntries(
    layers.flatMap(({ id, config }) => (config.on_error === undefined ? [] : [[id, config.on_error] as const])),
  )
  const least = strictest(Object.values(visibility))
  const gates = report.layers?.gates
  const shown = gates === undefined || least === 'full' ? null : await judge((id) => visibility[id] === 'full')
  return shown !== null && shown.status === gates?.status
    ? visible({ ...report, layers: { ...report.layers, gates: shown } }, visibility, onError)
    : visible(report, { ...visibility, gates: least }, onError)
}
