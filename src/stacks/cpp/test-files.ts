import picomatch from 'picomatch'
import type { RepoView } from '../../model/repo-view.ts'

const SOURCE = '{c,cc,cpp,cxx,c++,C,m,mm}'
const ASIDE = '**/{.*,node_modules,third_party,third-party,vendor,external,extern,deps,_deps}/**'

/** Sources of tests, by name or by where they lie. */
export const isTestSource = picomatch(
  [
    `**/*{_test,_tests,-test,.test,Test,Tests}.${SOURCE}`,
    `**/test{_,-}*.${SOURCE}`,
    `**/{test,tests,unittest,unittests}/**/*.${SOURCE}`,
  ],
  { ignore: [ASIDE] },
)

/** A source file of C or C++, wherever it lies. */
export const isSource = (path: string): boolean => /\.(?:c|cc|cpp|cxx|c\+\+|C|m|mm)$/.test(path)

export const testFiles = (project: RepoView): readonly string[] => project.paths.filter((path) => isTestSource(path))
