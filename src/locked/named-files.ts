import type { RepoView } from '../model/repo-view.ts'
import { type ConfigWord, configWords, wordsIn } from './config-words.ts'
import { normal } from './javascript-imports.ts'
import { at, isTable, own, parseJsonc } from './jsonc.ts'
import { resolvePython } from './python-imports.ts'

/** What a tool loads or reads as its own configuration. */
const loading =
  /^(?:setup_?files\w*|global_?setup|global_?teardown|(?:test)?environment|transform|(?:test)?runner|test_?sequencer|sequencer|reporters?|snapshot(?:serializers|resolver|environment|format)|resolver|preset|projects|workspace|extends?|require|import|loader|node[-_]options?|config(?:[-_]?(?:file|path))?|(?:js)?plugins?|load-plugins|processor|parser|addopts|rulesdir|file|custom\w+|references|rcfile|ui)$/i
/** What is looked at, built or stood for by another name: product, whatever the tool. */
const looking =
  /^(?:alias|moduleNameMapper|module(?:Paths|Directories|s)?|paths|roots?|rootDir|include\w*|exclude\w*|.*ignore\w*|files|entry|entries|input|collectCoverageFrom|coverage\w*|source\w*|src|omit|testMatch|testRegex|test_?paths|pythonpath|mypy_path|packages|output\w*|out\w*|main|exports|types|bin|build|optimizeDeps|define|known\w*|cwd|commands\w*|deps|allowlist_externals|set_?env|passenv|scripts|metadata|options\w*)$/i
const pathOption =
  /^(?:-[cpPrb]|--(?:config(?:[-_]?(?:file|path))?|project|rcfile|require|import|(?:experimental-)?loader|preload|global-?setup|setup-?files\w*|test-global-setup|env(?:ironment)?|reporter|rulesdir|file|opts|ui|tsconfig|extends?|plugin|parser|transform|runner|build|load-plugins|env-file|ignore-path))$/i

/** True for a place where product lies by convention. */
export const inSources = (path: string): boolean => /(?:^|\/)(?:src|lib|app|source|server|client|public)\//.test(path)

export interface Named {
  readonly path: string
  /** `module`: named as a module of Python, which the tests load. */
  readonly as: 'file' | 'module'
}

/** Files that a word names, seen from these directories (each with its slash, empty for the root). */
export const filesNamed = (view: RepoView, word: string, directories: readonly string[]): readonly string[] => {
  const bare = word.replace(/^(?:<rootDir>|\$\{(?:configDir|workspaceFolder)\}|\{(?:toxinidir|projectRoot)\})\//, './')
  if (!/^[\w@.][\w@.+ /-]*$/.test(bare) || bare.length > 200) return []
  return [...new Set(directories)].flatMap((directory) => {
    const place = normal(directory + bare)
    if (place === undefined || place === '') return []
    const names = [
      place,
      ...(/[./]/.test(bare) ? ['json', 'js', 'cjs', 'mjs', 'ts'].map((end) => `${place}.${end}`) : []),
    ]
    return names.filter((path) => view.has(path)).slice(0, 1)
  })
}

/** Files that options of a command name: `-c conf/unit.ini`, `--import=./etc/hooks.mjs`, `-p support.fixtures`. */
export const namedByOptions = (
  view: RepoView,
  words: readonly string[],
  directories: readonly string[],
): readonly Named[] =>
  words.flatMap((word, index): readonly Named[] => {
    const joined = /^(--[\w-]+)=(.+)$/.exec(word)
    const short = /^(-[cpr])([\w.][\w./-]{2,})$/.exec(word)
    const [option, value] = joined?.slice(1) ?? short?.slice(1) ?? [word, words[index + 1] ?? '']
    if (option === undefined || value === undefined || !pathOption.test(option)) return []
    const files = filesNamed(view, value, directories).map((path): Named => ({ path, as: 'file' }))
    return option === '-p' && files.length === 0 ? modules(view, value, directories) : files
  })

/** Files of a module of Python that is named by its dotted name. */
export const modules = (view: RepoView, name: string, directories: readonly string[]): readonly Named[] =>
  /^[\w.]+$/.test(name)
    ? resolvePython(view, '', name, [...directories, 'src/']).map((path): Named => ({ path, as: 'module' }))
    : []

/** Files that a configuration of a judging tool names; of manifests and shared files only the parts of such tools are read. */
export const namedByConfig = (view: RepoView, path: string, directories: readonly string[]): readonly Named[] => {
  const text = view.read(path) ?? ''
  const code = /\.[cm]?[jt]sx?$/.test(path)
  return judgingWords(path, text).flatMap(({ keys, text: word }): readonly Named[] => {
    if (keys.some((key) => looking.test(key))) return []
    // Options of a plug-in (`plugins: [html({ template })]`) are no files that are loaded.
    const loads = loading.test(keys.at(-1) ?? '') || keys.at(-2) === 'transform'
    if (!loads && code) return []
    const words = word.split(/[\s,]+/).filter(Boolean)
    const plain = words.flatMap((each) => filesNamed(view, each, directories))
    const found = plain.filter((each) => loads || (word.includes('/') && !inSources(each)))
    const plugins = keys.some((key) => /^plugins?$/.test(key)) && /\.(?:toml|ini|cfg)$/.test(path)
    return [
      ...found.map((each): Named => ({ path: each, as: 'file' })),
      ...namedByOptions(view, words, directories),
      ...(plugins ? words.flatMap((each) => modules(view, each, directories)) : []),
    ]
  })
}

const sections = /^(?:jest|vitest|mocha|ava|tap|jasmine|c8|nyc|stryker|eslintConfig|prettier|xo|standard|stylelint)$/
const tables =
  /^(?:pytest.*|coverage|mypy|pyright|basedpyright|ty|pytype|ruff|flake8|pylint|black|isort|pydocstyle|pycodestyle|bandit)$/
const cfgSections = /^(?:tool:pytest|pytest|coverage:.*|mypy.*|flake8.*|pylint.*|pycodestyle|pydocstyle|isort)$/

const judgingWords = (path: string, text: string): readonly ConfigWord[] => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name === 'package.json') return wordsIn(parseJsonc(text)).filter(({ keys }) => sections.test(keys[0] ?? ''))
  const words = configWords(path, text)
  if (name === 'pyproject.toml') return words.filter(({ keys }) => keys[0] === 'tool' && tables.test(keys[1] ?? ''))
  if (name === 'setup.cfg' || name === 'tox.ini') return words.filter(({ keys }) => cfgSections.test(keys[0] ?? ''))
  const json = name.endsWith('.json') ? parseJsonc(text) : undefined
  const types = /^[tj]sconfig/.test(name) || (isTable(json) && isTable(own(json, 'compilerOptions')))
  // `extends` of a tsconfig is the only file that has a say in its strictness.
  return types ? wordsIn(at(json, 'extends'), ['extends']) : words
}
