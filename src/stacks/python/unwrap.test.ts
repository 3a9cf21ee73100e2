import { expect, test } from 'vitest'
import type { Some } from '../../model/result.ts'
import { unwrap } from './unwrap.ts'

test.each<[string, string | undefined]>([
  ['uv run pytest -q', 'pytest -q'],
  ['uv run --frozen --group test --extra x pytest', 'pytest'],
  ['uv run -p 3.12 -- python -m pytest', 'python -m pytest'],
  ['uv run python3.11 -m mypy src', 'mypy src'],
  ['uv run -m pytest tests', 'python -m pytest tests'],
  ['uv run --with pytest-xdist pytest', undefined],
  ['uv sync', undefined],
  ['uvx ruff check', undefined],
  ['poetry run pytest', 'pytest'],
  ['poetry run serve', undefined],
  ['python -m poetry run ruff check', 'ruff check'],
  ['pipenv run python -m unittest', 'python -m unittest'],
  ['pdm run test', undefined],
  ['pdm run -v pytest tests', 'pytest tests'],
  ['hatch run pytest', 'pytest'],
  ['python3.11 -m pytest', 'python -m pytest'],
  ['python -W error -m pytest', undefined],
  ['python -m pytest', undefined],
  ['python -m ruff check .', 'ruff check .'],
  ['python -m build', undefined],
  ['pytest', undefined],
])('%s → %s', (line, expected) => {
  expect(unwrap(line.split(' ') as unknown as Some<string>)?.join(' ')).toBe(expected)
})
