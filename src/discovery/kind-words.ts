import type { CheckKind } from '../model/check.ts'

const TYPE_WORDS = /(^|[^a-z])(type-?check(ing|s)?|check-?types?|types?|typing|tsc|mypy|pyright|pyre)([^a-z]|$)/i
const LINT_WORDS =
  /(^|[^a-z])(lint(ers?|ing)?|format(ting)?|fmt|style|eslint|ruff|flake8|prettier|black|pre-commit)([^a-z]|$)/i
const TEST_WORDS = /(^|[^a-z])(tests?|testing|specs?|e2e|pytest|unittest|unit|integration)([^a-z]|$)|^run_?tests?\b/i

/** `build:e2e`, `compile-tests`: they make something for a check, and are none. */
const MAKING = /^(?:build|compile|bundle|install|setup|prepare|clean|watch|serve|start)(?:$|[^a-z])/i

/** The kind that a name sounds like: `test:unit`, `type-check`, `lint`. Null for anything else. */
export const kindOfName = (name: string): CheckKind | null => {
  if (MAKING.test(name)) return null
  if (TYPE_WORDS.test(name)) return 'types'
  if (LINT_WORDS.test(name)) return 'lint'
  return TEST_WORDS.test(name) ? 'tests' : null
}

/** True when a word of a text in any language is one of tests: of a program that a step hands to `python`, of an action's input. */
export const speaksOfTests = (text: string): boolean =>
  text.split(/[\s"'`,;()[\]{}=&|]+/).some((word) => kindOfName(word.slice(word.lastIndexOf('/') + 1)) === 'tests')
