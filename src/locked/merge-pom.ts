import type { Anomaly } from '../model/anomaly.ts'
import { flag } from './flags.ts'
import { isTestToolVersion } from './java-test-tools.ts'
import type { Merged } from './merge-package-json.ts'
import { dependenciesIn, mergeDependencies } from './pom-dependencies.ts'
import { childOf, meaningOf, wordOf, writtenOf, type XmlElement, xmlTree } from './xml-tree.ts'

/** Parts of a pom.xml that say how it is judged: what runs, with which plugins, from where they come. */
const JUDGING = ['build', 'profiles', 'reporting', 'repositories', 'pluginRepositories'] as const
/** Properties that the branch may set, beside versions: what compiles product. */
const FREE =
  /^(?:maven\.compiler\.(?:source|target|release)|java\.version|project\.(?:build\.sourceEncoding|reporting\.outputEncoding)|revision|sha1|changelist)$/
/** What else is the branch's own affair, and worth a word. */
const BUILDING = ['modules', 'packaging'] as const

interface Side {
  readonly text: string
  readonly root: XmlElement
}

const sideOf = (text: string): Side | undefined => {
  const root = xmlTree(text.replace(/^\uFEFF/, (mark) => ' '.repeat(mark.length)))
  return root?.name === 'project' ? { text, root } : undefined
}

const part = (side: Side, name: string): string | undefined => {
  const element = childOf(side.root, name)
  return element === undefined ? undefined : writtenOf(side.text, element)
}

/** The text with one part of the project replaced, added or, for undefined, taken away. */
const withPart = (side: Side, name: string, written: string | undefined): string => {
  const element = childOf(side.root, name)
  const { text, root } = side
  if (element !== undefined) return text.slice(0, element.start) + (written ?? '') + text.slice(element.end)
  return written === undefined ? text : `${text.slice(0, root.to)}${written}\n${text.slice(root.to)}`
}

const propertiesOf = (side: Side): ReadonlyMap<string, string> =>
  new Map(
    (childOf(side.root, 'properties')?.children ?? []).map((element) => [
      element.name,
      meaningOf(side.text, element) ?? '',
    ]),
  )

const judgesProperty = (name: string): boolean =>
  !FREE.test(name) && (isTestToolVersion(name) || !/(?:^|[.-])version$|Version$/.test(name))

/** True where the branch only gives another version to a parent that is a pom of the repository. */
const isOwnParent = (lock: Side, branch: Side, isOwn: (artifact: string) => boolean): boolean => {
  const [before, after] = [childOf(lock.root, 'parent'), childOf(branch.root, 'parent')]
  const same = ['groupId', 'artifactId', 'relativePath'].every(
    (name) => wordOf(lock.text, before, name) === wordOf(branch.text, after, name),
  )
  return before !== undefined && after !== undefined && same && isOwn(wordOf(lock.text, before, 'artifactId') ?? '')
}

/**
 * Merges pom.xml structurally: dependencies, modules and versions from the branch; plugins, profiles, repositories, the parent, and
 * dependencies and properties that judge from the lock. A text that cannot be taken apart is the lock's. `isOwn`: an artifact of the repository.
 */
export const mergePom = (
  path: string,
  lockText: string | undefined,
  branchText: string,
  isOwn: (artifact: string) => boolean,
): Merged => {
  if (lockText === undefined)
    return { text: null, anomalies: [flag('build-config-modified', path, `The branch adds the module of ${path}.`)] }
  const [lock, first] = [sideOf(lockText), sideOf(branchText)]
  if (lock === undefined || first === undefined)
    return {
      from: 'lock',
      text: null,
      anomalies: [flag('runner-config-modified', path, `${path} cannot be taken apart: restored.`)],
    }
  const anomalies: Anomaly[] = []
  let branch: Side = first
  const put = (name: string, written: string | undefined): void => {
    branch = sideOf(withPart(branch, name, written)) ?? lock
  }
  const differs = (name: string): boolean =>
    meaningOf(lock.text, childOf(lock.root, name)) !== meaningOf(first.text, childOf(first.root, name))
  const judged: string[] = JUDGING.filter(differs)
  if (differs('parent') && !isOwnParent(lock, first, isOwn)) judged.push('parent')
  for (const name of judged) put(name, part(lock, name))

  const [before, after] = [propertiesOf(lock), propertiesOf(first)]
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name) && judgesProperty(name),
  )
  if (names.length > 0) {
    const restored = new Map([...after].filter(([name]) => !names.includes(name)))
    for (const name of names) if (before.has(name)) restored.set(name, before.get(name) ?? '')
    put('properties', `<properties>\n${[...restored.values()].join('\n')}\n</properties>`)
    judged.push(...names.map((name) => `properties.${name}`))
  }
  if (judged.length > 0)
    anomalies.push(
      flag('runner-config-modified', path, `${path} changes how the project is built and judged: restored.`, {
        evidence: judged.join('\n'),
      }),
    )

  const listOf = (side: Side, managed: boolean): XmlElement | undefined =>
    childOf(managed ? childOf(side.root, 'dependencyManagement') : side.root, 'dependencies')
  const exam = new Set(
    dependenciesIn(lock.text, listOf(lock, false)).flatMap((one) => (one.scope === 'test' ? [one.key] : [])),
  )
  const tools: string[] = []
  for (const managed of [false, true]) {
    const merged = mergeDependencies(
      dependenciesIn(lock.text, listOf(lock, managed)),
      dependenciesIn(first.text, listOf(first, managed)),
      managed,
      exam,
    )
    if (!merged.differs) continue
    const list = `<dependencies>\n${merged.written.join('\n')}\n</dependencies>`
    if (managed) put('dependencyManagement', `<dependencyManagement>${list}</dependencyManagement>`)
    else put('dependencies', list)
    tools.push(...merged.restored)
  }
  if (tools.length > 0)
    anomalies.push(
      flag('test-tool-restored', path, `${path} changes dependencies of tests: restored.`, {
        evidence: tools.join('\n'),
      }),
    )
  if (differs('dependencies') || differs('dependencyManagement'))
    anomalies.push(flag('dependency-changed', path, `${path} changes dependencies.`))
  for (const name of BUILDING)
    if (differs(name)) anomalies.push(flag('build-config-modified', path, `${path} changes ${name}.`))
  return { text: branch.text === branchText ? null : branch.text, anomalies }
}
