import { describe, expect, test } from 'vitest'
import { compose } from './compose.ts'
import { check, type Files, ofChanged, projects } from './fixtures/changed.ts'
import { memoryView } from './memory-view.ts'

const judged = 'lock runner-config-modified'
const command = 'lock test-command-modified'
const product: Files = {
  'package.json': '{ "private": true, "main": "src/a.js" }',
  'src/a.js': "import './used.js'\n",
  'src/used.js': 'x',
}

describe('what configuration and commands of checks name is part of the exam', () => {
  /** Title, the files of the exam, the path that changes, the command, where it comes from. */
  const rows: readonly (readonly [string, Files, string, string, string])[] = [
    ['tsc -p', { 'config/check.json': '{}' }, 'config/check.json', 'tsc -p config/check.json', judged],
    [
      'extends of tsconfig',
      { 'tsconfig.json': '{"extends":"./config/base"}', 'config/base.json': '{}' },
      'config/base.json',
      'tsc',
      judged,
    ],
    [
      'and of that again',
      {
        'tsconfig.json': '{"extends":["./config/base.json"]}',
        'config/base.json': '{"compilerOptions":{},"extends":"./deep.json"}',
        'config/deep.json': '{}',
      },
      'config/deep.json',
      'tsc',
      judged,
    ],
    ['eslint -c', { 'config/lint.mjs': 'x' }, 'config/lint.mjs', 'eslint -c config/lint.mjs src', judged],
    ['imports of it', { 'c/l.mjs': "import './r.mjs'", 'c/r.mjs': 'x' }, 'c/r.mjs', 'eslint --config=c/l.mjs', judged],
    [
      'imports of eslint.config',
      { 'eslint.config.mjs': "import r from './lint/rules.mjs'", 'lint/rules.mjs': 'x' },
      'lint/rules.mjs',
      'eslint .',
      judged,
    ],
    [
      'extend of ruff',
      { 'ruff.toml': 'extend = "config/base.toml"', 'config/base.toml': 'x' },
      'config/base.toml',
      'ruff check .',
      judged,
    ],
    ['mypy --config-file', { 'conf/t.ini': '[mypy]' }, 'conf/t.ini', 'mypy --config-file conf/t.ini', judged],
    ['pytest -c', { 'conf/unit.ini': '[pytest]' }, 'conf/unit.ini', 'pytest -c conf/unit.ini tests', judged],
    [
      'plug-in of vite.config',
      { 'vite.config.js': "import { p } from './build/plugin.js'", 'build/plugin.js': 'x' },
      'build/plugin.js',
      'vitest run',
      judged,
    ],
    [
      'transform of jest',
      { 'package.json': '{"private":true,"jest":{"transform":{"\\\\.js$":"./build/t.js"}}}', 'build/t.js': 'x' },
      'build/t.js',
      'jest',
      judged,
    ],
    [
      'setup of jest',
      { 'jest.config.js': "module.exports = { setupFilesAfterEnv: ['<rootDir>/etc/env.js'] }", 'etc/env.js': 'x' },
      'etc/env.js',
      'jest',
      judged,
    ],
    [
      'setup of vitest',
      { 'vitest.config.ts': "export default { test: { setupFiles: './config/s.js' } }", 'config/s.js': 'x' },
      'config/s.js',
      'vitest run',
      judged,
    ],
    [
      'require of mocha',
      { '.mocharc.yml': 'require:\n  - ./support/hooks.js\n', 'support/hooks.js': 'x' },
      'support/hooks.js',
      'mocha',
      judged,
    ],
    ['--import', { 'etc/reg.mjs': 'x' }, 'etc/reg.mjs', 'node --import ./etc/reg.mjs --test', judged],
    [
      'pytest_plugins',
      {
        'p/__init__.py': '',
        'support/__init__.py': '',
        'support/fx.py': 'x',
        'conftest.py': 'pytest_plugins = ["support.fx"]\n',
      },
      'support/fx.py',
      'pytest',
      'lock test-modified',
    ],
    [
      '-p in addopts',
      {
        'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "-p tools.plug"\n',
        'p/__init__.py': '',
        'tools/__init__.py': '',
        'tools/plug.py': 'x',
      },
      'tools/__init__.py',
      'pytest',
      'lock test-modified',
    ],
    [
      'a script that a test runs',
      { 'test/a.test.js': "execFileSync('scripts/check.sh')", 'scripts/check.sh': 'x' },
      'scripts/check.sh',
      'node --test',
      command,
    ],
  ]
  test.each(rows)('%s', (_, files, path, line, expected) => {
    expect(ofChanged({ ...product, ...files }, path, [check(line)])).toBe(expected)
  })

  test('the program of a command that is no known runner', () => {
    const files = { ...product, 'scripts/run.mjs': 'x' }
    expect(ofChanged(files, 'scripts/run.mjs', [check('node scripts/run.mjs', null)])).toBe(command)
    expect(ofChanged(files, 'src/a.js', [check('node src/a.js', null)])).toBe('branch')
  })
})

describe('product that is named stays product', () => {
  const rows: readonly (readonly [string, Files, string, string])[] = [
    [
      'a module that tests import, whatever its name',
      { 'test/a.test.js': "import '../src/validate.js'\nspawn('scripts/check.js')", 'src/validate.js': 'x' },
      'src/validate.js',
      'node --test',
    ],
    ['what a linter looks at', {}, 'src/used.js', 'eslint src/used.js'],
    ['what product imports', { 'vitest.config.js': "import './src/used.js'" }, 'src/used.js', 'vitest run'],
    [
      'an alias',
      { 'vitest.config.js': "export default { resolve: { alias: { a: './src/b.js' } } }", 'src/b.js': 'x' },
      'src/b.js',
      'vitest run',
    ],
    [
      'a mapped module',
      { 'jest.config.js': "module.exports = { moduleNameMapper: { '^a$': '<rootDir>/core/b.js' } }", 'core/b.js': 'x' },
      'core/b.js',
      'jest',
    ],
    [
      'an option of a plug-in',
      { 'vite.config.js': "export default { plugins: [html({ template: 'page.html' })] }", 'page.html': 'x' },
      'page.html',
      'vitest run',
    ],
    ['what is exported', { 'eslint.config.js': "import './src/a.js'" }, 'src/a.js', 'eslint .'],
    [
      'what the start script loads',
      {
        'package.json': '{"private":true,"scripts":{"start":"node --import ./etc/trace.mjs app.js"}}',
        'etc/trace.mjs': 'x',
      },
      'etc/trace.mjs',
      'node --import ./etc/trace.mjs --test',
    ],
    [
      'a build script',
      { 'package.json': '{"private":true,"scripts":{"build":"node scripts/build.mjs"}}', 'scripts/build.mjs': 'x' },
      'scripts/build.mjs',
      'node --test',
    ],
    [
      'product that a setup file imports',
      { 'config/s.js': "import '../src/b.js'\nimport '../app.js'", 'app.js': 'x', 'src/b.js': 'x' },
      'app.js',
      'node --import ./config/s.js --test',
    ],
    [
      'what the configuration of the bundler and of the linter share',
      {
        'webpack.config.js': "import './etc/paths.js'",
        'eslint.config.js': "import './etc/paths.js'",
        'etc/paths.js': 'x',
      },
      'etc/paths.js',
      'eslint .',
    ],
  ]
  test.each(rows)('%s', (_, files, path, line) => {
    expect(ofChanged({ ...product, ...files }, path, [check(line)])).toBe('branch')
  })
})

describe('data that tests name', () => {
  const fixture = 'lock fixture-modified'
  const rows: readonly (readonly [string, Files, string, string])[] = [
    [
      'a static import',
      { 'test/a.test.js': "import rows from '../data/e.json' with { type: 'json' }", 'data/e.json': '1' },
      'data/e.json',
      fixture,
    ],
    [
      'parts of a path',
      { 'test/a.test.js': "path.join(root, 'data', 'e.json')", 'data/e.json': '1' },
      'data/e.json',
      fixture,
    ],
    [
      'parts of a path in Python',
      { 'tests/test_a.py': 'Path(__file__).parent.parent / "data" / "e.json"', 'data/e.json': '1' },
      'data/e.json',
      fixture,
    ],
    ['a file of the root', { 'tests/test_a.py': 'root.joinpath("g.json")', 'g.json': '1' }, 'g.json', fixture],
    ['a directory', { 'test/a.test.js': "new URL('../cases/', u)", 'cases/1.json': '1' }, 'cases/1.json', fixture],
    [
      'data of product and tests',
      { 'src/a.js': "read('../data/e.json')", 'test/a.test.js': "read('../data/e.json')", 'data/e.json': '1' },
      'data/e.json',
      'branch fixture-shared-with-product',
    ],
    [
      'of a directory that product reads',
      { 'src/a.js': 'read("data/" + name)', 'test/a.test.js': "read('data/e.json')", 'data/e.json': '1' },
      'data/e.json',
      'branch fixture-shared-with-product',
    ],
    ['a page for people', { 'test/a.test.js': "read('README.md')", 'README.md': '1' }, 'README.md', 'branch'],
    ['a word that is no path', { 'test/a.test.js': "on('data')", 'data/e.json': '1' }, 'data/e.json', 'branch'],
    ['a directory with code in it', { 'test/a.test.js': "read('../src/')", 'src/e.json': '1' }, 'src/e.json', 'branch'],
  ]
  test.each(rows)('%s', (_, files, path, expected) => {
    expect(ofChanged({ ...product, ...files }, path)).toBe(expected)
  })

  test('what the branch deletes is restored, what it adds is left out unless its product names it', () => {
    const files = { ...product, 'test/a.test.js': "readdirSync('./cases/')", 'cases/1.json': '1' }
    expect(ofChanged(files, 'cases/1.json', [], null)).toBe('lock fixture-modified')
    const added = (more: Files) => {
      const branch = memoryView({ ...files, 'cases/2.json': '2', ...more })
      const tree = compose({ lock: memoryView(files), branch, projects })
      return tree.ok ? tree.value.entries.some(({ path }) => path === 'cases/2.json') : undefined
    }
    expect(added({})).toBe(false)
    expect(added({ 'src/a.js': "read('../cases/2.json')" })).toBe(true)
  })
})
