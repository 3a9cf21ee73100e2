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

const rust = [
  /^(?:proptest(?:-derive|-state-machine)?|quickcheck(?:_macros|_async)?|arbtest|bolero|test-strategy|loom|shuttle)$/,
  /^(?:rstest(?:_macros|_reuse)?|test-case(?:-core|-macros)?|test-log(?:-macros)?|ntest(?:_.+)?|serial_test(?:_derive)?|parameterized(?:-.+)?|dir-test|datatest(?:-.+)?|yare|testresult)$/,
  /^(?:insta|expect-test|snapbox|trycmd|goldenfile|k9|trybuild|ui_test|compiletest_rs|macrotest|libtest-mimic|inventory-test)$/,
  /^(?:pretty_assertions|similar-asserts|assert_cmd|assert_fs|assert_matches|predicates(?:-core|-tree)?|claims?|speculoos|googletest(?:_macro)?|assertables|assertr|approx|float-cmp|more-asserts|static_assertions)$/,
  /^(?:mockall(?:_derive|_double)?|mockito|wiremock|httpmock|mockiato|faux|unimock(?:_macros)?|tokio-test|futures-test|criterion(?:-plot)?|divan|iai(?:-callgrind)?)$/,
]

const go = [
  /^github\.com\/(?:stretchr\/testify|onsi\/(?:ginkgo|gomega)|google\/go-cmp|smartystreets\/(?:goconvey|assertions)|matryer\/is|frankban\/quicktest)$/,
  /^github\.com\/(?:golang\/mock|DATA-DOG\/go-sqlmock|jarcoal\/httpmock|h2non\/gock|rogpeppe\/go-internal|alecthomas\/assert|shoenig\/test|leanovate\/gopter|gavv\/httpexpect|cucumber\/godog|franela\/goblin)$/,
  /^(?:gotest\.tools|go\.uber\.org\/(?:mock|goleak)|gopkg\.in\/check|pgregory\.net\/rapid|gotest\.tools\/gotestsum)$/,
  /^(?:honnef\.co\/go\/tools|mvdan\.cc\/gofumpt|github\.com\/golangci\/golangci-lint)$/,
]

/** True for a package that judges: test runners with their own parts, coverage, linters, type checkers. By name, as its registry writes it. */
export const isTestTool = (name: string, language: 'javascript' | 'python' | 'go' | 'rust'): boolean => {
  if (language === 'javascript') return javascript.some((pattern) => pattern.test(name))
  if (language === 'rust') return rust.some((pattern) => pattern.test(name))
  // Another major version of a Go module has another path.
  if (language === 'go') return go.some((pattern) => pattern.test(name.replace(/(?:\/v|\.v)\d+$/, '')))
  return python.some((pattern) => pattern.test(name.toLowerCase().replace(/[._]+/g, '-')))
}
