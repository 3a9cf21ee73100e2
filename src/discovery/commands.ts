import type { CheckKind } from '../model/check.ts'
import type { Some } from '../model/result.ts'
import { ofCargo } from './cargo-commands.ts'
import { cmakeNature } from './cmake-nature.ts'
import { goNature } from './go-nature.ts'
import { has, installs, positional } from './installs.ts'
import { kindOfName } from './kind-words.ts'
import { CHECKERS, TYPE_TESTERS } from './other-checkers.ts'

/** What a command is that no stack recognises. `work` may matter to what follows: it becomes a step. */
export type CommandNature =
  | { readonly nature: 'talk' }
  | { readonly nature: 'install'; readonly reason: string }
  | { readonly nature: 'system'; readonly reason: string }
  | { readonly nature: 'docker'; readonly tests: boolean }
  /** A check of a kind that this version cannot judge. */
  | { readonly nature: 'checker'; readonly kind: CheckKind; readonly reason: string }
  /** A check of a language without a stack: it can be judged by the report that it leaves. */
  | { readonly nature: 'foreign'; readonly kind: CheckKind; readonly reason: string }
  /** A runner whose files this version does not read, and the kind its target sounds like. */
  | {
      readonly nature: 'runner'
      readonly kind: CheckKind | null
      /** It makes an environment of its own from the network: a call of it can never run on what was installed here. */
      readonly apart: boolean
      readonly reason: string
    }
  | { readonly nature: 'named'; readonly kind: CheckKind }
  | { readonly nature: 'work' }

const TALK = new Set([
  'echo',
  'printf',
  'true',
  ':',
  'pwd',
  'ls',
  'date',
  'env',
  'printenv',
  'whoami',
  'uname',
  'sleep',
  'which',
  'type',
  'nproc',
  'df',
  'free',
  'tree',
  'cat',
  'head',
  'tail',
  'exit',
])
/** Programs that only show something, and those that count or send what a run of tests measured: the measurement here is its own. */
const SHOWING: Readonly<Record<string, RegExp>> = {
  coverage: /^(report|html|xml|json|lcov|combine|erase|annotate)$/,
  nyc: /^(report|check-coverage|merge)$/,
  c8: /^(report|check-coverage)$/,
  ...Object.fromEntries(['codecov', 'coveralls', 'gcov', 'gcovr', 'lcov', 'genhtml'].map((name) => [name, /./])),
  'llvm-cov': /^(?:report|show|export|gcov)$/,
  npm: /^(ls|list|outdated|view|version|whoami)$/,
  pnpm: /^(ls|list|outdated|why)$/,
}

/** Programs that are a check by themselves, where no stack recognised the call. `test`: only with that word. */
const KNOWN: Readonly<Record<string, CheckKind | 'test'>> = {
  ...Object.fromEntries(
    'pytest vitest jest ava tap tape jasmine karma wtr uvu lab qunit behave robot nosetests trial stestr mocha unittest prove bats shellspec busted'
      .split(' ')
      .map((name) => [name, 'tests'] as const),
  ),
  ...Object.fromEntries('ruff eslint biome oxlint tslint'.split(' ').map((name) => [name, 'lint'] as const)),
  ...Object.fromEntries(
    'mypy pyright basedpyright tsc vue-tsc svelte-check pyre pyrefly pytype ty zuban astro'
      .split(' ')
      .map((name) => [name, 'types'] as const),
  ),
  ctest: 'tests',
  meson: 'test',
  playwright: 'test',
  bun: 'test',
  deno: 'test',
  cypress: 'tests',
}
/** Programs of languages without a stack of their own: known by their reports alone. */
const FOREIGN = new Set(
  (
    'mvn mvnw mvnd gradle gradlew sbt ant lein dotnet swift mix rebar3 bundle rspec phpunit pest composer flutter dart ' +
    'cabal stack dune zig bazel bazelisk'
  ).split(' '),
)
/** Those that are a test runner by themselves. */
const FOREIGN_RUNNERS = new Set(['ctest', 'rspec', 'phpunit', 'pest'])
/** Words in front of a program that change nothing about it. */
const PREFIXES = new Set(['npx', 'bunx', 'c8', 'nyc', 'uvx', 'xvfb-run', 'nice', 'nohup', 'stdbuf'])

const RUNNERS: Readonly<Record<string, string>> = {
  make: 'Makefile',
  gmake: 'Makefile',
  just: 'justfile',
  task: 'Taskfile',
  tox: 'tox configuration',
  nox: 'noxfile.py',
  invoke: 'tasks.py',
  inv: 'tasks.py',
  hatch: 'hatch scripts',
  poe: 'poe tasks',
  rye: 'rye scripts',
  turbo: 'turbo.json',
  nx: 'nx.json',
  lerna: 'lerna.json',
  moon: 'moon.yml',
  rake: 'Rakefile',
  mage: 'magefiles',
  wireit: 'wireit scripts',
}

const SYSTEM = new Set([
  'sudo',
  'su',
  'doas',
  'apt',
  'apt-get',
  'apk',
  'dnf',
  'yum',
  'brew',
  'choco',
  'pacman',
  'snap',
  'systemctl',
  'service',
  'modprobe',
  'sysctl',
])

const runnerTarget = (program: string, words: readonly string[]): CheckKind | null => {
  const value = words.findIndex((word) => ['-e', '-s', '--env', '--session', '-C', '-f'].includes(word))
  const named = words.filter((word, index) => !word.startsWith('-') || (value >= 0 && index === value + 1))
  const own = named.filter((word) => !['run', 'run-many', 'affected', 'exec', 'p', 'r'].includes(word))
  const alone = ['tox', 'nox'].includes(program)
  const kinds = own.map((word) => (/(?:^|[:/])check$/.test(word) ? (alone ? 'lint' : 'tests') : kindOfName(word)))
  if (kinds.includes('tests')) return 'tests'
  const other = kinds.find((kind) => kind !== null) ?? null
  // tox and nox without a name, or with a version (`-e py311`), run the tests.
  const versions = own.every((word) =>
    /(?:^|-)(?:(?:py|pypy|python)?[23](?:\.?\d+)?t?|py|pypy)(?:-|$)|[$*]|^ALL$/.test(word),
  )
  return other ?? (alone && !has(words, '-l', '--list') && versions ? 'tests' : null)
}

/** `docker compose run --rm api-tests`, `docker run image npm test`, `docker compose up --exit-code-from tests`. */
const testsInContainer = (words: readonly string[]): boolean => {
  const start = words.findIndex((word) => word === 'run' || word === 'exec')
  if (start < 0) return words.some((word) => /^--(exit-code-from|abort-on-container-(exit|failure))/.test(word))
  return words
    .slice(start + 1)
    .some((word) => !word.startsWith('-') && !/\.ya?ml$/.test(word) && kindOfName(word) === 'tests')
}

const foreignKind = (words: readonly string[], program: string): CheckKind | null => {
  if (/lint|tidy|rustfmt/.test(program) || has(words, 'clippy', 'fmt', 'vet')) return 'lint'
  // A build that leaves its tests out.
  if (words.some((word) => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(word))) return null
  return positional(words).some((word) => /^(test|nextest|verify|check|.*[:.]test|.*Test|rspec)$/.test(word))
    ? 'tests'
    : null
}

/** The command behind a prefix or a runner that the stacks did not take away: `python -m tox`, `uvx ruff`, `xvfb-run …`. */
const behind = (program: string, words: readonly string[]): readonly string[] | undefined => {
  if (/^python[\d.]*$/.test(program) && words[0] === '-m' && words[1] !== undefined)
    return [words[1].replaceAll('_', '-'), ...words.slice(2)]
  const run = ['pipx', 'poetry', 'pdm', 'uv', 'pipenv'].includes(program) ? words.indexOf('run') : -1
  const exec = ['npm', 'pnpm', 'yarn'].includes(program) && ['exec', 'dlx', 'x'].includes(words[0] ?? '')
  const rest = exec ? words.slice(1) : run >= 0 ? words.slice(run + 1) : PREFIXES.has(program) ? words : undefined
  const first = rest?.findIndex((word) => !word.startsWith('-')) ?? -1
  return rest === undefined || first < 0 ? undefined : rest.slice(first)
}

const showsOnly = (program: string, words: readonly string[]): boolean =>
  SHOWING[program]?.test(positional(words)[0] ?? 'none') === true

/** Says what a command is that is neither a script nor a known tool. `argv` has its package runner taken away where that was possible. */
export const natureOf = (argv: readonly string[]): CommandNature => {
  const [path = '', ...words] = argv
  const program = path.slice(path.lastIndexOf('/') + 1)
  if (TALK.has(program) || showsOnly(program, words)) return { nature: 'talk' }
  if (words.length === 1 && /^(--version|-[vV]|version|--help)$/.test(words[0] ?? '')) return { nature: 'talk' }
  if (SYSTEM.has(program))
    return { nature: 'system', reason: 'it changes the machine: the run on the lock shows whether that matters' }
  if (['docker', 'docker-compose', 'podman', 'act'].includes(program))
    return { nature: 'docker', tests: testsInContainer(words) }
  if (installs(program, words)) {
    const extra = positional(words)
      .slice(1)
      .some((word) => /@|==|>=/.test(word) && !word.startsWith('.'))
    return {
      nature: 'install',
      reason: extra
        ? 'the dependencies are installed from the lockfile, not in particular versions'
        : 'the dependencies are installed by Triverdict itself',
    }
  }
  if (
    CHECKERS.has(program) ||
    (program === 'npm' && words[0] === 'audit') ||
    (program === 'git' && words[0] === 'diff')
  )
    return { nature: 'checker', kind: 'lint', reason: `\`${program}\` is no check that this version reads` }
  if (['tox', 'nox'].includes(program) && has(words, '--notest', '--install-only'))
    return { nature: 'install', reason: 'the dependencies are installed by Triverdict itself' }
  if (RUNNERS[program] !== undefined)
    return {
      nature: 'runner',
      kind: runnerTarget(program, words),
      apart: ['tox', 'nox', 'hatch'].includes(program),
      reason: `tier-not-read: the ${RUNNERS[program]} does not tell, without running it, what is run`,
    }
  if (TYPE_TESTERS.has(program))
    return { nature: 'checker', kind: 'types', reason: `\`${program}\` is no check that this version reads` }
  const inner = behind(program, words)
  if (inner !== undefined) return natureOf(inner)
  if (/^cmake3?$/.test(program)) return cmakeNature(words)
  if (program === 'go') return goNature(words)
  if (program === 'cargo' || program === 'cross') return ofCargo(words)
  if (program.startsWith('cargo-')) return ofCargo([program.slice('cargo-'.length), ...words])
  if (program === 'rustfmt')
    return { nature: 'checker', kind: 'lint', reason: '`rustfmt` without cargo is no check that this version reads' }
  if (FOREIGN.has(program)) {
    const kind = FOREIGN_RUNNERS.has(program) ? 'tests' : foreignKind(words, program)
    if (kind !== null)
      return {
        nature: 'foreign',
        kind,
        reason: `\`${program}\` belongs to no stack, and other tests are here: \`verify.report\` in triverdict.yaml says where its report is`,
      }
    return { nature: 'work' }
  }
  const known = KNOWN[program]
  if (known === 'test' ? words[0] === 'test' : known !== undefined && !(program === 'cypress' && words[0] !== 'run'))
    return { nature: 'named', kind: known === 'test' || known === undefined ? 'tests' : known }
  const isManager = ['npm', 'pnpm', 'yarn', 'bun'].includes(program)
  if (isManager) {
    const script = positional(words).find(
      (word) => !['run', 'run-script', 'exec', 'workspaces', 'workspace', 'foreach', 'recursive'].includes(word),
    )
    const kind = kindOfName(positional(words).includes('test') ? 'test' : (script ?? ''))
    return kind === null ? { nature: 'work' } : { nature: 'named', kind }
  }
  const scripted = ['bash', 'sh', 'zsh', 'python', 'python3', 'node', 'tsx', 'ts-node', 'deno', 'xvfb-run'].includes(
    program,
  )
  const file = scripted
    ? positional(words).find((word) => word !== 'run')
    : path.includes('/') || /\.(sh|py|m?js|ts)$/.test(path)
      ? path
      : undefined
  if (/(^|\/)manage\.py$/.test(file ?? ''))
    return words.includes('test') ? { nature: 'named', kind: 'tests' } : { nature: 'work' }
  const kind =
    file === undefined || has(words, '--notest')
      ? null
      : kindOfName(file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, ''))
  return kind === null ? { nature: 'work' } : { nature: 'named', kind }
}

/** Commands that an opaque text seems to call, crudely: only to find out what it is about, never to run them. */
export const commandsWithin = (text: string): readonly Some<string>[] =>
  text
    // `mkdir {bin,bin/tests}` lists words; braces with room around them group commands.
    .split(/\n|;|&&|\|\||\||&|[()`]|\$\(|(?<!\S)[{}](?!\S)|\b(?:then|do|else|if|elif|while|until|fi|done|esac)\b/)
    .map((piece) =>
      piece
        .trim()
        .split(/\s+/)
        .map((word) => word.replace(/^["']|["']$/g, ''))
        .filter(
          (word, index, all) =>
            word !== '' &&
            word !== '!' &&
            !(word === 'time' && all.slice(0, index).every((before) => before === 'time')) &&
            !(/^[A-Za-z_]\w*=/.test(word) && all.slice(0, index).every((before) => /^[A-Za-z_]\w*=/.test(before))),
        ),
    )
    .flatMap(([first, ...rest]): readonly Some<string>[] => (first === undefined ? [] : [[first, ...rest]]))
