import type { CheckKind } from '../model/check.ts'
import type { Some } from '../model/result.ts'

/** What a command is that no stack recognises. `work` may matter to what follows: it becomes a step. */
export type CommandNature =
  | { readonly nature: 'talk' }
  | { readonly nature: 'install'; readonly reason: string }
  | { readonly nature: 'system'; readonly reason: string }
  | { readonly nature: 'docker'; readonly tests: boolean }
  | { readonly nature: 'checker'; readonly reason: string }
  /** A runner whose files this version does not read, and the kind its target sounds like. */
  | { readonly nature: 'runner'; readonly kind: CheckKind | null; readonly reason: string }
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
const CHECKERS = new Set(
  'prettier markdownlint markdownlint-cli2 stylelint knip depcheck publint attw cspell codespell typos commitlint yamllint actionlint shellcheck hadolint black isort flake8 pylint bandit pydocstyle vulture safety pip-audit djlint xo standard dprint oxfmt semgrep zizmor pre-commit prek lychee license-checker size-limit api-extractor reuse interrogate pyroma check-manifest twine validate-pyproject eclint editorconfig-checker ec sqlfluff lint-staged textlint alex remark secretlint gitleaks syncpack sherif manypkg madge depcruise arethetypeswrong refurb pyupgrade autoflake deptry taplo'.split(
    ' ',
  ),
)
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
  pdm: 'pdm scripts',
  rye: 'rye scripts',
  turbo: 'turbo.json',
  nx: 'nx.json',
  lerna: 'lerna.json',
  moon: 'moon.yml',
  rake: 'Rakefile',
  mage: 'magefiles',
  wireit: 'wireit scripts',
}
const TYPE_WORDS = /(^|[^a-z])(type-?check(ing|s)?|check-?types?|types?|typing|tsc|mypy|pyright|pyre)([^a-z]|$)/i
const LINT_WORDS =
  /(^|[^a-z])(lint(ers?|ing)?|format(ting)?|fmt|style|eslint|ruff|flake8|prettier|black|pre-commit)([^a-z]|$)/i
const TEST_WORDS = /(^|[^a-z])(tests?|testing|specs?|e2e|pytest|unittest|unit|integration)([^a-z]|$)|^run_?tests?/i

/** The kind that a name sounds like: `test:unit`, `type-check`, `lint`. Null for anything else. */
export const kindOfName = (name: string): CheckKind | null => {
  if (TYPE_WORDS.test(name)) return 'types'
  if (LINT_WORDS.test(name)) return 'lint'
  return TEST_WORDS.test(name) ? 'tests' : null
}

const has = (words: readonly string[], ...any: readonly string[]): boolean => words.some((word) => any.includes(word))
const positional = (words: readonly string[]): readonly string[] => words.filter((word) => !word.startsWith('-'))

const installs = (program: string, words: readonly string[]): boolean => {
  const [first, second] = positional(words)
  switch (program) {
    case 'npm':
    case 'pnpm':
    case 'bun':
      return [
        'ci',
        'i',
        'install',
        'add',
        'fetch',
        'rebuild',
        'clean-install',
        'install-clean',
        'config',
        'set',
        'login',
        'dedupe',
        'link',
        'prune',
        'setup',
        'store',
      ].includes(first ?? '')
    case 'yarn':
      return first === undefined
        ? !has(words, '--version')
        : ['install', 'add', 'config', 'set', 'plugin', 'cache'].includes(first)
    case 'lerna':
      return first === 'bootstrap'
    case 'corepack':
    case 'nvm':
    case 'fnm':
    case 'volta':
    case 'pyenv':
    case 'asdf':
    case 'mise':
    case 'pipx':
    case 'conda':
    case 'mamba':
    case 'micromamba':
    case 'virtualenv':
    case 'pip-sync':
      return true
    case 'pip':
    case 'pip3':
      return true
    case 'python':
    case 'python3':
      return (
        words[0] === '-m' &&
        ['pip', 'venv', 'virtualenv', 'ensurepip', 'pipx', 'uv', 'poetry'].includes(words[1] ?? '') &&
        !has(words, 'run')
      )
    case 'uv':
      return ['sync', 'pip', 'venv', 'python', 'tool', 'lock', 'add', 'cache', 'self'].includes(first ?? '')
    case 'poetry':
      return ['install', 'config', 'lock', 'self', 'env', 'sync', 'check', 'add', 'export'].includes(first ?? '')
    case 'pdm':
      return ['install', 'sync', 'lock', 'config', 'use', 'venv', 'add', 'export'].includes(first ?? '')
    case 'rye':
      return ['sync', 'lock', 'install', 'self', 'pin', 'fetch', 'toolchain'].includes(first ?? '')
    case 'hatch':
      return ['env', 'config', 'python', 'self'].includes(first ?? '') && second !== 'run'
    case 'pipenv':
      return ['install', 'sync', 'lock'].includes(first ?? '')
    case 'pixi':
      return first === 'install'
    default:
      return false
  }
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
  const kinds = own.map((word) => (word === 'check' ? 'tests' : kindOfName(word)))
  if (kinds.includes('tests')) return 'tests'
  const other = kinds.find((kind) => kind !== null) ?? null
  // tox and nox without a name, or with a version (`-e py311`), run the tests.
  return (
    other ??
    (['tox', 'nox'].includes(program) &&
    !has(words, '--notest', '-l', '--list') &&
    !own.some((word) => /docs|build|dist|publish|release/.test(word))
      ? 'tests'
      : null)
  )
}

/** `docker compose run --rm api-tests`, `docker run image npm test`, `docker compose up --exit-code-from tests`. */
const testsInContainer = (words: readonly string[]): boolean => {
  const start = words.findIndex((word) => word === 'run' || word === 'exec')
  if (start < 0) return words.some((word) => /^--(exit-code-from|abort-on-container-(exit|failure))/.test(word))
  return words
    .slice(start + 1)
    .some((word) => !word.startsWith('-') && !/\.ya?ml$/.test(word) && kindOfName(word) === 'tests')
}

/** Says what a command is that is neither a script nor a known tool. `argv` has its package runner taken away where that was possible. */
export const natureOf = (argv: readonly string[]): CommandNature => {
  const [path = '', ...words] = argv
  const program = path.slice(path.lastIndexOf('/') + 1)
  if (TALK.has(program)) return { nature: 'talk' }
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
    return { nature: 'checker', reason: `\`${program}\` is no check that this version reads` }
  if (RUNNERS[program] !== undefined)
    return {
      nature: 'runner',
      kind: runnerTarget(program, words),
      reason: `tier-not-read: this version does not look into the ${RUNNERS[program]}`,
    }
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
    .split(/\n|;|&&|\|\||\||&|[(){}`]|\$\(|\b(?:then|do|else|if|elif|while|until|fi|done|esac)\b/)
    .map((piece) =>
      piece
        .trim()
        .split(/\s+/)
        .map((word) => word.replace(/^["']|["']$/g, ''))
        .filter(
          (word, index, all) =>
            word !== '' &&
            word !== '!' &&
            !(/^[A-Za-z_]\w*=/.test(word) && all.slice(0, index).every((before) => /^[A-Za-z_]\w*=/.test(before))),
        ),
    )
    .flatMap(([first, ...rest]): readonly Some<string>[] => (first === undefined ? [] : [[first, ...rest]]))
