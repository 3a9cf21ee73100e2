import picomatch from 'picomatch'
import type { RepoView } from '../../model/repo-view.ts'

/** Files whose lines are commands. */
const COMMANDS = /(?:^|\/)(?:GNUmakefile|[Mm]akefile|[Jj]ustfile|\.justfile|Taskfile\.ya?ml)$|\.(?:mk|sh|bash)$/
const OPTION = /--gtest_output[= ]["']?xml:([^\s"';&|]+)/g
const VARIABLE = /\$\([^)]*\)|\$\{[^}]*\}|\$\$?\w+|\$[@<^*?]|%/g

/**
 * Where commands of a project tell GoogleTest programs to write their XML (`--gtest_output=xml:out/unit.xml`): globs, below any directory,
 * with `*` for what a variable gives. What `known` finds already is left out, and so is what variables alone give.
 */
export const googleTestReports = (project: RepoView, known: string): readonly string[] => {
  const isKnown = picomatch(known)
  const found = project.paths
    .filter((path) => COMMANDS.test(path))
    .flatMap((path) => [...(project.read(path) ?? '').matchAll(OPTION)].map(([, place = '']) => place))
    .map((place) => place.replaceAll(VARIABLE, '*'))
    .map((place) => (place.endsWith('/') ? `${place}*.xml` : place))
    .map((place) => place.replace(/^(?:\.{0,2}\/)+/, ''))
    .filter((place) => /\w[^/]*\.xml$|\w\/\*\.xml$/.test(place) && !/[[\]{}()!+?]|\.\./.test(place))
    .map((place) => `**/${place}`)
  return [...new Set(found)].filter((glob) => !isKnown(glob.replaceAll('*', 'x'))).sort()
}
