import type { RepoView } from '../../model/repo-view.ts'
import { testDirectories } from './poms.ts'

const SOURCE = /\.(?:java|kt|groovy|scala)$/
const STANDARD =
  /(?:^|\/)src\/(?:test|it|integration-?test|functional-?test|(?:common|jvm|android|androidUnit)Test|test-\w+)\/(?:.*\/)?[^/]+$/i

/** Source files of tests, by the standard directory layout of Maven and Gradle and by what poms name. Sorted. */
export const testFiles = (project: RepoView): readonly string[] => {
  const named = testDirectories(project)
  return project.paths.filter(
    (path) => SOURCE.test(path) && (STANDARD.test(path) || named.some((directory) => path.startsWith(`${directory}/`))),
  )
}
