import type { RepoView } from '../../model/repo-view.ts'
import type { Stack } from '../../model/stack.ts'
import { about } from './about.ts'
import { gradle } from './gradle.ts'
import { install } from './install.ts'
import { installFault } from './install-fault.ts'
import { locked, lockedIn } from './locked.ts'
import { maven } from './maven.ts'
import { mavenModules } from './poms.ts'
import { reach } from './reach.ts'
import { step } from './step.ts'
import { testFiles } from './test-files.ts'

const SETTINGS = /^settings\.gradle(?:\.kts)?$/

/** Of a build of Gradle everything below is a part, as far as it has no settings of its own. */
const gradleParts = (project: RepoView): readonly string[] => {
  if (!project.paths.some((path) => SETTINGS.test(path))) return []
  const directories = (pattern: RegExp): readonly string[] =>
    project.paths.filter((path) => pattern.test(path)).map((path) => path.slice(0, path.lastIndexOf('/')))
  const apart = directories(/\/settings\.gradle(?:\.kts)?$/)
  return directories(/\/build\.gradle(?:\.kts)?$/).filter(
    (directory) => !apart.some((own) => directory === own || directory.startsWith(`${own}/`)),
  )
}

/** Java, Kotlin and whatever else Maven and Gradle build. */
export const java: Stack = {
  id: 'java',
  title: 'Java and Kotlin',
  about,
  markers: ['pom.xml', 'build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
  endings: ['java', 'kt', 'groovy', 'scala'],
  locked,
  lockedIn,
  tools: [maven, gradle],
  unwrap: (argv) =>
    /^(?:ba)?sh$/.test(argv[0]) && /(?:^|\/)(?:mvnw|gradlew)$/.test(argv[1] ?? '')
      ? [argv[1] as string, ...argv.slice(2)]
      : undefined,
  script: () => undefined,
  manifestCommands: () => [],
  install,
  installFault,
  reach,
  hasTests: (project) => testFiles(project).length > 0,
  members: (project) => [...new Set([...mavenModules(project), ...gradleParts(project)])].sort(),
  step,
  firstParty: () => [],
}
