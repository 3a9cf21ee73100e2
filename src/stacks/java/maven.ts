import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { Filter, Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { isCompiled } from './compiled.ts'
import { firstFailure } from './first-failure.ts'
import { type MavenCall, readMaven, runsTests } from './maven-call.ts'
import { type Pom, pomsOf } from './poms.ts'
import { storeAt } from './store.ts'
import { testFiles } from './test-files.ts'

/** Stops early, hides the end, writes elsewhere, or says how the answer is shown. */
const DROPPED = new Set(
  '-B --batch-mode -q --quiet -X --debug -fn --fail-never -ff --fail-fast -fae --fail-at-end -o --offline -l --log-file --color -itr --ignore-transitive-repositories'.split(
    ' ',
  ),
)
/**
 * Failures count and crashes show, retries are off, no early stop, every report is written, nothing comes from a cache of results. Of
 * two definitions on the command line the last holds, and what a pom configures literally stands before both.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  'style.color': 'never',
  'maven.test.failure.ignore': 'false',
  'surefire.rerunFailingTestsCount': '0',
  'failsafe.rerunFailingTestsCount': '0',
  'surefire.skipAfterFailureCount': '0',
  'failsafe.skipAfterFailureCount': '0',
  disableXmlReport: 'false',
  'maven.build.cache.enabled': 'false',
}

const definitionOf = (written: readonly string[]): string | undefined =>
  /^(?:-D|--define=?)?([^=]+)/.exec(written.length > 1 ? (written[1] ?? '') : (written[0] ?? ''))?.[1]

const read = (argv: readonly string[]): MavenCall | undefined => {
  const call = readMaven(argv)
  return call !== undefined && runsTests(call) ? call : undefined
}

function instrument(argv: Some<string>, place: Place): Instrumented {
  const call = read(argv)
  if (call === undefined) return { argv, env: {}, channels: [] }
  const settings: Readonly<Record<string, string>> = {
    ...SETTINGS,
    'maven.repo.local': `${storeAt(place)}/repository`,
  }
  const kept = call.options.filter(({ name, written }) => {
    const defined = name === '-D' || name === '--define' ? definitionOf(written) : undefined
    return !DROPPED.has(name) && (defined === undefined || settings[defined] === undefined)
  })
  const compiled = place.project.paths.some(isCompiled) && !call.goals.includes('clean')
  const root = place.directory === '.' ? place.tree : `${place.tree}/${place.directory}`
  return {
    argv: [
      call.program,
      '-B',
      '-fae',
      ...kept.flatMap(({ written }) => written),
      ...Object.entries(settings).map(([name, value]) => `-D${name}=${value}`),
      ...(compiled ? ['clean'] : []),
      ...call.goals,
    ],
    env: {},
    channels: [
      {
        path: `${root}/**/target/{surefire,failsafe}-reports/TEST-*.xml`,
        several: true,
        fresh: true,
        format: 'junit',
        role: 'events',
        required: true,
      },
    ],
  }
}

/** What leaves tests out, on the command line and in poms. */
const OPTIONS = ['test', 'it.test', 'groups', 'excludedGroups', 'surefire.includesFile', 'surefire.excludesFile']
const PROJECTS = new Set(['-pl', '--projects'])
/** Properties of a pom that keep tests of it and of its modules from running. */
const SKIPS =
  /<(skipTests|skipITs|maven\.test\.skip|maven\.test\.skip\.exec|surefire\.skip|skip\.surefire\.tests)>\s*true\s*<\/\1>/g
/** In the configuration of Surefire or Failsafe alone. */
const SKIP = /<(skip)>\s*true\s*<\/\1>/g
const ELEMENTS = /<(excludes|groups|excludedGroups|includesFile|excludesFile)>([\s\S]*?)<\/\1>/g
const PLUGIN =
  /<plugin>(?:(?!<\/plugin>)[\s\S])*?<artifactId>\s*maven-(?:surefire|failsafe)-plugin\s*<\/artifactId>[\s\S]*?<\/plugin>/g

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** What of a pom keeps all tests of it from running. Profiles count only where they are on by themselves. */
const skipsOf = (project: RepoView, { directory, path, text }: Pom): readonly Filter[] => {
  const shown = (project.read(path) ?? text)
    .replaceAll(/<!--[\s\S]*?-->/g, blank)
    .replaceAll(/<profile>[\s\S]*?<\/profile>/g, (profile) =>
      /<activeByDefault>\s*true\s*</.test(profile) ? profile : blank(profile),
    )
  const plugins = [...shown.matchAll(PLUGIN)].flatMap((plugin) =>
    [...plugin[0].matchAll(SKIP)].map((found) => ({ option: 'skip', at: plugin.index + found.index })),
  )
  const skips = [...shown.matchAll(SKIPS)].map((found) => ({ option: found[1] ?? '', at: found.index }))
  const has = testFiles(project).some((file) => directory === '.' || file.startsWith(`${directory}/`))
  return [...skips, ...plugins].map(({ option, at }): Filter => {
    const line = shown.slice(0, at).split('\n').length
    const evidence = { tier: 'default', file: path, line, text: `<${option}>` } as const
    return { option, value: 'true', evidence, ...(has && option !== 'skipITs' ? { whole: true } : {}) }
  })
}

const filters = (argv: Some<string>, project: RepoView): readonly Filter[] => [
  ...[...(read(argv)?.properties ?? [])].flatMap(([name, value]): Filter[] =>
    OPTIONS.includes(name) || (name === 'skipITs' && value !== 'false')
      ? [{ option: `-D${name}`, value: value === '' ? 'true' : value, evidence: null }]
      : [],
  ),
  ...(read(argv)?.options ?? []).flatMap(({ name, written }): Filter[] =>
    PROJECTS.has(name)
      ? [
          {
            option: name,
            value: written.length > 1 ? (written[1] ?? null) : (written[0] ?? '').replace(/^[^=]*=/, ''),
            evidence: null,
          },
        ]
      : [],
  ),
  ...pomsOf(project).flatMap((pom) => skipsOf(project, pom)),
  ...pomsOf(project).flatMap(({ path, text }) =>
    [...text.matchAll(PLUGIN)].flatMap(([plugin]) =>
      [...plugin.matchAll(ELEMENTS)].map(([whole, option = '', value = '']): Filter => {
        const line = text.slice(0, text.indexOf(whole)).split('\n').length
        const words = value
          .replaceAll(/<[^>]*>/g, ' ')
          .trim()
          .replaceAll(/\s+/g, ' ')
        return { option, value: words, evidence: { tier: 'default', file: path, line, text: `<${option}>` } }
      }),
    ),
  ),
]

const adopted = (project: RepoView): Evidence | undefined => {
  const [file] = testFiles(project)
  return project.has('pom.xml') && file !== undefined
    ? { tier: 'default', file: 'pom.xml', line: null, text: 'pom.xml' }
    : undefined
}

/** Maven's life cycle as far as the tests, with Surefire and Failsafe. */
export const maven: Tool = {
  id: 'maven',
  stack: 'java',
  kind: 'tests',
  recognises: (argv) => read(argv) !== undefined,
  adoption: 'a pom.xml and test sources of the project’s own modules',
  adopted,
  defaultArgv: (project) => [
    project.has('mvnw') && project.has('.mvn/wrapper/maven-wrapper.properties') ? './mvnw' : 'mvn',
    '-B',
    // Tests of Failsafe are judged in `verify` alone.
    pomsOf(project).some(({ text }) => text.includes('maven-failsafe-plugin')) ? 'verify' : 'test',
  ],
  instrument,
  filters,
  exits: exitTable('source of Maven (MavenCli), and runs of 3.8.7 with Surefire 3.5.2', [
    [0, 'green', 'BUILD SUCCESS; also where tests were skipped, none was found, or failures are ignored'],
    [1, 'red', 'BUILD FAILURE: tests failed, or anything else of the build did'],
  ]),
  firstFailure,
}
