/** Words of a call of Maven: what is asked, and the options, each with its value. */
export interface MavenCall {
  readonly program: string
  /** Phases and goals, in order. */
  readonly goals: readonly string[]
  readonly options: readonly { readonly name: string; readonly written: readonly string[] }[]
  /** `-Dname=value`; a bare `-Dname` is `true`. */
  readonly properties: ReadonlyMap<string, string>
}

/** Options that take the next word (`mvn --help`, 3.8). */
const VALUED = new Set(
  (
    '-f --file -pl --projects -P --activate-profiles -s --settings -gs --global-settings -t --toolchains -gt --global-toolchains ' +
    '-T --threads -l --log-file -b --builder -rf --resume-from -emp --encrypt-master-password -ep --encrypt-password --color -D --define'
  ).split(' '),
)
/** They only show something. */
const SHOWING = /^(?:-h|--help|-v|--version|-emp|--encrypt-master-password|-ep|--encrypt-password)$/

/** Reads a call of `mvn`, `mvnw` or `mvnd`; undefined for anything else. */
export const readMaven = (argv: readonly string[]): MavenCall | undefined => {
  const [program = '', ...words] = argv
  if (!/^(?:.*\/)?(?:mvn|mvnw|mvnd)$/.test(program)) return undefined
  const goals: string[] = []
  const options: { name: string; written: readonly string[] }[] = []
  const properties = new Map<string, string>()
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    if (!word.startsWith('-')) {
      goals.push(word)
      continue
    }
    const [name = word] = word.startsWith('--') ? word.split('=', 1) : [/^-D./.test(word) ? '-D' : word]
    const takes = VALUED.has(name) && word === name
    const next = takes ? words[at + 1] : undefined
    if (next !== undefined) at += 1
    options.push({ name, written: next === undefined ? [word] : [word, next] })
    const definition =
      name === '-D' ? (next ?? word.slice(2)) : name === '--define' ? (next ?? word.split('=')[1]) : undefined
    if (definition !== undefined) {
      const cut = definition.indexOf('=')
      properties.set(cut < 0 ? definition : definition.slice(0, cut), cut < 0 ? 'true' : definition.slice(cut + 1))
    }
  }
  return options.some(({ name }) => SHOWING.test(name)) ? undefined : { program, goals, options, properties }
}

/** Phases of the life cycle that run tests, in a call that stops before anything is deployed (Maven, "Introduction to the Build Lifecycle"). */
const TESTING =
  /^(?:test|prepare-package|package|pre-integration-test|integration-test|post-integration-test|verify|install|surefire:test|failsafe:(?:integration-test|verify)|org\.apache\.maven\.plugins:maven-(?:surefire|failsafe)-plugin(?::[\w.-]+)?:(?:test|integration-test|verify))$/
const PUBLISHING = /^(?:deploy|site-deploy|deploy:.*|release:.*|nexus-staging:.*|gpg:.*)$/

const isOn = (value: string | undefined): boolean => value !== undefined && value !== 'false'

/** True for a call whose tests run: not one that skips them, and none that publishes. */
export const runsTests = ({ goals, properties }: MavenCall): boolean =>
  goals.some((goal) => TESTING.test(goal)) &&
  !goals.some((goal) => PUBLISHING.test(goal)) &&
  !isOn(properties.get('skipTests')) &&
  !isOn(properties.get('maven.test.skip')) &&
  !isOn(properties.get('maven.test.skip.exec'))
