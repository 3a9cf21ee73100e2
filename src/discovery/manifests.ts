import type { Anomaly } from '../model/anomaly.ts'
import { hasBelow, type RepoView } from '../model/repo-view.ts'
import {
  type Flaw,
  flawOfGoMod,
  flawOfGoWork,
  flawOfIni,
  flawOfJson,
  flawOfJsonWithComments,
  flawOfMeson,
  flawOfPython,
  flawOfToml,
  flawOfYaml,
} from './file-shapes.ts'
import { ciUnreadable, tierUnreadable } from './unreadable.ts'

const WITHOUT_BOM = /^\uFEFF/

/** Files that say what is run, and what a text must be to be read as one; null where the reader of the file says itself what is wrong with it. */
const FILES: Readonly<Record<string, ((text: string) => Flaw) | null>> = {
  'package.json': flawOfJson,
  'composer.json': flawOfJson,
  'pnpm-workspace.yaml': flawOfYaml,
  'turbo.json': flawOfJsonWithComments,
  'nx.json': flawOfJsonWithComments,
  'lerna.json': flawOfJsonWithComments,
  'pyproject.toml': flawOfToml,
  Pipfile: flawOfToml,
  'tox.ini': flawOfIni,
  'setup.cfg': flawOfIni,
  'pytest.ini': flawOfIni,
  'noxfile.py': flawOfPython,
  '.pre-commit-config.yaml': flawOfYaml,
  'Cargo.toml': flawOfToml,
  'rust-toolchain.toml': flawOfToml,
  'go.mod': flawOfGoMod,
  'go.work': flawOfGoWork,
  'CMakeLists.txt': null,
  'CMakePresets.json': flawOfJson,
  'meson.build': null,
  Makefile: null,
  makefile: null,
  GNUmakefile: null,
  justfile: null,
  Justfile: null,
  'Taskfile.yml': null,
  'Taskfile.yaml': null,
  'mise.toml': null,
  '.mise.toml': null,
}
/** Of the root alone. */
const OF_THE_ROOT: Readonly<Record<string, (text: string) => Flaw>> = { 'meson.build': flawOfMeson }
const CI_FILES = ['.gitlab-ci.yml', '.circleci/config.yml', 'triverdict.yaml']
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml(?=\/)/

/** Why a path that is there holds no text that can be read; undefined where it does, or where nothing is there. */
const unreadReason = (view: RepoView, path: string): string | undefined => {
  if (!view.has(path)) {
    return hasBelow(view, path) ? 'it is a directory' : undefined
  }
  if (view.read(path) !== undefined) return undefined
  return view.mode?.(path) === '120000'
    ? 'it is a symbolic link, which is not followed'
    : 'it is no text in UTF-8, or larger than 4 MiB'
}

/**
 * Files of the projects that say what is run and cannot be read, or are not what they are called: what they would say is not known, and must not be
 * passed over in silence.
 */
export const brokenManifests = (view: RepoView, directories: readonly string[]): readonly Anomaly[] => {
  const found: Anomaly[] = []
  // A repository may hold the same text in more than one place that names it.
  for (const directory of new Set(['.', ...directories])) {
    for (const [name, flawOf] of Object.entries(FILES)) {
      const path = directory === '.' ? name : `${directory}/${name}`
      const reason = unreadReason(view, path)
      if (reason !== undefined) {
        found.push(tierUnreadable(path, 1, `${path}:1 cannot be read: ${reason}`))
        continue
      }
      const check = flawOf ?? (directory === '.' ? OF_THE_ROOT[name] : undefined)
      const text = check === undefined ? undefined : view.read(path)?.replace(WITHOUT_BOM, '').replaceAll('\r\n', '\n')
      const flaw = text === undefined ? null : (check?.(text) ?? null)
      if (flaw !== null)
        found.push(tierUnreadable(path, flaw.line, `${path}:${flaw.line} cannot be read: ${flaw.message}`))
    }
  }
  const workflows = new Set(view.paths.flatMap((path) => WORKFLOW.exec(path)?.[0] ?? []))
  for (const path of [...CI_FILES, ...workflows]) {
    const reason = unreadReason(view, path)
    if (reason !== undefined) found.push(ciUnreadable(path, 1, `${path}:1 cannot be read: ${reason}`))
  }
  return found
}
