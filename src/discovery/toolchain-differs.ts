import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { Project } from './projects.ts'
import { rebase } from './recognise.ts'
import type { Toolchain } from './workflow-matrix.ts'

/** A project pins another toolchain than the one that answers here by default. The run on the lock shows whether that matters. */
export const toolchainDiffers = (project: Project, here: Toolchain): readonly Anomaly[] => {
  const pin = project.stack.pinned?.(project.view)
  const own = pin === undefined ? undefined : here[pin.toolchain]
  if (pin === undefined || own === undefined || pin.version === 'stable') return []
  if (own === pin.version || own.startsWith(`${pin.version}.`)) return []
  const { file, line } = rebase(pin.evidence, project.directory)
  return [
    anomaly('toolchain-differs', 'info', `${file} names ${pin.version}; ${own} runs where that is not installed`, {
      path: file,
      line,
      remedy: 'Install the toolchain that the project names, so that the verdict is of what the project uses.',
    }),
  ]
}
