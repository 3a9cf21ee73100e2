import { z } from 'zod'
import type { RepoView } from '../../model/repo-view.ts'

const texts = z.record(z.string(), z.string()).catch({})

const manifestSchema = z.looseObject({
  name: z.string().optional().catch(undefined),
  scripts: texts.optional(),
  dependencies: texts.optional(),
  devDependencies: texts.optional(),
  optionalDependencies: texts.optional(),
  peerDependencies: texts.optional(),
  workspaces: z
    .union([z.array(z.string()), z.looseObject({ packages: z.array(z.string()) })])
    .optional()
    .catch(undefined),
  packageManager: z.string().optional().catch(undefined),
})

/** What we use of a package.json. */
export type Manifest = z.infer<typeof manifestSchema>

/** The package.json of a directory; undefined when there is none or it is not a JSON object. Wrongly typed parts are left out. */
export const readManifest = (project: RepoView, path = 'package.json'): Manifest | undefined => {
  const text = project.read(path)
  if (text === undefined) return undefined
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** 1-based line of a key below a top-level key of package.json, as formatters write it; null when it cannot be found. */
export const lineOfKey = (text: string, section: string, key: string): number | null => {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.includes(`${JSON.stringify(section)}`))
  if (start < 0) return null
  const wanted = new RegExp(`${escapeForPattern(JSON.stringify(key))}\\s*:`)
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] as string
    if (wanted.test(at === start ? line.slice(line.indexOf(JSON.stringify(section)) + section.length + 2) : line))
      return at + 1
  }
  return null
}

const escapeForPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const DEPENDENCY_SECTIONS = ['devDependencies', 'dependencies', 'optionalDependencies'] as const

/** The section of package.json that names a package, or undefined. Peer dependencies do not count: nobody installs them for the project. */
export const dependencySection = (manifest: Manifest, name: string): (typeof DEPENDENCY_SECTIONS)[number] | undefined =>
  DEPENDENCY_SECTIONS.find((section) => manifest[section]?.[name] !== undefined)
