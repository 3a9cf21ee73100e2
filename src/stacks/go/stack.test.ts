import { describe, expect, test } from 'vitest'
import { memoryView } from '../../locked/memory-view.ts'
import type { Some } from '../../model/result.ts'
import type { Place } from '../../model/stack.ts'
import { firstCompilerBlock } from './compiler-block.ts'
import { looksConcurrent } from './go-files.ts'
import { goTest } from './go-test.ts'
import { golangciLint } from './golangci-lint.ts'
import { installFault } from './install-fault.ts'
import { modulePaths, readModuleFile } from './module-files.ts'
import { go } from './stack.ts'

const GO_MOD =
  'module example.com/m // the module\n\ngo 1.22.3\n\nrequire github.com/a/b v1.0.0\n\nreplace (\n\texample.com/x => ../x\n)\n'
const files = {
  'go.mod': GO_MOD,
  'go.sum': '',
  'a.go': 'package m\n',
  'a_test.go': 'package m\n\nimport "testing"\n\nfunc TestA(t *testing.T) {}\n',
  'sub/b_test.go': 'package sub_test\n\nimport "github.com/stretchr/testify/require"\n',
  'nested/go.mod': 'module example.com/m/nested\n',
  'nested/c_test.go': 'package nested\n',
}
const view = memoryView(files)
const place: Place = {
  reportDirectory: '/reports',
  reporters: '/reporters',
  tree: '/tree',
  project: view,
  directory: '.',
}

const toolOf = (argv: Some<string>) => go.tools.find((tool) => tool.recognises(argv))
const words = (line: string): Some<string> => line.split(' ') as unknown as Some<string>
const instrumented = (line: string) => {
  const tool = toolOf(words(line))
  if (tool === undefined) throw new Error(line)
  return tool.instrument(words(line), place)
}

describe('what a call is', () => {
  test.each([
    ['go test ./...', 'go-test'],
    ['go test -run TestA -count 3 .', 'go-test'],
    ['/usr/local/go/bin/go test', 'go-test'],
    ['go test -run ^$ -bench . ./...', undefined],
    ['go test -run=XXX -bench=. ./...', undefined],
    ['go test -c -o x.test', undefined],
    ['go test -fuzz=FuzzA ./a', undefined],
    ['go test -list . ./...', undefined],
    ['go build -v ./...', 'go-build'],
    ['go vet ./...', 'go-vet'],
    ['gofmt -s -l .', 'gofmt'],
    ['go fmt ./...', 'gofmt'],
    ['goimports -l -local example.com .', 'gofmt'],
    ['golangci-lint run --timeout 5m', 'golangci-lint'],
    ['golangci-lint version', undefined],
    ['staticcheck ./...', 'staticcheck'],
    ['go run honnef.co/go/tools/cmd/staticcheck@latest ./...', 'staticcheck'],
    ['go tool staticcheck ./...', 'staticcheck'],
    ['go mod tidy', undefined],
    ['go generate ./...', undefined],
  ])('%s is %s', (line, id) => {
    expect(toolOf(words(line))?.id).toBe(id)
  })

  test.each([
    ['gotestsum --junitfile r.xml --rerun-fails=2 -- -race ./...', 'go test -race ./...'],
    ['gotestsum -f testname', 'go test ./...'],
    ['gotestsum --packages=./a/... -- -short', 'go test -short ./a/...'],
    ['go run gotest.tools/gotestsum@v1.12.0 ./...', 'go test ./...'],
    ['richgo test ./...', 'go test ./...'],
    ['gotestsum --raw-command -- ./run.sh', undefined],
    ['go test ./...', undefined],
  ])('%s dresses %s', (line, inner) => {
    expect(go.unwrap(words(line))?.join(' ')).toBe(inner)
  })
})

describe('what runs', () => {
  const argv = (line: string) => instrumented(line).argv.join(' ')

  test.each([
    [
      'go test -v -race -failfast -count 3 -json -short -tags=x ./... -args -flag',
      'sh /reporters/triverdict_go.sh test 1 go test -json -count=1 -race -short -tags=x ./... -args -flag',
    ],
    ['go test -cpu 1,2,4 ./...', 'sh /reporters/triverdict_go.sh test 3 go test -json -count=1 -cpu 1,2,4 ./...'],
    [
      'go test -covermode=atomic -coverprofile c.out -coverpkg=./... ./...',
      'sh /reporters/triverdict_go.sh test 1 go test -json -count=1 -coverprofile=/reports/cover.out -coverpkg=./... ./...',
    ],
    ['go build -v ./...', 'sh /reporters/triverdict_go.sh build go build -o /dev/null ./...'],
    ['go build -o bin/x ./cmd/x', 'sh /reporters/triverdict_go.sh build go build -o bin/x ./cmd/x'],
    ['gofmt -d -s', 'sh /reporters/triverdict_go.sh list gofmt -l -s .'],
    ['go fmt ./...', 'sh /reporters/triverdict_go.sh list gofmt -l .'],
    ['goimports -w -local example.com a b', 'sh /reporters/triverdict_go.sh list goimports -l -local example.com a b'],
    ['staticcheck -f text ./...', 'sh /reporters/triverdict_go.sh lines staticcheck -f json ./...'],
    [
      'golangci-lint run --fix --out-format colored-line-number --new-from-rev=main ./...',
      'sh /reporters/triverdict_go.sh golangci /reports/golangci.json golangci-lint run ./...',
    ],
  ])('%s', (line, expected) => {
    expect(argv(line)).toBe(expected)
  })

  test('coverage is measured only where the project measures', () => {
    expect(instrumented('go test ./...').channels.map(({ format }) => format)).toEqual(['go-test-json'])
    expect(instrumented('go test -cover ./...').channels.map(({ format }) => format)).toEqual([
      'go-test-json',
      'go-cover',
    ])
  })

  test('a call that makes a binary runs before the tests, one over a pattern leaves nothing', () => {
    const build = toolOf(words('go build'))
    expect([build?.emits?.(words('go build -o x ./cmd/x')), build?.emits?.(words('go build ./...'))]).toEqual([
      true,
      false,
    ])
  })

  test.each([
    [['a_test.go'], 'go test -race .'],
    [['sub', 'sub/b_test.go'], 'go test -race ./sub'],
    [['../other/x_test.go', 'a/b/c_test.go'], 'go test -race ../other ./a/b'],
    [
      ['triverdict_probe_test.go', 'sub/triverdict_probe_2_test.go'],
      'go test -race -run=^TestTriverdictProbeMust(Pass|Fail)$ -skip= . ./sub',
    ],
  ])('narrowed to %s', (narrowed, expected) => {
    const tool = toolOf(['go', 'test'])
    expect(tool?.narrow?.(words('go test -race ./...'), narrowed as unknown as Some<string>)?.join(' ')).toBe(expected)
  })

  test('a probe is of the external test package, and asks the assertions that its tests use', () => {
    const tool = toolOf(['go', 'test'])
    const own = tool?.probe?.(view, '.')
    expect(own).toMatchObject({ path: 'triverdict_probe_test.go', scope: '.' })
    expect(own?.text).toContain('package m_test\n')
    const asserting = tool?.probe?.(view, 'sub')
    expect(asserting).toMatchObject({ path: 'sub/triverdict_probe_test.go', scope: 'sub' })
    expect(asserting?.text).toContain('require.Equal(t, 1, 2)')
    expect(tool?.probe?.(view, 'nowhere')).toBeUndefined()
  })
})

describe('projects', () => {
  test('nested modules are their own', () => {
    expect(go.tools.map((tool) => [tool.id, tool.adopted(view)?.file])).toEqual([
      ['go-test', 'a_test.go'],
      ['go-build', 'a.go'],
      ['go-vet', 'a.go'],
      ['gofmt', undefined],
      ['golangci-lint', undefined],
      ['staticcheck', undefined],
    ])
    expect(go.hasTests(memoryView({ 'go.mod': '', 'x/go.mod': '', 'x/a_test.go': '' }))).toBe(false)
  })

  test('a module that only lists tools is not built', () => {
    const tools = memoryView({ 'go.mod': 'module t\n', 'tools.go': '//go:build tools\n\npackage tools\n' })
    expect(go.tools.find(({ id }) => id === 'go-build')?.adopted(tools)).toBeUndefined()
  })

  test('a workspace is asked module by module', () => {
    const work = memoryView({
      'go.work': 'go 1.22\n\nuse (\n\t./a\n\t./b/c // here\n\t./gone\n)\n',
      'a/go.mod': 'module example.com/a\n',
      'a/a_test.go': 'package a\n',
      'b/c/go.mod': 'module example.com/c\n',
    })
    expect(go.members(work)).toEqual(['a', 'b/c'])
    expect(toolOf(['go', 'test'])?.defaultArgv(work)).toEqual(['go', 'test', './a/...', './b/c/...'])
    expect(modulePaths(work, 'x')).toEqual({ 'example.com/a': 'x/a', 'example.com/c': 'x/b/c' })
    expect(go.hasTests(work)).toBe(true)
  })

  test('go.mod is read with its comments and blocks', () => {
    expect(readModuleFile(GO_MOD)).toEqual({
      module: 'example.com/m',
      go: '1.22.3',
      requires: [{ path: 'github.com/a/b', version: 'v1.0.0' }],
      replaces: [{ path: 'example.com/x', by: '../x' }],
      uses: [],
    })
  })

  test.each([
    ['func f() {\n\tgo func() {}()\n}', true],
    ['func f() {\n\tgo run(1)\n}', true],
    ['var c chan int', true],
    ['import "sync/atomic"', true],
    ['// go to the store\nfunc f() {}', false],
    ['var s = "sync"', true],
    ['import "testing"', false],
  ])('%j uses goroutines: %s', (text, expected) => {
    expect(looksConcurrent(memoryView({ 'go.mod': '', 'a.go': text }))).toBe(expected)
  })
})

describe('golangci-lint of a project that lets only new issues count', () => {
  const action =
    'on: push\n      - uses: golangci/golangci-lint-action@v8\n        with:\n          only-new-issues: true\n'
  test.each([
    ['golangci-lint run', {}, 'golangci-json'],
    ['golangci-lint run --new-from-rev=main', {}, 'golangci-new-json'],
    ['golangci-lint run', { '.golangci.yml': 'issues:\n  new: true\n' }, 'golangci-new-json'],
    ['golangci-lint run', { '.golangci.yml': 'issues:\n  new: false\n  new-from-rev: ""\n' }, 'golangci-json'],
    ['golangci-lint run -c lint.toml', { 'lint.toml': 'new-from-merge-base = "main"\n' }, 'golangci-new-json'],
    ['golangci-lint run', { '.github/workflows/lint.yml': action }, 'golangci-new-json'],
  ])('%s %j', (line, files, format) => {
    const place = { reportDirectory: '/reports', reporters: '/reporters', tree: '/tree', directory: '.' }
    const argv = line.split(' ') as [string, ...string[]]
    const { channels } = golangciLint.instrument(argv, { ...place, project: memoryView(files) })
    expect(channels.map((channel) => channel.format)).toEqual([format])
  })
})

describe('install', () => {
  const steps = (more: Readonly<Record<string, string>>, directory = '.') => {
    const plan = go.install(memoryView({ ...files, ...more }), directory)
    return {
      ...plan,
      argv: plan.install.map(({ command }) => (command.form === 'argv' ? command.argv.slice(0, 3).join(' ') : '')),
    }
  }
  test('modules are downloaded where some are required and none is vendored', () => {
    expect(steps({}).argv[0]).toBe('go mod download')
    expect(steps({ 'vendor/modules.txt': '' }).argv).toHaveLength(1)
    expect(steps({ 'go.mod': 'module m\n' }).argv).toHaveLength(1)
  })
  test('every project has a store of its own, and its keys', () => {
    const plan = steps({}, 'svc/api')
    expect(plan.outputs).toEqual(['home/go-svc-api'])
    expect(plan.keyFiles).toEqual(['svc/api/go.mod', 'svc/api/go.sum'])
    expect(plan.env.GOCACHE).toBe('{stage}/home/go-svc-api/build')
  })
  test('programs that CI brings come with it', () => {
    const ci =
      'steps:\n  - run: go install honnef.co/go/tools/cmd/staticcheck@2025.1\n  - run: go install example.com/other@v1\n'
    expect(go.install(memoryView({ ...files, '.github/workflows/ci.yml': ci }), '.').install[1]?.command).toMatchObject(
      {
        argv: expect.arrayContaining(['honnef.co/go/tools/cmd/staticcheck@2025.1']),
      },
    )
  })
  test.each([
    ['go: github.com/a/b@v9.9.9: invalid version: unknown revision v9.9.9', 'change'],
    ['verifying github.com/a/b@v1.0.0: checksum mismatch', 'change'],
    ['go: errors parsing go.mod:\ngo.mod:5: unknown directive: requir', 'change'],
    ['go: github.com/a/b@v1.0.0: Get "https://x/y": dial tcp: connection refused', 'unknown'],
    ['go: go.mod requires go >= 1.99 (running go 1.26.8; GOTOOLCHAIN=local)', 'unknown'],
  ])('%s is of %s', (output, whose) => {
    expect(installFault('go', output)).toBe(whose)
  })
  test('the shortest required module is what is fetched to see whether the proxy serves', () => {
    expect(go.reach?.(view).at(-1)).toBe('github.com/a/b@v1.0.0')
    expect(go.reach?.(memoryView({ 'go.mod': 'module m\n' })).at(-1)).toBe('github.com/pkg/errors@v0.9.1')
  })
})

test('packages are named by the module file of the tree that runs', () => {
  const running = memoryView({ ...files, 'go.mod': 'module example.com/renamed\n' })
  const channels = goTest.instrument(words('go test ./...'), { ...place, running }).channels
  expect(channels[0]?.packages).toMatchObject({ 'example.com/renamed': '.' })
})

test('the first block of a compiler is found among other lines', () => {
  const log =
    '{"Action":"start"}\n# m/a [m/a.test]\na/a.go:3:1: undefined: x\n\thave f()\na/a.go:4:1: undefined: y\nFAIL m/a [build failed]\n'
  expect(firstCompilerBlock(log)).toBe(
    '# m/a [m/a.test]\na/a.go:3:1: undefined: x\n\thave f()\na/a.go:4:1: undefined: y',
  )
  expect(firstCompilerBlock('{"Output":"a.go:1:1: x"}\n')).toBeUndefined()
})
