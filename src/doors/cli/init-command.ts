import path from 'node:path'
import { settingsOf } from '../../discovery/config.ts'
import { readSettings, SETTINGS_FILES } from '../../discovery/settings.ts'
import { foundText } from '../../gate/found-text.ts'
import { layersOf } from '../../gate/layers.ts'
import { writeWhole } from '../../io/files.ts'
import { openFilesView } from '../../io/git/files-view.ts'
import { openRepository } from '../../io/git/repository.ts'
import { toolchainVersions } from '../../io/toolchain-versions.ts'
import { readMachine } from '../../io/toolchains.ts'
import type { Trouble } from '../../model/result.ts'
import { sentence } from './output.ts'

/** `triverdict init`: looks at the repository and writes a triverdict.yaml that works. It never overwrites one. */
export const initCommand = async (where: string): Promise<void> => {
  const refuse = (found: Trouble): void => {
    process.stderr.write(`triverdict: ${sentence(found)}\n`)
  }
  const repository = await openRepository(where)
  if (!repository.ok) return refuse(repository.trouble)
  const { worktree } = repository.value
  if (worktree === null)
    return refuse({
      kind: 'no-worktree',
      message: `${where} is a bare repository: the file belongs into a working tree`,
    })
  const view = await openFilesView({ ...repository.value, worktree })
  if (!view.ok) return refuse(view.trouble)
  const there = SETTINGS_FILES.find((file) => view.value.has(file))
  if (there !== undefined) {
    const settings = settingsOf(view.value)
    const has = settings.ok && settings.value?.config.layers !== undefined
    return refuse({
      kind: 'file-exists',
      message: `${there} is there already, and it is not overwritten`,
      remedy: has ? 'Run `triverdict gate`.' : 'Move it away, run this again, and put its parts into the new one.',
    })
  }
  const found = await foundText(view.value, await toolchainVersions(await readMachine(process.env)))
  if (!found.ok) return refuse(found.trouble)
  const text = found.value
  if (text === null)
    return refuse({
      kind: 'nothing-found',
      message: 'no check was found in this repository: a gate without layers judges nothing',
      remedy: '`triverdict plan` says what was seen and not chosen.',
    })
  const file = SETTINGS_FILES[0]
  const read = readSettings(file, text)
  const layers = read.ok ? layersOf(read.value, []) : read
  if (!layers.ok) throw new Error(`the first settings are not valid: ${layers.trouble.message}`)
  const written = await writeWhole(path.join(worktree, file), text)
  if (!written.ok) return refuse(written.trouble)
  process.stdout.write(
    `wrote ${file} with ${layers.value.length} layer${layers.value.length === 1 ? '' : 's'}: ${layers.value.map(({ id }) => id).join(', ')}\nRun \`triverdict gate\`.\n`,
  )
  process.exitCode = 0
}
