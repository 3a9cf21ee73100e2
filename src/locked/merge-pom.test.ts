import { describe, expect, test } from 'vitest'
import { mergePom } from './merge-pom.ts'

const pom = (...parts: readonly string[]): string =>
  `<?xml version="1.0"?>\n<project>\n${parts.join('\n')}\n</project>\n`
const dependency = (group: string, artifact: string, version: string, scope = ''): string =>
  `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${scope === '' ? '' : `<scope>${scope}</scope>`}</dependency>`
const list = (...all: readonly string[]): string => `<dependencies>\n${all.join('\n')}\n</dependencies>`
const JUNIT = dependency('org.junit.jupiter', 'junit-jupiter', '5.11.4', 'test')
const surefire = (setting: string): string =>
  `<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><configuration>${setting}</configuration></plugin></plugins></build>`
const merge = (lock: string, branch: string, own: readonly string[] = []) =>
  mergePom('pom.xml', lock, branch, (artifact) => own.includes(artifact))
const kinds = ({ anomalies }: ReturnType<typeof merge>): readonly string[] => anomalies.map(({ kind }) => kind)

describe('what judges is the lock’s', () => {
  test.each([
    ['a plugin that is configured', pom(surefire('<skipTests>true</skipTests>')), pom()],
    ['a part that is gone', pom(), pom(surefire('<argLine>-ea</argLine>'))],
    ['a profile', pom('<profiles><profile><id>x</id></profile></profiles>'), pom()],
    ['a repository', pom('<repositories><repository><id>x</id></repository></repositories>'), pom()],
    [
      'a parent',
      pom('<parent><groupId>g</groupId><artifactId>a</artifactId><version>2</version></parent>'),
      pom('<parent><groupId>g</groupId><artifactId>a</artifactId><version>1</version></parent>'),
    ],
    [
      'a property that skips',
      pom('<properties><skipTests>true</skipTests></properties>'),
      pom('<properties></properties>'),
    ],
    [
      'a property that is named',
      pom('<properties><some.switch>on</some.switch></properties>'),
      pom('<properties><some.switch>off</some.switch></properties>'),
    ],
    [
      'the version of a test tool',
      pom('<properties><junit.version>4</junit.version></properties>'),
      pom('<properties><junit.version>5</junit.version></properties>'),
    ],
  ])('%s', (_, branch, lock) => {
    const merged = merge(lock, branch)
    const same = (text: string | null): string | undefined =>
      text?.replaceAll(/\s+/g, '').replace('<properties></properties>', '')
    expect(same(merged.text)).toBe(same(lock))
    expect(kinds(merged)).toContain('runner-config-modified')
  })

  test('a text that cannot be taken apart', () => {
    for (const broken of [
      '<project><build></project>',
      '<!DOCTYPE project [<!ENTITY x "y">]><project>&x;</project>',
      'no',
    ])
      expect(merge(pom(), broken)).toMatchObject({ from: 'lock' })
  })
})

describe('what builds is the branch’s', () => {
  test.each([
    [
      'its version and description',
      pom('<version>2</version><description>d</description>'),
      pom('<version>1</version>'),
    ],
    [
      'a release of Java, versions',
      pom('<properties><java.version>21</java.version><spring.version>7</spring.version></properties>'),
      pom('<properties><java.version>17</java.version></properties>'),
    ],
    ['modules', pom('<modules><module>a</module></modules>'), pom()],
    ['a dependency', pom(list(JUNIT, dependency('g', 'a', '1'))), pom(list(JUNIT))],
    ['a dependency that is gone', pom(list(JUNIT)), pom(list(JUNIT, dependency('g', 'a', '1')))],
    ['comments', pom('<!-- a --><build><!-- b --></build>'), pom('<build></build>')],
  ])('%s', (_, branch, lock) => {
    const merged = merge(lock, branch)
    expect(merged.text).toBeNull()
    expect(kinds(merged)).not.toContain('runner-config-modified')
  })

  test('a parent of the repository that has another version', () => {
    const parent = (version: string) =>
      pom(`<parent><groupId>g</groupId><artifactId>shop</artifactId><version>${version}</version></parent>`)
    expect(merge(parent('1'), parent('2'), ['shop']).text).toBeNull()
    expect(merge(parent('1'), parent('2')).text).toBe(parent('1'))
    expect(merge(parent('1'), parent('2').replace('shop', 'other'), ['shop', 'other']).text).toBe(parent('1'))
  })
})

describe('dependencies of tests', () => {
  const lock = pom(list(JUNIT))
  test('keep their version, and stand first', () => {
    const merged = merge(
      lock,
      pom(list(dependency('g', 'a', '1'), dependency('org.junit.jupiter', 'junit-jupiter', '5.0.0', 'test'))),
    )
    expect(merged.text).toBe(pom(list(JUNIT, dependency('g', 'a', '1'))))
    expect(kinds(merged)).toEqual(['test-tool-restored', 'dependency-changed'])
  })
  test('stay where the branch takes them away, and new ones are left out', () => {
    expect(merge(lock, pom(list(dependency('g', 'stub', '1', 'test')))).text).toBe(pom(list(JUNIT)))
    expect(merge(lock, pom()).text?.replaceAll(/\s/g, '')).toBe(pom(list(JUNIT)).replaceAll(/\s/g, ''))
  })
  test('are there for product that needs them now', () => {
    const merged = merge(lock, pom(list(dependency('org.junit.jupiter', 'junit-jupiter', '5.0.0'))))
    expect(merged.text).toBe(pom(list(dependency('org.junit.jupiter', 'junit-jupiter', '5.11.4'))))
  })
  test('a tool of tests that comes in as product is left out', () => {
    const merged = merge(lock, pom(list(JUNIT, dependency('org.junit.platform', 'junit-platform-engine', '1.0'))))
    expect(merged.text).toBe(pom(list(JUNIT)))
  })
  test('what is managed counts as well', () => {
    const managed = (...all: readonly string[]) => pom(`<dependencyManagement>${list(...all)}</dependencyManagement>`)
    const [old, now] = [dependency('org.assertj', 'assertj-core', '3'), dependency('org.assertj', 'assertj-core', '1')]
    expect(merge(managed(old), managed(dependency('g', 'a', '2'), now)).text).toBe(
      managed(old, dependency('g', 'a', '2')),
    )
  })
})

test('a module that only the branch has is its own', () =>
  expect(mergePom('new/pom.xml', undefined, pom(), () => false)).toMatchObject({ text: null }))
