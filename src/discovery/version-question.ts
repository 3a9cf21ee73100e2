import type { Some } from '../model/result.ts'

/** Programs that print their version for this word, and do nothing else. */
const DASHED = new Set(
  (
    'node npm npx pnpm pnpx yarn yarnpkg bun bunx deno corepack tsc eslint vitest jest biome prettier mocha playwright turbo nx ' +
    'python python3 pip pip3 pipx uv uvx poetry pdm hatch tox nox pytest ruff mypy pyright pre-commit coverage ' +
    'cargo rustc rustup make gmake cmake ctest meson ninja gcc g++ cc c++ clang clang++ gcov bazel ' +
    'mvn gradle just mise ruby bundle rake php composer dotnet perl bash zsh git jq curl rsync gh podman'
  ).split(' '),
)

const OWN: Readonly<Record<string, Some<string>>> = {
  go: ['go', 'version'],
  gofmt: ['go', 'version'],
  java: ['java', '-version'],
  javac: ['javac', '-version'],
  task: ['task', '--version'],
  // The client alone runs nothing: the server's version shows that there is one.
  docker: ['docker', 'version', '--format', '{{.Server.Version}}'],
  kubectl: ['kubectl', 'version', '--client'],
  // It has no version that it would tell.
  sh: ['sh', '-c', 'exit 0'],
  dash: ['dash', '-c', 'exit 0'],
}

/**
 * A call of a program that shows that it runs here and which version it is, and changes nothing; null for one that is not known: what
 * it would do with `--version` nobody knows.
 */
export const versionQuestion = (program: string): Some<string> | null =>
  OWN[program] ?? (DASHED.has(program) || /^python3\.\d+$/.test(program) ? [program, '--version'] : null)

/** Words that the shell itself answers, or that are no program. */
const BUILTIN = new Set(
  (
    ': . [ [[ alias bg break builtin cd command continue declare dirs echo eval exec exit export false fg getopts hash jobs kill let ' +
    'local popd printf pushd pwd read readonly return set shift shopt source test time times trap true type typeset ulimit umask ' +
    'unalias unset wait'
  ).split(' '),
)

/** True for a word that names a program on PATH: no builtin of the shell, and no file of the repository. */
export const isOnPath = (word: string): boolean => !word.includes('/') && !BUILTIN.has(word)
