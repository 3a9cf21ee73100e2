import type { RepoView } from '../../model/repo-view.ts'

/** Text of the first element of a name, trimmed; undefined where there is none. */
const first = (text: string, element: string): string | undefined =>
  new RegExp(`<${element}>\\s*([^<]*?)\\s*</${element}>`).exec(text)?.[1]

const withoutComments = (text: string): string => text.replaceAll(/<!--[\s\S]*?-->/g, '')

const joined = (directory: string, path: string): string | undefined => {
  const kept: string[] = directory === '.' ? [] : directory.split('/')
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') kept.push(part)
    else if (kept.pop() === undefined) return undefined
  }
  return kept.join('/') || '.'
}

const pomIn = (directory: string): string => (directory === '.' ? 'pom.xml' : `${directory}/pom.xml`)

/** A pom.xml of the project with its directory; comments are taken out of the text. */
export interface Pom {
  readonly directory: string
  readonly path: string
  readonly text: string
}

const pomAt = (project: RepoView, directory: string): Pom | undefined => {
  const path = pomIn(directory)
  const text = project.read(path)
  return text === undefined ? undefined : { directory, path, text: withoutComments(text) }
}

/** The pom of the project and those of its modules (`<modules>`, those of profiles too), each once, in the order in which they are named (Maven, "Guide to Working with Multiple Modules"). */
export const pomsOf = (project: RepoView): readonly Pom[] => {
  const waiting = ['.']
  const found = new Map<string, Pom>()
  // The list grows while it is walked.
  for (const directory of waiting) {
    const pom = pomAt(project, directory)
    if (pom === undefined || found.has(directory)) continue
    found.set(directory, pom)
    for (const [, name = ''] of pom.text.matchAll(/<module>\s*([^<]*?)\s*<\/module>/g)) {
      const at = joined(directory, name.replace(/\/pom\.xml$/, ''))
      if (at !== undefined && at !== '.') waiting.push(at)
    }
  }
  return [...found.values()]
}

/** Directories of the modules of a Maven build, without the root, sorted. */
export const mavenModules = (project: RepoView): readonly string[] =>
  pomsOf(project)
    .map(({ directory }) => directory)
    .filter((directory) => directory !== '.')
    .sort()

/** Directories that poms name as those of tests (`testSourceDirectory`, and what helper plugins add), relative to the project. */
export const testDirectories = (project: RepoView): readonly string[] => [
  ...new Set(
    pomsOf(project).flatMap(({ directory, text }) =>
      ['testSourceDirectory', 'testScriptSourceDirectory'].flatMap((element) => {
        const named = first(text, element)?.replace(/^\$\{(?:project\.)?basedir\}\//, '')
        const at = named === undefined || named.includes('${') ? undefined : joined(directory, named)
        return at === undefined || at === '.' ? [] : [at]
      }),
    ),
  ),
]

/** Artifact ids of the project's own poms. */
export const ownArtifacts = (project: RepoView): readonly string[] =>
  pomsOf(project).flatMap(({ text }) => {
    const outside = text.replaceAll(/<(parent|dependencies|build|profiles|dependencyManagement)>[\s\S]*?<\/\1>/g, '')
    return first(outside, 'artifactId') ?? []
  })

/** True where every version that a pom names is fixed: no range, no `LATEST`, no snapshot of somebody else. */
export const isPinned = (project: RepoView): boolean => {
  const own = new Set(ownArtifacts(project))
  return pomsOf(project).every(({ text }) =>
    [...text.matchAll(/<(dependency|plugin)>([\s\S]*?)<\/\1>/g)].every(([, , body = '']) => {
      const version = first(body, 'version')
      if (version === undefined) return true
      if (/^[[(]|^(?:LATEST|RELEASE)$/.test(version)) return false
      return !version.endsWith('-SNAPSHOT') || own.has(first(body, 'artifactId') ?? '')
    }),
  )
}
