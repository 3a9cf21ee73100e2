import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { firstFailure } from './first-failure.ts'
import { testFiles } from './test-files.ts'

/** Tasks that run tests, of any project of the build: `test`, `:core:test`, `check`, `build`, `jvmTest`, `testDebugUnitTest`. */
const TESTING = /^(?:.*:)?(?:test|check|build|\w+Test|test\w+UnitTest)$/
const PUBLISHING = /^(?:.*:)?(?:publish\w*|release|upload\w*|deploy\w*)$/
/** Options that take the next word (`gradle --help`, 8). */
const VALUED = new Set(
  '-p --project-dir -b --build-file -c --settings-file -I --init-script -x --exclude-task --max-workers --console -g --gradle-user-home --tests --warning-mode --priority --project-cache-dir --include-build --write-verification-metadata'.split(
    ' ',
  ),
)
const DROPPED = new Set(
  '-q --quiet --build-cache --configuration-cache --daemon --offline --continue --rerun-tasks --console -t --continuous --scan'.split(
    ' ',
  ),
)

interface GradleCall {
  readonly program: string
  readonly tasks: readonly string[]
  readonly excluded: readonly string[]
  readonly kept: readonly string[]
}

const readGradle = (argv: readonly string[]): GradleCall | undefined => {
  const [program = '', ...words] = argv
  if (!/^(?:.*\/)?gradlew?$/.test(program)) return undefined
  const tasks: string[] = []
  const excluded: string[] = []
  const kept: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    const next = VALUED.has(word) ? words[at + 1] : undefined
    if (next !== undefined) at += 1
    if (!word.startsWith('-')) tasks.push(word)
    if ((word === '-x' || word === '--exclude-task') && next !== undefined) excluded.push(next)
    if (/^(?:-h|-\?|--help|-v|--version|-m|--dry-run|-t|--continuous)$/.test(word)) return undefined
    if (!DROPPED.has(word)) kept.push(word, ...(next === undefined ? [] : [next]))
  }
  return { program, tasks, excluded, kept }
}

const read = (argv: readonly string[]): GradleCall | undefined => {
  const call = readGradle(argv)
  if (call === undefined || call.tasks.some((task) => PUBLISHING.test(task))) return undefined
  const skipped = call.excluded.some((task) => /^(?:.*:)?(?:test|check)$/.test(task))
  return !skipped && call.tasks.some((task) => TESTING.test(task)) ? call : undefined
}

function instrument(argv: Some<string>, place: Place): Instrumented {
  const call = read(argv)
  if (call === undefined) return { argv, env: {}, channels: [] }
  const root = place.directory === '.' ? place.tree : `${place.tree}/${place.directory}`
  return {
    argv: [
      call.program,
      // A result of another tree is no result of this one, and a daemon would outlive the run.
      ...[
        '--no-daemon',
        '--no-build-cache',
        '--no-configuration-cache',
        '--rerun-tasks',
        '--continue',
        '--console=plain',
      ],
      ...call.kept,
    ],
    env: {},
    channels: [
      {
        path: `${root}/**/build/test-results/**/*.xml`,
        several: true,
        fresh: true,
        format: 'junit',
        role: 'events',
        required: true,
      },
    ],
  }
}

const MARKERS = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts']

const adopted = (project: RepoView): Evidence | undefined => {
  const marker = MARKERS.find((name) => project.has(name))
  const [file] = testFiles(project)
  if (marker === undefined || file === undefined || project.has('pom.xml') || !project.has('gradlew')) return undefined
  return { tier: 'default', file: marker, line: null, text: marker }
}

/** Gradle's tasks of tests, with the reports that it writes by its own convention. */
export const gradle: Tool = {
  id: 'gradle',
  stack: 'java',
  kind: 'tests',
  recognises: (argv) => read(argv) !== undefined,
  adoption: 'a build of Gradle with its wrapper and test sources, where no pom.xml is beside it',
  adopted,
  defaultArgv: () => ['./gradlew', 'test'],
  instrument,
  exits: exitTable('documentation of Gradle 8; not run here', [
    [0, 'green', 'BUILD SUCCESSFUL; also where no test was found'],
    [1, 'red', 'BUILD FAILED: tests failed, or anything else of the build did'],
  ]),
  firstFailure,
}
