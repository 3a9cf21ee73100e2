import { expect, test } from 'vitest'
import { node } from '../stacks/node/stack.ts'
import { python } from '../stacks/python/stack.ts'
import { compose } from './compose.ts'
import { memoryView } from './memory-view.ts'

type Files = Readonly<Record<string, string | null>>
const projects = [
  { directory: '.', stack: node },
  { directory: '.', stack: python },
]
const base = {
  'package.json': '{"name": "p", "scripts": {"test": "mocha test"}}',
  'src/cli.js': "const path = require('path')\nexports.run = (n) => require(path.join(__dirname, 'commands', n))()\n",
  'src/commands/build.js': "module.exports = () => 'built'\n",
  'src/commands/test.js': "module.exports = () => 'tested'\n",
  'src/test-utils.js': 'exports.user = () => ({ name: 1 })\n',
  'src/run-test.js': "require('../test/run')('case')\nexports.done = true\n",
  'src/sum.test.js': "import { sum } from './sum.js'\nit('sums', () => expect(sum(1)).toBe(1))\n",
  'src/gen.js':
    "const fs = require('fs')\nexports.gen = (k) => fs.readFileSync(require('path').join(__dirname, '..', 'templates', 'component.' + k + '.js'))\n",
  'templates/component.test.js': "describe('%NAME%', () => { it('renders', () => {}) })\n",
  'test/cli.js':
    "const { run } = require('../src/cli')\nconst { user } = require('../src/test-utils')\nit('runs', () => {})\n",
  'test/run.js': 'module.exports = (name) => it(name, () => {})\n',
  'test.js': 'module.exports = () => 1\n',
  'p/__init__.py': '',
  'p/main.py': 'from importlib import import_module\ndef run(name): return import_module(f"p.commands.{name}").go()\n',
  'p/commands/__init__.py': '',
  'p/commands/test_all.py': 'def go():\n    return "tested"\n',
  'p/test/__init__.py': '',
  'p/test/__main__.py': 'print("x")\n',
  'p/test_client.py': 'def get():\n    return 200\n',
  'p/tests/__init__.py': '',
  'p/price.py': 'from pathlib import Path\nDEFAULTS = Path(__file__).parent / "fixtures" / "defaults.json"\n',
  'p/fixtures/defaults.json': '{"price": 1}',
  'go.mod': 'module p\n',
  'rate/rate.go': 'package rate\n\nimport _ "embed"\n\n//go:embed fixtures/*.txt\nvar rate string\n',
  'rate/fixtures/rate.txt': '1',
  'p/testdata/rules.cfg': '1',
  'p/rules.py': 'import importlib.resources\nR = importlib.resources.files("p").joinpath("testdata/rules.cfg")\n',
  'p/fixtures/expected.json': '{"sum": 1}',
  'p/other/fixtures/rows.json': '[]',
  'tests/test_p.py':
    'import p\nfrom p.test_client import get\nEXPECTED = open("p/fixtures/expected.json")\ndef test_it(): assert p\n',
}

const compared = (change: Files, more: Readonly<Record<string, string>> = {}) => {
  const files = Object.fromEntries(Object.entries({ ...base, ...more, ...change }).filter((entry) => entry[1] !== null))
  const tree = compose({
    lock: memoryView({ ...base, ...more }),
    branch: memoryView(files as Record<string, string>),
    projects,
  })
  if (!tree.ok) throw new Error(tree.trouble.message)
  return tree.value
}
const originOf = (path: string, text: string) => {
  const tree = compared({ [path]: text })
  return tree.entries.find((entry) => entry.path === path)?.from ?? 'left out'
}

test.each<[string, string, string]>([
  ['a command of a command line', 'src/commands/test.js', "module.exports = () => 'BROKEN'\n"],
  ['a new command', 'src/commands/test-build.js', "module.exports = () => 'built'\n"],
  ['a command of Python', 'p/commands/test_all.py', 'def go():\n    return "BROKEN"\n'],
  ['what a module called test starts', 'p/test/__main__.py', 'print("y")\n'],
  ['a client for tests of others', 'p/test_client.py', 'def get():\n    return 500\n'],
  ['a template of a test', 'templates/component.test.js', "describe('%NAME%', () => {})\n"],
  ['data that product embeds', 'rate/fixtures/rate.txt', '2'],
  ['data called testdata that product alone names', 'p/testdata/rules.cfg', '2'],
  ['data that product alone names', 'p/fixtures/defaults.json', '{"unit": 1}'],
])('%s is product: %s', (_, path, text) => {
  expect(originOf(path, text)).toBe('branch')
  expect(compared({ [path]: text }).doubtful).toEqual([path])
})

test.each<[string, string, string]>([
  ['a test', 'src/sum.test.js', 'export const none = 1\n'],
  ['what becomes a test on the branch', 'src/commands/test.js', "exports.a = 1\nit('passes', () => {})\n"],
  ['what only tests import', 'src/test-utils.js', 'exports.user = () => ({ name: 2 })\n'],
  ['what calls a test file', 'src/run-test.js', "require('../test/run')('other')\nexports.done = true\n"],
  ['a script at the top', 'test.js', 'module.exports = () => 2\n'],
  ['data that a test names', 'p/fixtures/expected.json', '{"sum": 2}'],
  ['data that nobody names', 'p/other/fixtures/rows.json', '[1]'],
  ['what lies among tests', 'test/run.js', 'module.exports = () => {}\n'],
])('%s is none: %s', (_, path, text) => {
  expect(originOf(path, text)).toBe('lock')
  expect(compared({ [path]: text }).doubtful).toEqual([])
})

test.each([
  ['package.json', '{"name": "p", "scripts": {"test": "node src/commands/test.js"}}'],
  ['Makefile', 'test:\n\tnode src/commands/test.js\n'],
])('what %s names judges, however silent it is', (path, text) => {
  const change = { 'src/commands/test.js': "module.exports = () => 'BROKEN'\n" }
  expect(compared(change, { [path]: text }).doubtful).toEqual([])
})

const silent = 'exports.wanted = [1]\n'
const user = (module: string): string =>
  `const { wanted } = require('${module}')\nit('runs', () => expect(1).toBe(wanted))\n`
test.each<[string, string, string, Files]>([
  ['vectors that only tests import', 'src/test-vectors.js', silent, { 'test/v.js': user('../src/test-vectors') }],
  ['a name that says nothing but test', 'src/sum.spec.js', silent, { 'test/v.js': user('../src/sum.spec') }],
  [
    'a helper beside a module that product imports',
    'src/server/test-utils.js',
    silent,
    {
      'src/main.js': "require('./server/app')\n",
      'src/server/app.js': '',
      'test/v.js': user('../src/server/test-utils'),
    },
  ],
  [
    'a helper of tests in a directory of generators',
    'src/generators/test-utils.js',
    "exports.wanted = require('chai').expect\n",
    { 'src/main.js': "join('generators', name)\n", 'test/v.js': user('../src/generators/test-utils') },
  ],
  [
    'data whose name tests put together',
    'p/testdata/rules.cfg',
    '1',
    { 'tests/test_r.py': 'def test_r(): assert open(f"p/testdata/{name}")\n' },
  ],
])('%s come from the lock: %s', (_, path, text, more) => {
  const tree = compared({ [path]: 'exports.wanted = []\n' }, { ...(more as Record<string, string>), [path]: text })
  expect([tree.entries.find((entry) => entry.path === path)?.from, tree.doubtful]).toEqual(['lock', []])
})

test('a test that names fixtures speaks for them, however the branch changes it', () => {
  const more = { 'src/rules.test.js': "it('a', () => expect(readdirSync('testdata')).toBe(1))\n" }
  const tree = compared({ 'src/rules.test.js': '//\n', 'p/testdata/rules.cfg': '2' }, more)
  expect(tree.entries.find(({ path }) => path === 'p/testdata/rules.cfg')?.from).toBe('lock')
})
