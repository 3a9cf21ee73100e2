import type { StackAbout } from '../../model/stack.ts'

export const about: StackAbout = {
  detection:
    'Every directory with a go.mod or go.work is a project, unless a go.work above names it. What `./...` leaves out (testdata, names that begin with `.` or `_`), vendored code and nested modules are not looked at.',
  calls:
    'gotestsum, richgo and gotest, `go tool` and `go run` before a linter. A program that CI or Make brings by `go install path@version` is brought in that version.',
  dependencies:
    '`go mod download` into a cache of the stage, with the hashes of go.sum; nothing for vendored modules. The standard library and the dependencies are compiled once. Afterwards GOPROXY is off.',
  versions: [
    'Tests and the corpus run the Go of the machine (at the time of writing 1.26); reports were also recorded from 1.22.12.',
    'Exit codes were looked at in 1.18, 1.19 and 1.26.',
    'Reports of golangci-lint 2.12.2 and staticcheck 2026.2.2 were recorded; tests do not run the two. golangci-lint is called as 1.50 and later and 2 want it.',
    'A newer Go that the project asks for is never fetched: the check then could not start.',
    'Tests run with the race detector where the module uses goroutines, channels or locks, and cgo and a C compiler are there.',
  ],
  coverage: 'A profile of `go test`, where the call has `-cover`, `-coverprofile`, `-covermode` or `-coverpkg`.',
}
