import picomatch from 'picomatch'
import type { RepoView } from '../../model/repo-view.ts'
import type { Stack } from '../../model/stack.ts'
import { isCompiled } from './compiled.ts'
import { testDirectories } from './poms.ts'

/**
 * Path classes of Maven and Gradle builds. Globs are relative to the project. Scripts of Gradle are programs that say how tests run: they
 * judge; of a pom.xml only parts do, it is merged. Services and properties of test frameworks act by lying on the class path.
 */
export const locked: Stack['locked'] = {
  tests: [
    '**/src/{test,it,integrationTest,integration-test,functionalTest,functional-test,testFixtures}/**',
    '**/src/*Test/**',
    '{test,tests,it}/**/*.{java,kt,groovy,scala}',
  ],
  judge: [
    '**/.mvn/**',
    '**/{mvnw,mvnw.cmd,gradlew,gradlew.bat}',
    '**/{build,settings,init}.gradle',
    '**/*.gradle.kts',
    '**/*.gradle',
    '**/gradle.properties',
    '**/gradle/wrapper/**',
    '**/{buildSrc,build-logic}/**',
    '**/{checkstyle,pmd,spotbugs,testng}*.xml',
    '**/config/{checkstyle,pmd,spotbugs,detekt}/**',
  ],
  build: [],
  manifests: ['**/pom.xml', '**/gradle.lockfile', '**/gradle/*.versions.toml', '**/gradle/verification-metadata.xml'],
  activating: [
    '**/junit-platform.properties',
    '**/META-INF/services/org.{junit,testng,spockframework,mockito}*',
    '**/mockito-extensions/**',
    '**/.gradle/**',
  ],
}

/** Packages of test libraries: sources of them among the product would stand before the library on the class path. */
const LIBRARIES = [
  'org/{junit,testng,assertj,hamcrest,mockito,easymock,opentest4j,apiguardian,spockframework}',
  'junit/framework',
  'com/google/common/truth',
  'io/{kotest,mockk}',
  'kotlin/test',
]
const isLibrary = picomatch(LIBRARIES.map((each) => `**/src/main/*/${each}/**`))

/** What a build leaves: class files that a branch brings along would be taken for compiled ones. */
const OUTPUTS = [
  '**/target/{classes,test-classes,maven-status,surefire-reports,failsafe-reports}/**',
  '**/build/{classes,test-results}/**',
]

/** The classes, with the directories of tests that poms name. */
export const lockedIn = (project: RepoView): Stack['locked'] => {
  const named = testDirectories(project).map((each) => `${each}/**`)
  // A project that is such a library has it among its product.
  const shadows = project.paths.some((path) => isLibrary(path))
    ? []
    : LIBRARIES.map((each) => `**/src/main/*/${each}/**`)
  // Where the lock has some, they are removed before the run.
  const outputs = project.paths.some((path) => isCompiled(path)) ? [] : OUTPUTS
  return { ...locked, tests: [...locked.tests, ...named], activating: [...locked.activating, ...shadows, ...outputs] }
}
