import { isJavaTestTool } from './java-test-tools.ts'
import { wordOf, writtenOf, type XmlElement } from './xml-tree.ts'

/** A `<dependency>` of a pom.xml. */
export interface PomDependency {
  /** Group, artifact, type and classifier: two entries with equal keys are one for Maven. */
  readonly key: string
  readonly scope: string
  readonly isTool: boolean
  /** As it is written. */
  readonly written: string
  readonly meaning: string
}

const same = (written: string): string => written.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/\s+/g, '')

/** Entries of a list of dependencies, in order. */
export const dependenciesIn = (text: string, list: XmlElement | undefined): readonly PomDependency[] =>
  (list?.children ?? [])
    .filter(({ name }) => name === 'dependency')
    .map((element) => {
      const value = (name: string): string => wordOf(text, element, name) ?? ''
      const written = writtenOf(text, element)
      return {
        key: [value('groupId'), value('artifactId'), value('type') || 'jar', value('classifier')].join(':'),
        scope: value('scope') || 'compile',
        isTool: isJavaTestTool(value('groupId'), value('artifactId')),
        written,
        meaning: same(written),
      }
    })

export interface MergedList {
  readonly written: readonly string[]
  /** Entries of the branch that did not come through, or not as they are there. */
  readonly restored: readonly string[]
  /** True where the result is another list than the branch's. */
  readonly differs: boolean
}

const withoutScope = (written: string): string => written.replace(/\s*<scope>\s*test\s*<\/scope>/, '')

/**
 * Dependencies of the branch, with what judges as the lock has it. Those stand first, as they come first on the class path. What product
 * now needs of what only tests needed is there for both. `managed`: the entries only give versions, those of others keep their order.
 */
export const mergeDependencies = (
  lock: readonly PomDependency[],
  branch: readonly PomDependency[],
  managed: boolean,
  exam: ReadonlySet<string>,
): MergedList => {
  const judges = (one: PomDependency): boolean => one.isTool || exam.has(one.key) || (!managed && one.scope === 'test')
  const own = lock.filter(judges)
  const keys = new Set(own.map(({ key }) => key))
  const kept = branch.filter((one) => !keys.has(one.key) && !judges(one))
  const first = own.map((one) => {
    const now = branch.find(({ key }) => key === one.key)
    return !managed && one.scope === 'test' && now !== undefined && now.scope !== 'test'
      ? withoutScope(one.written)
      : one.written
  })
  const before = new Map(lock.map((one) => [one.key, one.meaning]))
  const after = new Map(branch.map((one) => [one.key, one.meaning]))
  const judged = [...new Set([...own, ...branch.filter(judges)].map(({ key }) => key))]
  const restored = judged.filter((key) => before.get(key) !== after.get(key))
  const written = [...first, ...kept.map((one) => one.written)]
  // An order that differs in nothing else is left as it is: then nothing that judges changed.
  return { written, restored, differs: restored.length > 0 || (own.length > 0 && isMoved(own, branch)) }
}

/** True where something that is new stands before what judges. */
const isMoved = (own: readonly PomDependency[], branch: readonly PomDependency[]): boolean => {
  const keys = new Set(own.map(({ key }) => key))
  const last = branch.findLastIndex(({ key }) => keys.has(key))
  return branch.slice(0, last).some(({ key }) => !keys.has(key))
}
