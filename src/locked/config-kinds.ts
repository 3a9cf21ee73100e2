import type { FlagKind } from './flags.ts'

const name = (words: string): RegExp => new RegExp(`(?:^|/)(?:${words})$`)

const kinds: readonly (readonly [RegExp, 'lint' | 'type' | FlagKind])[] = [
  [/^(?:triverdict\.ya?ml|baselines\/.*)$/, 'verify-config-modified'],
  [name('\\.gitattributes|\\.gitmodules'), 'gitattributes-modified'],
  [name('\\.gitignore|\\.ignore'), 'ignore-file-modified'],
  [
    name('[Mm]akefile|GNUmakefile|\\.?[Jj]ustfile|[Tt]askfile\\.ya?ml|tox\\.ini|noxfile\\.py|scripts/.*'),
    'test-command-modified',
  ],
  [name('\\.coveragerc|\\.nycrc.*|\\.c8rc.*|nyc\\.config\\..*|\\.?codecov\\.ya?ml'), 'coverage-config-modified'],
  [
    name(
      'eslint\\.config\\..*|\\.eslintrc.*|\\.eslintignore|\\.?biome\\.jsonc?|\\.?prettierrc.*|prettier\\.config\\..*|\\.prettierignore|\\.editorconfig|\\.?ruff\\.toml|\\.flake8|\\.?pylintrc|\\.?oxlint.*|\\.stylelintrc.*|\\.golangci\\..*|\\.?clippy\\.toml|\\.?rustfmt\\.toml|\\.pre-commit-config\\.ya?ml',
    ),
    'lint',
  ],
  [name('[tj]sconfig.*\\.json|\\.?mypy\\.ini|pyrightconfig\\.json'), 'type'],
  [name('\\.tool-versions|\\.nvmrc|\\.node-version|\\.python-version|\\.?mise\\.toml'), 'toolchain-pin-modified'],
  [/^\.(?:github|gitlab|circleci|buildkite|husky|githooks)\/|^\.?[\w-]*\.ya?ml$|^Jenkinsfile$/, 'ci-config-modified'],
]

/** Which kind of anomaly a change of a judging file is, by its path and, for linters and type checkers, by what the texts say. */
export const judgeKind = (path: string, before: string | undefined, after: string | undefined): FlagKind => {
  const kind = kinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'runner-config-modified'
  if (kind !== 'lint' && kind !== 'type') return kind
  return `${kind}-config-${loosened(before ?? '', after ?? '') ? 'loosened' : 'modified'}`
}

/** Which kind a change of `tool.<name>` of pyproject.toml, or of a key of package.json, is. */
export const toolKind = (tool: string, before: unknown, after: unknown): FlagKind => {
  const texts = [before, after].map((value) =>
    JSON.stringify(value ?? {}, (_key, inner) => (typeof inner === 'bigint' ? String(inner) : inner)),
  )
  const looser = loosened(texts[0] ?? '', texts[1] ?? '') ? 'loosened' : 'modified'
  if (/^(?:coverage|c8|nyc)$/.test(tool)) return 'coverage-config-modified'
  if (/^(?:mypy|pyright|basedpyright|ty|pytype)$/.test(tool)) return `type-config-${looser}`
  if (
    /^(?:ruff|flake8|pylint|black|isort|pydocstyle|pycodestyle|bandit|eslintConfig|eslintIgnore|prettier|xo|standard|stylelint)$/.test(
      tool,
    )
  )
    return `lint-config-${looser}`
  if (/^(?:packageManager|volta|devEngines)$/.test(tool)) return 'toolchain-pin-modified'
  return /^(?:tox|nox|hatch|pdm|poe|taskipy|wireit)$/.test(tool) ? 'test-command-modified' : 'runner-config-modified'
}

/** True when words that switch rules off became more, or words that demand became fewer. A rule of thumb: it only chooses a severity. */
export const loosened = (before: string, after: string): boolean => {
  const count = (text: string, words: RegExp): number => text.match(words)?.length ?? 0
  const offs = /\b(?:off|warn|false|ignore\w*|disable\w*|exclude\w*|skip\w*|allow\w*|silent)\b|["':\s]0\b/gi
  const ons = /\b(?:error|strict\w*|true|select\w*|require\w*|disallow\w*|recommended\w*|no[A-Z]\w*)\b/g
  return count(after, offs) > count(before, offs) || count(after, ons) < count(before, ons)
}
