import { afterAll, beforeAll, expect, test } from 'vitest'
import { Stage, statuses } from './fixtures/stage.ts'
import { pytest } from './pytest.ts'

const stage = new Stage()
const base = {
  'pyproject.toml':
    '[project]\nname = "shop"\nversion = "1"\n[dependency-groups]\ndev = ["pytest==9.0.2"]\n[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n',
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
