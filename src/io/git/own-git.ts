import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result, trouble } from '../../model/result.ts'
import { printedTrouble } from '../trouble.ts'
import { git } from './command.ts'
import type { Mirror } from './mirror.ts'

/** Highest precedence: what is in the tree is what is in the commit, so no attribute may convert it. */
const attributes = '* -text -filter -ident -working-tree-encoding\n'

/**
 * Makes the `.git` of a tree: no remotes, no hooks, no templates, an identity, objects through the mirror's, tags reachable from the
 * lock. HEAD stands on the branch `triverdict`, at `parent`.
 */
export const gitDirectoryOf = async (mirror: Mirror, directory: string, parent: string): Promise<Result<null>> => {
  const format = parent.length === 64 ? 'sha256' : 'sha1'
  const init = await git(
    ['init', '--quiet', '--template=', '--initial-branch=triverdict', `--object-format=${format}`, '.'],
    { cwd: directory },
  )
  if (init.code !== 0) return gitNotMade(init.stderr)
  const own = join(directory, '.git')
  mkdirSync(join(own, 'info'), { recursive: true })
  mkdirSync(join(own, 'objects', 'info'), { recursive: true })
  writeFileSync(join(own, 'objects', 'info', 'alternates'), `${mirror.objects}\n`)
  writeFileSync(join(own, 'info', 'attributes'), attributes)
  appendFileSync(
    join(own, 'config'),
    '[user]\n\tname = Triverdict\n\temail = triverdict@localhost\n[core]\n\tlogAllRefUpdates = false\n[gc]\n\tauto = 0\n[safe]\n\tdirectory = *\n',
  )
  if (mirror.shallow !== null) writeFileSync(join(own, 'shallow'), mirror.shallow)
  const tags = mirror.tags.map((tag) => `${tag.oid} refs/tags/${tag.name}\n`)
  writeFileSync(
    join(own, 'packed-refs'),
    [
      '# pack-refs with: sorted \n',
      ...tags.sort((a, b) => (a.slice(a.indexOf(' ')) < b.slice(b.indexOf(' ')) ? -1 : 1)),
    ].join(''),
  )
  return ok(null)
}

/** The trouble of a git directory that could not be made, with git's own words. */
export const gitNotMade = (stderr: string): Result<never> => {
  const doing = 'the git directory of the tree could not be made'
  const machine = printedTrouble(doing, stderr)
  return machine === null
    ? trouble('tree-not-written', doing, { detail: stderr.trim() })
    : { ok: false, trouble: machine }
}
