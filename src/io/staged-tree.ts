import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { GateStages, GateTree } from '../model/gate-world.ts'
import { ok, trouble } from '../model/result.ts'
import { deleteFirst } from './files.ts'
import { reportFiles } from './report-files.ts'
import { isInside, readResultFile } from './result-file.ts'

/**
 * A staged tree in which the layers of a gate run. What came with the commit is no result: a layer whose verdict file or report is
 * committed is refused. Baselines and settings are read from the view, never from the tree that runs.
 */
export const stagedTree: GateStages['asTree'] = (workshop, staged, view, of): GateTree => {
  const { tree } = staged
  const cleared = new Map<string, number>()
  const clearOne = async (name: string) => {
    const file = path.join(tree, name)
    if (view.has(name))
      return trouble('result-committed', `${name} is a result, and git tracks it: results must not be committed.`, {
        remedy: `Run \`git rm --cached ${name}\`, and ignore it.`,
      })
    if (!(await isInside(await realpath(tree), file)))
      return trouble(
        'stale-result',
        `${name} is reached through a link that leads out of the repository: it is not deleted.`,
      )
    const gone = await deleteFirst(file)
    return gone.ok ? gone : trouble('stale-result', `an old result is in the way: ${gone.trouble.message}.`)
  }
  return {
    ...of,
    view,
    staged,
    workshop,
    dirty: false,
    async clear(name) {
      for (const file of /[*?[{]/.test(name) ? await reportFiles(tree, name) : [name]) {
        const gone = await clearOne(file)
        if (!gone.ok) return gone
      }
      cleared.set(name, Date.now())
      return ok(undefined)
    },
    readResult: (name) => readResultFile(tree, name, cleared.get(name) ?? 0),
    async committed(name) {
      const place = name.replace(/\/+$/, '')
      return view.paths
        .filter((each) => each === place || each.startsWith(`${place}/`))
        .flatMap((each) => {
          const text = view.read(each)
          return text === undefined ? [] : [{ path: each, text, changed: false }]
        })
    },
    async close() {},
  }
}
