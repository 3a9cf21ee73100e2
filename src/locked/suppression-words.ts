/** Words that keep a linter, a type checker or a coverage tool from speaking: in a comment, in Rust and Java in an attribute. */
export interface Suppression {
  /** `noqa`, `@ts-ignore`. */
  readonly kind: string
  /** What is silenced: rules, or `*` for everything. */
  readonly rules: readonly string[]
  /** 1-based. */
  readonly line: number
  /** The line that holds it, trimmed. */
  readonly text: string
}

/** Where a directive may begin: behind what opens a comment, or at the start of a line of a longer one. */
const opening = String.raw`(?:\/\/+|\/\*+|<!--|^[ \t]*\*?)[ \t]*`
const script = (words: string, rules = ''): RegExp => new RegExp(`${opening}(${words})${rules}`, 'gm')
const python = (words: string, rules = ''): RegExp => new RegExp(`#[ \\t]*(${words})${rules}`, 'gim')

/** The first group of each is the kind; the second, where there is one, holds the rules. */
const scripts = [
  script('@ts-ignore|@ts-expect-error|@ts-nocheck'),
  script(
    '(?:eslint|oxlint)-disable(?:-next-line|-line)?(?![\\w-])',
    '[ \\t]*((?:[@\\w/-]+(?:[ \\t]*,[ \\t]*)?)*)(?=\\s|\\*|-|$)',
  ),
  script('biome-ignore(?:-all|-start)?(?![\\w-])', '[ \\t]+([\\w/]+)'),
  script('(?:v8|c8|istanbul)[ \\t]+ignore|node:coverage[ \\t]+(?:ignore|disable)'),
]
const pythons = [
  python('(?:(?:ruff|flake8)[ \\t]*:[ \\t]*)?noqa\\b', '(?:[ \\t]*:[ \\t]*([A-Z]+\\d+(?:[ \\t,]+[A-Z]+\\d+)*))?'),
  python('type:[ \\t]*ignore|pyright:[ \\t]*ignore', '(?:\\[([^\\]\\n]*)\\])?'),
  python('mypy:[ \\t]*ignore-errors'),
  python('pylint:[ \\t]*(?:disable|skip-file)(?:-next)?', '(?:[ \\t]*=[ \\t]*([\\w, \\t-]+))?'),
  python('pragma:?[ \\t]*no[ \\t]?cover'),
]
const natives = [
  script('NOLINT(?:NEXTLINE|BEGIN)?(?![\\w-])', '(?:\\(([^)\\n]*)\\))?'),
  script('cppcheck-suppress(?:-begin|-file|-macro)?(?![\\w-])', '[ \\t]+\\[?([\\w, \\t]+)'),
  script('clang-format[ \\t]+off\\b|(?:LCOV|GCOV|GCOVR)_EXCL_(?:LINE|START|BR_LINE|BR_START)\\b'),
]

/** An attribute that stands in no line comment; what `cfg_attr` asks may stand in front of it. */
const attribute = (open: string, words: string): RegExp =>
  new RegExp(`(?<!//[^\\n]*)(#${open}\\s*\\[\\s*(?:cfg_attr\\s*\\([^\\]]*?[\\s,(])?${words})`, 'g')
const muting = '(?:allow|expect)(?=\\s*\\()'
const lists = (pattern: RegExp): RegExp => new RegExp(`${pattern.source}\\s*\\(([^)\\]]*)\\)`, 'g')
const rusts = [
  lists(attribute('!', muting)),
  lists(attribute('(?!!)', muting)),
  attribute('!?', '(?:rustfmt::skip|rustfmt_skip|tarpaulin::skip|coverage\\s*\\(\\s*off)'),
  script('grcov-excl-(?:br-)?(?:line|start)\\b|(?:LCOV|GRCOV)_EXCL_(?:BR_)?(?:LINE|START)\\b'),
]
const gos = [
  script('nolint(?![\\w-])', '(?:[ \\t]*:[ \\t]*([\\w-]+(?:[ \\t]*,[ \\t]*[\\w-]+)*))?'),
  script('lint:(?:file-)?ignore(?![\\w-])', '[ \\t]+([\\w,*]+)'),
  script('#nosec\\b|gosec:disable\\b', '(?:[ \\t]+(G\\d+(?:[ \\t,]+G\\d+)*))?'),
  script('revive:disable(?:-line|-next-line)?(?![\\w-])', '(?::([\\w-]+))?'),
]
const javas = [
  /(?<!(?:\/\/|\*)[^\n]*)(@(?:file:)?(?:SuppressWarnings|SuppressFBWarnings|Suppress))\s*\((?:\s*value\s*=)?\s*\{?([^)}]*)/g,
  script('NOPMD\\b|NOSONAR\\b'),
  script('CHECKSTYLE[:.][ \\t]*OFF\\b', '(?:[ \\t]*:?[ \\t]*(\\w+))?'),
  script('spotless:off\\b|@formatter:off\\b'),
]

/** What is looked for in a file of this name; nothing in what is no source. */
export const patternsFor = (path: string): readonly RegExp[] =>
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(path)
    ? scripts
    : /\.pyi?$/.test(path)
      ? pythons
      : /\.(?:c|cc|cpp|cxx|c\+\+|C|h|hh|hpp|hxx|ipp|inl|m|mm)$/.test(path)
        ? natives
        : /\.rs$/.test(path)
          ? rusts
          : /\.go$/.test(path)
            ? gos
            : /\.(?:java|kts?|groovy|scala)$/.test(path)
              ? javas
              : []

const rulesOf = (list: string): readonly string[] =>
  list
    .replace(/,?\s*(?:reason|justification)\s*=[\s\S]*$/, '')
    .split(/[\s,"']+/)
    .filter(Boolean)

/** `noqa`; of an attribute what it is without what `cfg_attr` asks: `#![allow]`. */
const kindOf = (words: string): string =>
  words.startsWith('#[') || words.startsWith('#!')
    ? `${words.startsWith('#!') ? '#![' : '#['}${/\w+(?:::\w+)*(?=(?:\s*\(\s*off)?$)/.exec(words)?.[0]}]`
    : words.toLowerCase().replaceAll(/\s+/g, ' ')

/** The suppressions of a source text in the order of their lines. Strings that look like comments are taken for comments. */
export const suppressionsIn = (path: string, text: string): readonly Suppression[] => {
  const rows = text.split('\n')
  const starts: number[] = []
  for (let at = 0, row = 0; row < rows.length; at += (rows[row]?.length ?? 0) + 1, row += 1) starts.push(at)
  return patternsFor(path)
    .flatMap((pattern) =>
      [...text.matchAll(pattern)].map((match): Suppression => {
        const at = match.index + match[0].indexOf(match[1] ?? '')
        const line = starts.findLastIndex((start) => start <= at) + 1
        const rules = rulesOf(match[2] ?? '')
        return {
          kind: kindOf(match[1] ?? ''),
          rules: rules.length === 0 ? ['*'] : rules,
          line,
          text: (rows[line - 1] ?? '').trim().slice(0, 200),
        }
      }),
    )
    .sort((a, b) => a.line - b.line)
}
