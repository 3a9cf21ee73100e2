import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Stage, statuses } from './fixtures/stage.ts'
import { pytest } from './pytest.ts'

const stage = new Stage()
const base = {
  'pyproject.toml':
    '[project]\nname = "shop"\nversion = "1"\n[dependency-groups]\ndev = ["pytest==9.0.2", "coverage==7.6.1"]\n[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n',
  'src/shop/__init__.py': 'def add(a, b):\n    return a + b\n',
}

beforeAll(async () => {
  await stage.install(base)
})
afterAll(() => stage.remove())

test('an installed project is imported from the tree, and each test is told', async () => {
  const run = await stage.check(pytest, ['pytest'], {
    ...base,
    'tests/test_add.py':
      'from shop import add\ndef test_adds():\n    assert add(1, 2) == 3\ndef test_wrong():\n    assert add(1, 1) == 3\n',
  })
  expect(run.code).toBe(1)
  expect(statuses(run.events)).toEqual({ test_adds: 'passed', test_wrong: 'failed' })
  expect(run.events.find(({ event }) => event === 'modules')).toEqual({
    event: 'modules',
    modules: { shop: `${stage.tree}/src/shop/__init__.py` },
  })
  expect(run.events.at(-1)).toMatchObject({ event: 'end', passed: 1, failed: 1 })
})

test('coverage is measured where paths are remapped and warnings are errors, and what the project stores stays', async () => {
  const run = await stage.check(pytest, ['coverage', 'run', '-m', 'pytest'], {
    ...base,
    'pyproject.toml': `${base['pyproject.toml']}[tool.coverage.run]\nsource = ["src"]\n[tool.coverage.paths]\nsource = ["src", "*/site-packages"]\n[tool.pytest.ini_options]\nfilterwarnings = ["error"]\n`,
    'tests/test_add.py': 'from shop import add\ndef test_adds():\n    assert add(1, 2) == 3\n',
  })
  expect(run.code, run.log).toBe(0)
  const { files } = JSON.parse(readFileSync(join(run.reportDirectory, 'coverage.json'), 'utf8'))
  expect(Object.keys(files)).toEqual(['src/shop/__init__.py'])
  expect(existsSync(join(stage.tree, '.coverage'))).toBe(true)
})
