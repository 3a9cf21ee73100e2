const javascript = [
  /^(?:vitest|jest|jest-cli|mocha|chai|ava|tap|tape|uvu|jasmine|jasmine-core|expect|ts-jest|babel-jest|c8|nyc|cypress)$/,
  /^@vitest\/.+$/,
  /^@jest\/(?:core|reporters|test-result|test-sequencer|environment|expect|globals|transform|fake-timers)$/,
  /^jest-(?:circus|jasmine2|runner|runtime|config|environment(?:-.+)?|snapshot|mock|each|matcher-utils|watcher|validate|resolve)$/,
  /^(?:playwright|playwright-core|@playwright\/test)$/,
  /^(?:istanbul-lib-.+|v8-to-istanbul)$/,
  /^(?:typescript|eslint|oxlint|prettier|typescript-eslint|@typescript-eslint\/.+|@eslint\/.+|eslint-(?:plugin|config)-.+|@[^/]+\/eslint-(?:plugin|config)(?:-.+)?)$/,
  /^(?:@biomejs\/.+|stylelint)$/,
]
const python = [
  /^(?:pytest|pytest-.+|pluggy|coverage|hypothesis|nose2?|tox|tox-uv|nox|unittest2|testtools)$/,
  /^(?:mypy|pyright|basedpyright|ty|pytype|ruff|flake8|flake8-.+|pylint|black|isort)$/,
]

/** True for a package that judges: test runners with their own parts, coverage, linters, type checkers. By name, as its registry writes it. */
export const isTestTool = (name: string, language: 'javascript' | 'python'): boolean =>
  language === 'javascript'
    ? javascript.some((pattern) => pattern.test(name))
    : python.some((pattern) => pattern.test(name.toLowerCase().replace(/[._]+/g, '-')))
