import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import { baseName } from './arguments.ts'

/** Targets below `make` and `ninja` that a CMake build has; others are the project's own. */
const TESTS = new Set(['test', 'RUN_TESTS'])

/**
 * `cmake --build build --target test` → `ctest --test-dir build`; `make` and `ninja` in a directory that a build makes → `cmake --build .`,
 * with the target `test` → `ctest`; where Meson makes the project, `meson compile` and `meson test`. Undefined when nothing was taken.
 */
export const unwrap = (
  argv: Some<string>,
  made: (directory?: string) => boolean = () => false,
  project?: RepoView,
): Some<string> | undefined => {
  const [program, ...words] = argv
  const name = baseName(program)
  if (/^cmake3?$/.test(name) && words[0] === '--build') {
    const target = words.findIndex((word) => word === '--target' || word === '-t')
    const only = words[target + 1]
    if (target < 2 || only === undefined || !TESTS.has(only)) return undefined
    return ['ctest', '--test-dir', words[1] as string, '--output-on-failure']
  }
  if (!['make', 'gmake', 'ninja'].includes(name)) return undefined
  const at = words.indexOf('-C')
  const elsewhere = at >= 0 ? words[at + 1] : undefined
  const rest = at < 0 ? words : [...words.slice(0, at), ...words.slice(at + 2)]
  const plain = rest.filter((word) => !/^-[jklO]|^--(?:jobs|keep-going|output-sync)|^\d+$|^VERBOSE=/.test(word))
  if (!made(elsewhere)) return undefined
  if (name === 'ninja' && project?.has('meson.build') === true && !project.has('CMakeLists.txt')) {
    const where = elsewhere === undefined ? [] : ['-C', elsewhere]
    if (plain.length === 0 || (plain.length === 1 && plain[0] === 'all')) return ['meson', 'compile', ...where]
    return plain.length === 1 && plain[0] === 'test' ? ['meson', 'test', ...where] : undefined
  }
  if (plain.length === 0 || (plain.length === 1 && plain[0] === 'all')) return ['cmake', '--build', elsewhere ?? '.']
  if (plain.length !== 1 || !TESTS.has(plain[0] as string)) return undefined
  return elsewhere === undefined
    ? ['ctest', '--output-on-failure']
    : ['ctest', '--test-dir', elsewhere, '--output-on-failure']
}
