import { kindOfName } from './kind-words.ts'

/** What is not known of a command that no rule reads: that its words are those of tests, or nothing at all. */
export type Unread = 'tests' | 'anything'

/** Programs that move files, fetch, build, or set up a machine or a service: they make something for a check and are none. */
const PREPARING = new Set(
  (
    'mkdir cp mv rm ln chmod chown touch tar unzip zip gzip gunzip xz zstd curl wget git sed awk gawk perl tee dd truncate install rsync ' +
    'ssh-keyscan ssh-keygen ssh-agent ssh-add gpg openssl mkcert base64 sha256sum jq yq patch ' +
    'configure autoreconf autoconf automake aclocal autogen.sh bootstrap libtoolize cmake ninja meson gcc g++ clang clang++ cc c++ ld ar ldconfig ' +
    'psql mysql mysqladmin createdb createuser dropdb pg_isready redis-cli redis-server mongo mongosh sqlite3 ' +
    'kubectl helm kind minikube k3d terraform aws gcloud az gh wait-on wait-for-it wait-for-it.sh wait-for.sh ' +
    'gem cpan cpanm luarocks opam nuget protoc buf sccache ccache update-alternatives locale-gen localedef usermod groupadd useradd ' +
    'vite webpack rollup esbuild tsup parcel swc babel sphinx-build mkdocs typedoc hugo jekyll rustc javac pkill kill killall sync ulimit ' +
    'export set unset cd pushd popd source . [ [[ test : if for case esac done then local read return shift declare wait trap hash in while until'
  ).split(' '),
)
/** Words that say that something is made: `db:test:prepare`, `generate-test-data`. */
const MAKES =
  /(?:^|[^a-z])(?:build|compile|bundle|install|setup|set-up|prepare|create|migrate|seed|generate|gen|download|fetch|pull|up|start|serve|clean|init|deps|bootstrap|configure|provision|wait)(?:$|[^a-z])/i
/** A goal that is nothing but tests. */
const TEST_GOAL = /^[:+]?(?:tests?|unit|e2e|integration)$/i
/** Options whose value names a place or a setting. */
const NAMES_SETTING =
  /^--?(?:e|env|environment|profile|mode|n|namespace|d|db|database|c|config|o|output|out|dir|path|file|f|only|group|extra|with)$/

const namesTests = (words: readonly string[]): boolean =>
  words.some(
    (word, at) => !/^[^/]*=/.test(word) && !NAMES_SETTING.test(words[at - 1] ?? '') && kindOfName(word) === 'tests',
  )

/** Package managers and build tools whose commands say what they are for. */
const MANAGERS = new Set('npm pnpm yarn bun npx cargo go python python3 mvn gradle node uv poetry pdm'.split(' '))
const MANAGER_WORK =
  /^(?:build|compile|generate|pack|publish|create|init|run-script|setup\.py|package|assemble|start|exec|clean|metadata|-m)$/

/** What is not known of a command that is no check; undefined for one that is known to prepare. Programs that run others are unread by their words. */
export const unreadOf = (argv: readonly string[]): Unread | undefined => {
  const [path = '', ...words] = argv
  const program = path.slice(path.lastIndexOf('/') + 1)
  if (PREPARING.has(program) || MAKES.test(program.replace(/\.\w+$/, ''))) return undefined
  const own = words.filter((word) => !word.startsWith('-') && word !== 'run')
  const makes = own.some((word) => MAKES.test(word))
  // `./ci.sh build test` makes and tests, `rails db:create --env test` only makes.
  const tests = namesTests([program, ...words])
  if (tests && (!makes || own.some((word, at) => at > 0 && TEST_GOAL.test(word)))) return 'tests'
  if (makes || (MANAGERS.has(program) && MANAGER_WORK.test(own[0] ?? ''))) return undefined
  return 'anything'
}

/** The most that is not known of several. */
export const mostUnread = (all: readonly (Unread | undefined)[]): Unread | undefined =>
  all.includes('tests') ? 'tests' : all.find((one) => one !== undefined)
