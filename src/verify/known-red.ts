import { z } from 'zod'
import type { RepoView } from '../model/repo-view.ts'
import { ok, type Result, trouble } from '../model/result.ts'

const knownRedSchema = z.object({
  approved_by: z.string().min(1),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  ids: z.array(z.string().min(1)),
})

/**
 * Ids that a person approved as red, from `verify.known_red` at the locked ref:
 * `{ "approved_by": "…", "date": "2026-11-01", "ids": ["tests/a.py::test_b"] }`. Empty without the setting.
 */
export const readKnownRed = (lock: RepoView, path: string | undefined): Result<readonly string[]> => {
  if (path === undefined) return ok([])
  const text = lock.read(path)
  const remedy =
    'Commit that file at the locked ref, with approved_by, date and ids, or remove verify.known_red from triverdict.yaml.'
  if (text === undefined)
    return trouble('known-red-missing', `the known-red file ${path} is not at the locked ref`, { remedy })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return trouble('known-red-unreadable', `the known-red file ${path} is not JSON`, { remedy })
  }
  const parsed = knownRedSchema.safeParse(value)
  if (parsed.success) return ok(parsed.data.ids)
  const issue = parsed.error.issues[0]
  return trouble(
    'known-red-unreadable',
    `the known-red file ${path} is not valid: ${issue?.path.join('.')} ${issue?.message}`,
    { remedy },
  )
}
