import type { Stack } from '../../model/stack.ts'

/** Libraries that judge, where they are vendored. */
const VENDORED =
  '**/vendor/{github.com/{stretchr/testify,onsi/{ginkgo,gomega},google/go-cmp,smartystreets,matryer/is,frankban/quicktest,golang/mock,rogpeppe/go-internal,alecthomas/assert,shoenig/test},gotest.tools,go.uber.org/{mock,goleak},gopkg.in/check.v1,pgregory.net/rapid}/**'

/** Path classes of Go modules. Globs are relative to the project. Every `_test.go` is compiled into the test binary because it is there: as tests, added ones are left out. */
export const locked: Stack['locked'] = {
  tests: ['**/*_test.go', '**/testdata/**', VENDORED],
  judge: ['**/.golangci.{yml,yaml,toml,json}', '**/staticcheck.conf', '**/.testcoverage.{yml,yaml}', '**/.gotestsum*'],
  build: ['**/magefiles/**'],
  manifests: ['**/go.{mod,sum}', '**/go.work', '**/go.work.sum', '**/vendor/modules.txt'],
  activating: [],
}
