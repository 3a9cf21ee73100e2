import { expect, test } from 'vitest'
import { viewOf } from './fixtures/view.ts'
import { hookedVersion } from './pre-commit.ts'
import { undeclaredTools } from './selection.ts'

const HOOKS = `repos:
  - repo: https://github.com/pre-commit/pre-commit-hooks
    rev: v4.6.0
    hooks: [{ id: check-ast }]
  - repo: https://github.com/astral-sh/ruff-pre-commit
    rev: 5efc9b2f2ab9c4cb7d1d0a1b4b6d5c1f0a3e2d1c  # frozen: v0.12.1
    hooks:
      - id: ruff-check
  - rev: 'v1.11.2'
    repo: https://github.com/elsewhere/else
  - repo: https://github.com/pre-commit/mirrors-mypy
    rev: "v1.11.2"
    hooks: [{ id: mypy }]
`

test('a tool that only the hooks of pre-commit name is installed as they pin it', () => {
  const view = viewOf({
    '.pre-commit-config.yaml': HOOKS,
    'pyproject.toml': '[tool.ruff]\n[tool.mypy]\n[tool.pyright]\n',
  })
  expect(hookedVersion(view, 'ruff')).toBe('0.12.1')
  expect(hookedVersion(view, 'pyright')).toBeUndefined()
  expect(undeclaredTools(view)).toEqual(['mypy==1.11.2', 'ruff==0.12.1', 'pyright'])
})
