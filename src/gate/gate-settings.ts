import { settingsOf } from '../discovery/config.ts'
import { readSettings, SETTINGS_FILES, type Settings } from '../discovery/settings.ts'
import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { GateWorld } from '../model/gate-world.ts'
import type { RepoView } from '../model/repo-view.ts'
import { ok, type Result, trouble } from '../model/result.ts'
import { foundText } from './found-text.ts'

const NOTE = anomaly('gate-unconfigured', 'info', 'No layers are configured: what discovery finds was run', {
  remedy: 'Run `triverdict init` to write them down.',
})

/**
 * The settings of a gate, read where its own files count; where nobody wrote layers, those that `init` would write. Trouble: `config-invalid`,
 * what discovery cannot read, and `no-gate` where it finds nothing to run.
 */
export const gateSettings = async (
  view: RepoView,
  world: Pick<GateWorld, 'toolchain'>,
): Promise<Result<{ readonly settings: Settings; readonly anomalies: readonly Anomaly[] }>> => {
  const written = settingsOf(view)
  if (!written.ok) return written
  if (written.value?.config.layers !== undefined) return ok({ settings: written.value, anomalies: [] })
  const text = await foundText(view, await world.toolchain())
  if (!text.ok) return text
  if (text.value === null)
    return trouble(
      'no-gate',
      'no gate is configured: triverdict.yaml has no `layers:`, and no check was found to run',
      {
        remedy: 'Write `layers:` into triverdict.yaml. `triverdict plan` says what was seen and not chosen.',
      },
    )
  const found = readSettings(SETTINGS_FILES[0], text.value)
  if (!found.ok) throw new Error(`the first settings are not valid: ${found.trouble.message}`)
  const own = written.value
  const config = own === null ? found.value.config : { ...own.config, layers: found.value.config.layers }
  return ok({ settings: { ...found.value, config }, anomalies: [NOTE] })
}
