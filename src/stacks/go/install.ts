import type { Step } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { InstallPlan } from '../../model/stack.ts'
import { everyPackage, looksConcurrent } from './go-files.ts'
import { modulesOf, readModuleFile } from './module-files.ts'
import { namedPrograms } from './named-programs.ts'

/**
 * The standard library as the project needs it, compiled beside no project into a store that all projects of this machine share
 * (`TRIVERDICT_GO_STANDARD`), and copied: nothing that a project or its modules say is written there. Go's build cache is keyed by content,
 * and a file that is copied while it is written has not the size that its entry says.
 */
const STANDARD =
  'standard=$(go list -e -deps -test -f \'{{if and .Standard (not .ForTest)}}{{.ImportPath}}{{end}}\' "$@" 2>/dev/null | grep -vx unsafe | sort -u); ' +
  'share() { ' +
  'if [ -z "$TRIVERDICT_GO_STANDARD" ] || [ -z "$standard" ]; then return; fi; ' +
  'store=$TRIVERDICT_GO_STANDARD/$1; mkdir -p "$store" "$GOCACHE" || return; shift; ' +
  '(cd / && printf "%s\\n" "$standard" | GOCACHE=$store GOWORK=off xargs go build "$@" 2>/dev/null); ' +
  'cp -R "$store/." "$GOCACHE/"; }; '

/**
 * Compiles what the project's packages and tests need and does not lie in it (the standard library, other modules), so that not every
 * tree does so again. What cannot be compiled here is left to the checks; so is all for the race detector where nothing asks for it.
 */
const WARM =
  STANDARD +
  'list=$(go list -e -deps -test -f \'{{if and (not .ForTest) (or .Standard (and .Module (not .Module.Main)))}}{{.ImportPath}}{{end}}\' "$@" 2>/dev/null | grep -vx unsafe | sort -u); ' +
  '[ -n "$list" ] || exit 0; share plain; printf "%s\\n" "$list" | xargs go build 2>/dev/null; ' +
  'if [ "$0" = race ] && [ "$(go env CGO_ENABLED)" = 1 ]; then share race -race; printf "%s\\n" "$list" | xargs go build -race 2>/dev/null; fi; ' +
  'go vet "$@" >/dev/null 2>&1; exit 0'

/** What cannot be brought (no such version, an older Go) shows where it is called. */
const BRING = 'for program in "$@"; do go install "$program" || echo "not installed: $program"; done'

/** How the modules that a project needs are had: downloaded into a cache in the stage, with go.sum's hashes; nothing for vendored ones. */
export const install = (project: RepoView, directory: string): InstallPlan => {
  const inTree = (path: string): string => (directory === '.' ? path : `${directory}/${path}`)
  const home = `home/${storeName(directory)}`
  const modules = modulesOf(project).map((module) => (module === '.' ? '' : `${module}/`))
  const vendored = project.has('vendor/modules.txt')
  const needs = modules.some((module) => readModuleFile(project.read(`${module}go.mod`) ?? '').requires.length > 0)
  const sums =
    project.has('go.work.sum') ||
    modules.every((module) => !project.has(`${module}go.mod`) || project.has(`${module}go.sum`))
  const programs = namedPrograms(project)
  return {
    manager: 'go',
    keyFiles: [
      ...['go.work', 'go.work.sum', 'vendor/modules.txt'],
      ...modules.flatMap((module) => [`${module}go.mod`, `${module}go.sum`]),
    ]
      .filter((path, at, all) => project.has(path) && all.indexOf(path) === at)
      .map(inTree),
    keyCommands: [
      ['go', 'version'],
      ['go', 'env', 'GOOS', 'GOARCH', 'CGO_ENABLED', 'CC'],
    ],
    install: [
      ...(needs && !vendored ? [step(['go', 'mod', 'download'], directory, 'go.mod')] : []),
      ...(programs.length > 0
        ? [step(['sh', '-c', BRING, 'sh', ...programs], directory, 'programs that CI brings')]
        : []),
      step(
        ['sh', '-c', WARM, looksConcurrent(project) ? 'race' : 'plain', ...everyPackage(project)],
        directory,
        'the standard library and dependencies, compiled',
      ),
    ],
    outputs: [home],
    perTree: [],
    pinned: vendored || !needs || sums,
    path: [`${home}/bin`],
    env: {
      GOPATH: `{stage}/${home}`,
      GOBIN: `{stage}/${home}/bin`,
      GOMODCACHE: `{stage}/${home}/mod`,
      GOCACHE: `{stage}/${home}/build`,
      GOENV: 'off',
      GOTOOLCHAIN: 'local',
      GOTELEMETRY: 'off',
      // Directories of the module cache are read-only otherwise, and a tree is no checkout that could be stamped.
      GOFLAGS: '-modcacherw -buildvcs=false',
    },
  }
}

/** Where everything of one project lies, below the stage's home. */
const storeName = (directory: string): string =>
  directory === '.' ? 'go' : `go-${directory.replaceAll(/[^A-Za-z0-9]+/g, '-')}`

const step = (argv: Some<string>, directory: string, text: string): Step => ({
  command: { form: 'argv', argv, cwd: directory, env: {} },
  evidence: { tier: 'default', file: text === 'go.mod' ? 'go.mod' : null, line: null, text },
})
