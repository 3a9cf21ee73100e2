import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { Stage, statuses } from './fixtures/stage.ts'
import { pytest } from './pytest.ts'

test('poetry', async () => {
  const stage = new Stage()
  const files: Record<string, string> = {
    'pyproject.toml':
      '[tool.poetry]\nname = "app"\nversion = "1"\ndescription=""\nauthors=[]\npackages=[{include="app"}]\n[tool.poetry.dependencies]\npython = ">=3.9"\nsix="*"\n[tool.poetry.group.dev.dependencies]\nsix="*"\n[build-system]\nrequires = ["poetry-core"]\nbuild-backend = "poetry.core.masonry.api"\n',
    'app/__init__.py': 'import six\n',
    'tests/test_app.py': 'import app\ndef test_name():\n    assert app\n',
  }
  const lock = readFileSync('/tmp/python/po/tree/poetry.lock', 'utf8')
  const all = { ...files, 'poetry.lock': lock }
  const plan = await stage.install(all)
  console.log(
    JSON.stringify(
      plan.install.map((s) => s.command),
      null,
      0,
    ),
    plan.pinned,
    plan.keyFiles,
  )
  const run = await stage.check(pytest, ['pytest'], all)
  console.log(run.log, statuses(run.events), run.events.at(-2))
  stage.remove()
}, 400_000)
test('nouv pip', async () => {
  const stage = new Stage()
  const files: Record<string, string> = {
    'pyproject.toml':
      '[project]\nname = "app"\nversion = "1"\ndescription="d"\ndependencies=["six"]\n[project.optional-dependencies]\ntest=["pytest"]\nall=["app[test]"]\n[build-system]\nrequires = ["flit_core >=3.2,<4"]\nbuild-backend = "flit_core.buildapi"\n',
    'app/__init__.py': '"""x"""\n__version__="1"\nimport six\n',
    'tests/test_app.py': 'import app\ndef test_name():\n    assert app\n',
  }
  const old = process.env.PATH
  process.env.PATH = '/usr/bin:/bin'
  const plan = await stage.install(files)
  console.log(
    JSON.stringify(
      plan.install.map((s) => s.command),
      null,
      0,
    ),
    plan.pinned,
    plan.keyFiles,
  )
  const run = await stage.check(pytest, ['pytest'], files)
  console.log(run.log, statuses(run.events), run.events.at(-2))
  process.env.PATH = old
  stage.remove()
}, 400_000)
