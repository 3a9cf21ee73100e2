import type { Step } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { InstallPlan } from '../../model/stack.ts'
import { isPinned, ownArtifacts, pomsOf } from './poms.ts'
import { storeName } from './store.ts'

/** Words of CI files and Makefiles by which more of the life cycle is run than `test`. */
const FURTHER = /\bmvnw?\b.*\s(?:package|verify|install|integration-test)\b/
const CALLERS = /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.ya?ml|\.circleci\/config\.ya?ml|Makefile)$/

/**
 * Runs the build of the poms alone, with an empty class for product and for tests in each module, so that plugins, dependencies and the
 * provider that Surefire chooses are fetched. What fails for want of sources is left to the checks; what cannot be resolved fails here,
 * unless it is a module of the project itself.
 */
const FETCH = [
  'work=$1; own=$2; phase=$3; shift 3; rm -rf "$work"; mkdir -p "$work"',
  'for pom; do d=$(dirname "$pom"); mkdir -p "$work/$d/src/main/java" "$work/$d/src/test/java"; cp "$pom" "$work/$d/pom.xml"',
  'printf "class TriverdictFetched {}\\n" >"$work/$d/src/main/java/TriverdictFetched.java"',
  'printf "class TriverdictFetchedTest {}\\n" >"$work/$d/src/test/java/TriverdictFetchedTest.java"; done',
  '[ ! -d .mvn ] || cp -R .mvn "$work/"; program=mvn; if [ -f mvnw ]; then cp mvnw "$work/"; program="sh ./mvnw"; fi',
  'cd "$work" && $program -B -fae -Dstyle.color=never -Dmaven.repo.local="$REPOSITORY" "$phase" >"$work/log" 2>&1 && exit 0',
  'if grep -E "Could not (find|transfer) artifact|Non-resolvable (parent POM|import POM)|No versions available|Could not resolve (version|dependencies)" "$work/log" | grep -vE ":($own):" | grep -q .; then grep -E "^\\[(ERROR|FATAL)\\]" "$work/log"; exit 1; fi',
  'exit 0',
].join('\n')

/** How the dependencies of a Maven project are had: fetched for its poms alone. Those of Gradle are fetched by each tree itself. */
export const install = (project: RepoView, directory: string): InstallPlan => {
  const inTree = (path: string): string => (directory === '.' ? path : `${directory}/${path}`)
  const store = storeName(directory)
  const poms = pomsOf(project).map(({ path }) => path)
  const wrapped = project.has('mvnw')
  const own = ownArtifacts(project).filter((name) => /^[\w.-]+$/.test(name))
  const further = project.paths.some((path) => CALLERS.test(path) && FURTHER.test(project.read(path) ?? ''))
  const failsafe = pomsOf(project).some(({ text }) => text.includes('maven-failsafe-plugin'))
  const fetch: Step = {
    command: {
      form: 'argv',
      argv: [
        'sh',
        '-c',
        FETCH,
        'sh',
        '{stage}/temp/fetch',
        ['triverdict', ...own].join('|').replaceAll('.', '\\.'),
        further || failsafe ? 'verify' : 'test',
        ...poms,
      ],
      cwd: directory,
      env: { REPOSITORY: `{stage}/${store}/repository` },
    },
    evidence: { tier: 'default', file: 'pom.xml', line: null, text: 'plugins and dependencies of pom.xml' },
  }
  const settings = project.paths.filter((path) => path.startsWith('.mvn/'))
  return {
    manager: poms.length > 0 ? 'maven' : 'gradle',
    keyFiles: [...poms, ...settings, ...(wrapped ? ['mvnw'] : [])].map(inTree),
    keyCommands: poms.length === 0 ? [] : wrapped ? [['sh', '-c', 'java -version 2>&1']] : [['mvn', '--version']],
    install: poms.length > 0 ? [fetch] : [],
    outputs: poms.length > 0 ? [store] : [],
    perTree: [],
    pinned: isPinned(project),
    path: [],
    env: {
      MAVEN_USER_HOME: `{stage}/${store}`,
      GRADLE_USER_HOME: `{stage}/${store}/gradle`,
      // Java does not look at HOME: without this it would read the settings of the user, and write beside them.
      MAVEN_OPTS: `-Duser.home={stage}/home -Dmaven.repo.local={stage}/${store}/repository`,
    },
  }
}
