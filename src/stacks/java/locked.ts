import type { RepoView } from '../../model/repo-view.ts'
import type { Stack } from '../../model/stack.ts'
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
    '**/target/{classes,test-classes,maven-status,surefire-reports,failsafe-reports}/**',
    '**/build/{classes,test-results}/**',
    '**/.gradle/**',
  ],
}

/** The classes, with the directories of tests that poms name. */
export const lockedIn = (project: RepoView): Stack['locked'] => {
  const named = testDirectories(project)
  return named.length === 0 ? locked : { ...locked, tests: [...locked.tests, ...named.map((each) => `${each}/**`)] }
}
