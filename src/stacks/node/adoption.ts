import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import { dependencySection, lineOfKey, readManifest } from './manifest.ts'

/** Evidence that a configuration file is there, the first of the names that is. Whole names, relative to the project. */
export const configured = (project: RepoView, names: readonly string[]): Evidence | undefined => {
  const file = names.find((name) => project.has(name))
  return file === undefined ? undefined : { tier: 'default', file, line: null, text: file }
}

/** Evidence that package.json depends on a package. */
export const dependsOn = (project: RepoView, name: string): Evidence | undefined => {
  const manifest = readManifest(project)
  const section = manifest === undefined ? undefined : dependencySection(manifest, name)
  if (manifest === undefined || section === undefined) return undefined
  return {
    tier: 'default',
    file: 'package.json',
    line: lineOfKey(project.read('package.json') ?? '', section, name),
    text: `"${name}": "${manifest[section]?.[name]}"`,
  }
}

/** Evidence that package.json has a top-level key (`jest`, `mocha`, `eslintConfig`). */
export const hasManifestKey = (project: RepoView, key: string): Evidence | undefined => {
  const manifest = readManifest(project)
  if (manifest?.[key] === undefined) return undefined
  const text = project.read('package.json') ?? ''
  const line = text.split('\n').findIndex((candidate) => candidate.includes(`${JSON.stringify(key)}:`))
  return { tier: 'default', file: 'package.json', line: line < 0 ? null : line + 1, text: `"${key}"` }
}

/** Evidence that a script of package.json calls a program: the word stands where a command begins. */
export const calledByScript = (project: RepoView, program: RegExp): Evidence | undefined => {
  for (const [name, line] of Object.entries(readManifest(project)?.scripts ?? {})) {
    if (!program.test(line)) continue
    return {
      tier: 'default',
      file: 'package.json',
      line: lineOfKey(project.read('package.json') ?? '', 'scripts', name),
      text: line,
    }
  }
  return undefined
}

/** Names with each of the endings: `names('vitest.config', ['.js', '.ts'])`. */
export const withEndings = (name: string, endings: readonly string[]): readonly string[] =>
  endings.map((ending) => name + ending)

export const SCRIPT_ENDINGS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'] as const

/** A pattern for a program at the start of a command in a shell line: after nothing, `&&`, `;`, `|`, a package runner, or a wrapper. */
export const commandPattern = (program: string): RegExp => new RegExp(`(?:^|[\\s;&|(/])${program}(?=$|[\\s;&|)])`)
