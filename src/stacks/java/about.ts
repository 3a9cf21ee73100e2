import type { StackAbout } from '../../model/stack.ts'

export const about: StackAbout = {
  detection:
    'Every directory with a pom.xml or a build of Gradle is a project, unless a pom.xml above names it as a module, or a settings.gradle lies above it.',
  calls:
    '`sh ./mvnw` and `sh ./gradlew`. A call of `mvn` is a check where its phases run tests (`test` to `install`) and nothing skips them; one that deploys is none.',
  dependencies:
    'Maven: the poms alone, with an empty class in each module, are built as far as the tests, so that plugins, dependencies and what Surefire chooses are fetched into a local repository of the stage; what is still missing is fetched by the tree itself. Class files are never kept. Gradle: each tree fetches for itself.',
  versions: [
    'Tests and the corpus run Maven 3.8.7 with Surefire 3.5.2, JUnit 5.11 and Java 17.',
    'Gradle is not run by tests: calls and places of reports are those of its documentation.',
    'The settings of the user (`~/.m2/settings.xml`) are not read: mirrors and repositories that need credentials cannot be reached.',
  ],
  coverage: 'Not measured.',
}
