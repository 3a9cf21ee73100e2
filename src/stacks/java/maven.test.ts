// biome-ignore-all lint/suspicious/noTemplateCurlyInString: properties of Maven look like that
import { describe, expect, test } from 'vitest'
import { memoryView } from '../../locked/memory-view.ts'
import type { Some } from '../../model/result.ts'
import { gradle } from './gradle.ts'
import { maven } from './maven.ts'
import { java } from './stack.ts'

const words = (line: string): Some<string> => line.split(' ') as unknown as Some<string>
const place = (files: Readonly<Record<string, string>>, directory = '.') => ({
  reportDirectory: '/reports',
  reporters: '/reporters',
  tree: '/stage/tree',
  project: memoryView(files),
  directory,
})

describe('a call of Maven is a check of tests', () => {
  test.each([
    'mvn test',
    './mvnw -B verify',
    'mvn -B package --file pom.xml',
    'mvn -q clean install',
    'mvn -pl core -am test',
    'mvn -DskipTests=false test',
    'mvn surefire:test',
    '/opt/maven/bin/mvn -T 1C verify -DskipITs',
  ])('%s', (line) => expect(maven.recognises(words(line))).toBe(true))
  test.each([
    'mvn compile',
    'mvn package -DskipTests',
    'mvn -Dmaven.test.skip=true verify',
    'mvn -D skipTests install',
    'mvn clean deploy',
    'mvn test deploy',
    'mvn -v',
    'mvn help:effective-pom',
    'mvn -f test compile',
    'gradle test',
  ])('and this is none: %s', (line) => expect(maven.recognises(words(line))).toBe(false))
})

describe('a call of Gradle is a check of tests', () => {
  test.each([
    './gradlew test',
    'gradle check',
    './gradlew :core:test --info',
    'gradle build',
    './gradlew jvmTest',
    './gradlew testDebugUnitTest',
  ])('%s', (line) => expect(gradle.recognises(words(line))).toBe(true))
  test.each([
    './gradlew build -x test',
    './gradlew assemble',
    './gradlew publish',
    './gradlew test publishToSonatype',
    'gradle -v',
    'gradle -p test assemble',
    'mvn test',
  ])('and this is none: %s', (line) => expect(gradle.recognises(words(line))).toBe(false))
})

test('failures count, nothing stops early, and the repository is that of the stage', () => {
  const { argv, channels } = maven.instrument(
    words('mvn -q -fn -o -Dmaven.test.failure.ignore -Pci -Dx=1 -Dmaven.repo.local=/x verify'),
    place({}, 'app'),
  )
  expect(argv).toEqual([
    ...['mvn', '-B', '-fae', '-Pci', '-Dx=1', '-Dstyle.color=never', '-Dmaven.test.failure.ignore=false'],
    ...[
      '-Dsurefire.rerunFailingTestsCount=0',
      '-Dfailsafe.rerunFailingTestsCount=0',
      '-Dsurefire.skipAfterFailureCount=0',
    ],
    ...['-Dfailsafe.skipAfterFailureCount=0', '-DdisableXmlReport=false', '-Dmaven.build.cache.enabled=false'],
    ...['-Dmaven.repo.local=/stage/home/jvm-app/repository', 'verify'],
  ])
  expect(channels).toMatchObject([
    { path: '/stage/tree/app/**/target/{surefire,failsafe}-reports/TEST-*.xml', fresh: true, required: true },
  ])
})

test('class files that are in the repository are no build of this tree', () => {
  const { argv } = maven.instrument(words('mvn test'), place({ 'core/target/classes/A.class': 'x' }))
  expect(argv.slice(-2)).toEqual(['clean', 'test'])
  expect(
    maven
      .instrument(words('mvn clean test'), place({ 'target/classes/A.class': 'x' }))
      .argv.filter((word) => word === 'clean'),
  ).toHaveLength(1)
})

test('what a call and a pom leave out is named', () => {
  const files = {
    'pom.xml':
      '<project>\n<plugin>\n<artifactId>maven-surefire-plugin</artifactId>\n<excludes>\n<exclude>**/SlowTest.java</exclude>\n</excludes></plugin><!-- <plugin><artifactId>maven-surefire-plugin</artifactId><groups>a</groups></plugin> --></project>',
  }
  expect(maven.filters?.(words('mvn test -Dtest=Cart* -Dgroups=fast'), memoryView(files), {})).toMatchObject([
    { option: '-Dtest', value: 'Cart*' },
    { option: '-Dgroups', value: 'fast' },
    { option: 'excludes', value: '**/SlowTest.java', evidence: { file: 'pom.xml', line: 4 } },
  ])
})

test('tests that a call or a pom keeps from running', () => {
  const files = {
    'pom.xml':
      '<project>\n<!-- <skipTests>true</skipTests>\n-->\n<profiles><profile><properties><skipTests>true</skipTests></properties></profile></profiles></project>',
    'a/pom.xml': '<project>\n<properties>\n<maven.test.skip>true</maven.test.skip></properties></project>',
    'a/src/test/java/ATest.java': '',
    'b/pom.xml':
      '<project>\n<plugin><artifactId>maven-surefire-plugin</artifactId>\n<configuration><skip> true </skip></configuration></plugin></project>',
    'c/pom.xml': '<project><properties><skipTests>false</skipTests></properties></project>',
  }
  const poms = {
    ...files,
    'pom.xml': files['pom.xml'].replace(
      '<profiles>',
      '<modules><module>a</module><module>b</module><module>c</module></modules><profiles>',
    ),
  }
  expect(maven.filters?.(words('mvn verify -DskipITs -pl a,b --projects=c'), memoryView(poms), {})).toEqual([
    { option: '-DskipITs', value: 'true', evidence: null },
    { option: '-pl', value: 'a,b', evidence: null },
    { option: '--projects', value: 'c', evidence: null },
    expect.objectContaining({
      option: 'maven.test.skip',
      evidence: expect.objectContaining({ file: 'a/pom.xml', line: 3 }),
      whole: true,
    }),
    expect.objectContaining({ option: 'skip', evidence: expect.objectContaining({ file: 'b/pom.xml', line: 3 }) }),
  ])
})

describe('projects', () => {
  const test1 = { 'src/test/java/ATest.java': '' }
  test('the convention is what the poms ask for', () => {
    expect(maven.defaultArgv(memoryView({ 'pom.xml': '<project/>' }))).toEqual(['mvn', '-B', 'test'])
    expect(
      maven.defaultArgv(
        memoryView({
          'pom.xml': '<artifactId>maven-failsafe-plugin</artifactId>',
          mvnw: '',
          '.mvn/wrapper/maven-wrapper.properties': '',
        }),
      ),
    ).toEqual(['./mvnw', '-B', 'verify'])
    expect(maven.adopted(memoryView({ 'pom.xml': '' }))).toBeUndefined()
    expect(maven.adopted(memoryView({ 'pom.xml': '', ...test1 }))?.file).toBe('pom.xml')
    expect(gradle.adopted(memoryView({ 'build.gradle': '', gradlew: '', ...test1 }))?.file).toBe('build.gradle')
    expect(gradle.adopted(memoryView({ 'build.gradle': '', gradlew: '', 'pom.xml': '', ...test1 }))).toBeUndefined()
  })
  test('modules belong to the build above them', () => {
    const files = {
      'pom.xml': '<modules><module>a</module><module>b/c</module></modules>',
      'a/pom.xml': '<modules><module>d</module><!--<module>e</module>--></modules>',
      'a/d/pom.xml': '',
      'b/c/pom.xml': '<modules><module>../../a</module></modules>',
      'e/pom.xml': '',
    }
    expect(java.members(memoryView(files))).toEqual(['a', 'a/d', 'b/c'])
    expect(
      java.members(
        memoryView({ 'settings.gradle': '', 'x/build.gradle': '', 'y/settings.gradle': '', 'y/build.gradle': '' }),
      ),
    ).toEqual(['x'])
  })
  test('directories of tests are those of the pom too', () => {
    const view = memoryView({
      'pom.xml': '<testSourceDirectory>${project.basedir}/qa</testSourceDirectory>',
      'qa/ATest.java': '',
    })
    expect(java.hasTests(view)).toBe(true)
    expect(java.lockedIn?.(view).tests).toContain('qa/**')
  })
  test('a version that is not fixed is none', () => {
    const pinned = (version: string) =>
      java.install(
        memoryView({
          'pom.xml': `<project><artifactId>own</artifactId><dependencies><dependency><artifactId>x</artifactId><version>${version}</version></dependency></dependencies></project>`,
        }),
        '.',
      ).pinned
    expect([pinned('1.0'), pinned('[1,2)'), pinned('LATEST'), pinned('1-SNAPSHOT')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

test('the first complaint of the compiler is the failure', () => {
  const log =
    '[INFO] x\n[ERROR] /t/src/main/java/A.java:[3,5] cannot find symbol\n[ERROR]   symbol:   variable cout\n[ERROR]   location: class A\n[ERROR] /t/B.java:[1,1] no\n'
  expect(maven.firstFailure?.(log)).toBe(
    '[ERROR] /t/src/main/java/A.java:[3,5] cannot find symbol\n[ERROR]   symbol:   variable cout\n[ERROR]   location: class A',
  )
  expect(maven.firstFailure?.('[INFO] BUILD SUCCESS')).toBeUndefined()
})
