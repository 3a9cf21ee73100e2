import { z } from 'zod'
import type { RepoView } from '../../model/repo-view.ts'

const schema = z.looseObject({
  files: z.array(z.unknown()).optional().catch(undefined),
  include: z.array(z.unknown()).optional().catch(undefined),
  extends: z.unknown().optional(),
  references: z
    .array(z.looseObject({ path: z.string() }))
    .optional()
    .catch(undefined),
  compilerOptions: z
    .looseObject({ noEmit: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

const quoted = String.raw`"(?:[^"\\\n]|\\.)*"`
const comments = new RegExp(String.raw`${quoted}|\/\/[^\n]*|\/\*[\s\S]*?\*\/`, 'g')
const trailing = new RegExp(String.raw`${quoted}|,(?=\s*[}\]])`, 'g')
const strings = (part: string): string => (part.startsWith('"') ? part : ' ')

const readTsconfig = (project: RepoView, file: string): z.infer<typeof schema> | undefined => {
  const text = project.read(file)?.replace(/^\uFEFF/, '')
  if (text === undefined) return undefined
  try {
    return schema.parse(JSON.parse(text.replace(comments, strings).replace(trailing, strings)))
  } catch {
    return undefined
  }
}

/** What a solution refers to. */
export interface Solution {
  /** A project that it refers to refers to others, so that output of one is input of the next. */
  readonly chained: boolean
  /** A project that it refers to says `noEmit` itself. */
  readonly forbidsOutput: boolean
}

/** A tsconfig that holds no file of its own and only refers to others: a plain check of it looks at nothing. Undefined for any other. */
export const solutionOf = (project: RepoView, file: string): Solution | undefined => {
  const root = readTsconfig(project, file)
  const references = root?.references ?? []
  if (root === undefined || references.length === 0 || root.files?.length !== 0) return undefined
  if ((root.include?.length ?? 0) > 0) return undefined
  const below = references.map(({ path }) => readTsconfig(project, configOf(project, file, path)))
  return {
    chained: below.some((config) => (config?.references?.length ?? 0) > 0),
    forbidsOutput: below.some((config) => config?.compilerOptions?.noEmit === true),
  }
}

/** A reference names a tsconfig or its directory. */
const configOf = (project: RepoView, from: string, path: string): string => {
  const parts = from.split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  const place = parts.join('/')
  return project.has(place) ? place : `${place === '' ? '' : `${place}/`}tsconfig.json`
}

/** Major and minor number of the compiler that the lockfile, else package.json, names; undefined when neither tells. */
export const typescriptVersion = (project: RepoView): readonly [number, number] | undefined => {
  const locks = [
    /"node_modules\/typescript":\s*\{\s*"version":\s*"(\d+)\.(\d+)/.exec(project.read('package-lock.json') ?? ''),
    /^ {2}'?\/?typescript@(\d+)\.(\d+)/m.exec(project.read('pnpm-lock.yaml') ?? ''),
    /^"?typescript@[^\n]*:\n {2}version:? "?(\d+)\.(\d+)/m.exec(project.read('yarn.lock') ?? ''),
    /"typescript":\s*"[^\d"]*(\d+)\.(\d+)/.exec(project.read('package.json') ?? ''),
  ]
  const found = locks.find((match) => match !== null)
  return found ? [Number(found[1]), Number(found[2])] : undefined
}
