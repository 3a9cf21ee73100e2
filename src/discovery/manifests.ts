import { parse, TomlError } from 'smol-toml'
import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import { tierUnreadable } from './unreadable.ts'
import { readYaml } from './yaml-source.ts'

const JSON_FILES = ['package.json', 'composer.json']
const TOML_FILES = ['pyproject.toml', 'Cargo.toml', 'Pipfile']
const YAML_FILES = ['pnpm-workspace.yaml']

const WITHOUT_BOM = /^\uFEFF/

/** 1-based line of a JSON text on which it stops to be JSON, and what a parser says to it. */
const jsonProblem = (text: string): { readonly line: number; readonly message: string } | null => {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? null
      : { line: 1, message: 'it is no object' }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'it is not JSON'
    const [, position] = /position (\d+)/.exec(message) ?? []
    const cut = position === undefined ? text.trimEnd().length : Number(position)
    return { line: text.slice(0, cut).split('\n').length, message }
  }
}

const tomlProblem = (text: string): { readonly line: number; readonly message: string } | null => {
  try {
    parse(text)
    return null
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'it is not TOML'
    return { line: error instanceof TomlError ? error.line : 1, message }
  }
}

/** Manifests of the projects that are not what they are called: what they would say is not known, and must not be passed over in silence. */
export const brokenManifests = (view: RepoView, directories: readonly string[]): readonly Anomaly[] =>
  [...new Set(directories)].flatMap((directory) =>
    [...JSON_FILES, ...TOML_FILES, ...YAML_FILES].flatMap((name): readonly Anomaly[] => {
      const path = directory === '.' ? name : `${directory}/${name}`
      const text = view.read(path)?.replace(WITHOUT_BOM, '')
      if (text === undefined) return []
      const problem = JSON_FILES.includes(name)
        ? jsonProblem(text)
        : TOML_FILES.includes(name)
          ? tomlProblem(text)
          : readYaml(text).problem
      return problem === null
        ? []
        : [tierUnreadable(path, problem.line, `${path}:${problem.line} cannot be read: ${problem.message}`)]
    }),
  )
