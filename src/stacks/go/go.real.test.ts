import { afterAll, describe, expect, test } from 'vitest'
import { type Files, goIsHere, Module } from './fixtures/module.ts'
import { goBuild } from './go-build.ts'
import { goTest } from './go-test.ts'
import { goVet } from './go-vet.ts'
import { gofmt } from './gofmt.ts'

const module = new Module()
afterAll(() => module.remove())

const MOD = { 'go.mod': 'module example.com/m\n\ngo 1.21\n' }
const inPackage = (name: string, body: string, imports = '"testing"') =>
  `package ${name}\n\nimport (\n${imports
    .split(' ')
    .map((each) => `\t${each}\n`)
    .join('')})\n\n${body}\n`
const green = { 'ok/ok_test.go': inPackage('ok', 'func TestOk(t *testing.T) {}') }
const ofTests = (files: Files, env: Files = {}, ...more: readonly string[]) =>
  module.run(goTest, ['go', 'test', ...more, './...'], { ...MOD, ...files }, env)

describe.skipIf(!goIsHere)('go test: runs that lie', () => {
  test('a process that leaves is never green, whoever ends it', async () => {
    const { code, facts, states } = await ofTests({
      ...green,
      'a/a_test.go': inPackage(
        'a',
        'func TestA(t *testing.T) {}\nfunc TestB(t *testing.T) { os.Exit(0) }\nfunc TestC(t *testing.T) {}',
        '"os" "testing"',
      ),
      'b/b_test.go': inPackage(
        'b',
        'func TestA(t *testing.T) {}\nfunc TestB(t *testing.T) { syscall.Exit(0) }\nfunc TestC(t *testing.T) { t.Fatal() }',
        '"syscall" "testing"',
      ),
      'c/c.go': 'package c\n\nimport "os"\n\nfunc init() { os.Exit(0) }\n',
      'c/c_test.go': inPackage('c', 'func TestA(t *testing.T) { t.Fatal() }'),
      'd/d_test.go': inPackage('d', 'func TestMain(m *testing.M) {}\nfunc TestA(t *testing.T) { t.Fatal() }'),
    })
    expect([code, facts.complete]).toEqual([1, false])
    expect(states).toEqual({
      'a::TestA': 'green',
      'a::TestB': 'red',
      'b::TestA': 'green',
      'b::TestB': 'red',
      'ok::TestOk': 'green',
    })
    expect(facts.incomplete.join('\n')).toContain('a did not run to the end of its tests')
    expect(facts.incomplete.join('\n')).toContain('b has no end: its process was gone before')
    expect(facts.anomalies.filter(({ kind }) => kind === 'package-ran-no-test').map(({ path }) => path)).toEqual([
      'c',
      'd',
    ])
  })

  test('TestMain that throws the code away: the red tests stand', async () => {
    const { code, facts, states } = await ofTests({
      ...green,
      'a/a_test.go': inPackage(
        'a',
        'func TestMain(m *testing.M) { m.Run(); os.Exit(0) }\nfunc TestA(t *testing.T) { t.Fatal("red") }',
        '"os" "testing"',
      ),
    })
    expect([code, facts.complete, states]).toEqual([0, true, { 'a::TestA': 'red', 'ok::TestOk': 'green' }])
    expect(facts.anomalies.map(({ kind }) => kind)).toContain('exit-overridden')
  })

  test('lines that look like results are output, marked ones contradict', async () => {
    const print = (text: string) =>
      inPackage('a', `func TestA(t *testing.T) { fmt.Println("${text}"); t.Fatal("red") }`, '"fmt" "testing"')
    const plain = await ofTests({ 'a/a_test.go': print('--- PASS: TestZ (0.00s)') })
    expect([plain.states, plain.facts.contradictions]).toEqual([{ 'a::TestA': 'red' }, []])
    const marked = await ofTests({ 'a/a_test.go': print('\\x16--- PASS: TestA (0.00s)') })
    expect([marked.states['a::TestA'], marked.facts.contradictions]).toEqual([
      'red',
      ['a::TestA ended twice: passed, then failed'],
    ])
  })

  test('a package that does not build, or that vet refuses, has not loaded; the others are told', async () => {
    const { facts, states } = await ofTests({
      ...green,
      'a/a.go': 'package a\n\nvar X int = "x"\n',
      'a/a_test.go': inPackage('a', 'func TestA(t *testing.T) {}'),
      'b/b.go': 'package b\n\nimport "fmt"\n\nfunc F() { fmt.Printf("%d\\n", "x") }\n',
      'b/b_test.go': inPackage('b', 'func TestB(t *testing.T) { F() }'),
      'c/c_test.go': inPackage('c', 'func TestC(t *testing.T) { a.F() }', '"testing" "example.com/nope/a"'),
    })
    expect([facts.complete, states]).toEqual([false, { 'ok::TestOk': 'green' }])
    expect(
      facts.incomplete
        .filter((line) => line.includes('did not load'))
        .map((line) => line.slice(0, 35))
        .sort(),
    ).toEqual([
      expect.stringContaining('a did not load: a/a.go:3:13: cannot'),
      expect.stringContaining('b did not load: b/b.go:5:'),
      expect.stringContaining('c did not load: c/c_test.go:5:2: '),
    ])
  })

  test('a panic in init and a hang are not complete', async () => {
    const { facts, states } = await ofTests(
      {
        'a/a.go': 'package a\n\nfunc init() { panic("in init") }\n',
        'a/a_test.go': inPackage('a', 'func TestA(t *testing.T) {}'),
        'b/b_test.go': inPackage('b', 'func TestB(t *testing.T) { time.Sleep(time.Hour) }', '"testing" "time"'),
      },
      {},
      '-timeout=2s',
    )
    expect([facts.complete, states]).toEqual([false, { 'b::TestB': 'red' }])
    expect(facts.incomplete.join('\n')).toContain('panic: in init')
    expect(facts.items[0]?.message).toContain('panic: test timed out after 2s')
  })

  test('nothing matched, no test files, no package: no test ran', async () => {
    const none = async (files: Files, ...more: readonly string[]) =>
      (await ofTests(files, {}, ...more)).facts.incomplete
    expect(await none(green, '-run=NoSuchTest')).toContain('no test ran')
    expect(await none({ 'a/a.go': 'package a\n' })).toContain('no test ran')
    expect(await none({})).toContain('no test ran')
  })

  test('tests that are all skipped ran no test', async () => {
    const { facts, states } = await ofTests({
      'a/a_test.go': inPackage('a', 'func TestA(t *testing.T) { t.Skip("later") }'),
    })
    expect([facts.incomplete, states]).toEqual([['no test ran'], { 'a::TestA': 'skipped' }])
  })

  test('settings of a user and of the module cannot narrow a run', async () => {
    const { states } = await ofTests(
      { 'a/a_test.go': inPackage('a', 'func TestA(t *testing.T) { t.Fatal() }') },
      { GOENV: 'off' },
      '-failfast',
    )
    expect(states).toEqual({ 'a::TestA': 'red' })
  })
})

describe.skipIf(!goIsHere)('go test: the race detector', () => {
  const racing = {
    'a/a_test.go': inPackage(
      'a',
      'func TestA(t *testing.T) {\n\tn, done := 0, make(chan bool)\n\tgo func() { n++; done <- true }()\n\tn++\n\t<-done\n}',
    ),
  }
  test('finds what a plain run does not', async () => {
    const { facts, states } = await ofTests(racing)
    expect(states).toEqual({ 'a::TestA': 'red' })
    expect(facts.items[0]?.message).toContain('WARNING: DATA RACE')
  })
  test('is said to be missing without cgo', async () => {
    const { facts, states } = await ofTests(racing, { CGO_ENABLED: '0' })
    expect([states, facts.anomalies.map(({ kind }) => kind)]).toEqual([{ 'a::TestA': 'green' }, ['race-not-run']])
  })
  test('is not asked where nothing runs beside anything', async () => {
    expect((await ofTests(green)).log).toContain('"Race":"off"')
  })
})

describe.skipIf(!goIsHere)('what else is read', () => {
  test('coverage where the project measures, in files of the tree', async () => {
    const files = {
      'a/a.go': 'package a\n\nfunc F(n int) int {\n\tif n > 1 {\n\t\treturn 1\n\t}\n\treturn 2\n}\n',
      'a/a_test.go': inPackage('a', 'func TestA(t *testing.T) { F(0) }'),
    }
    const { reports, facts } = await ofTests(files, {}, '-covermode=count', '-coverprofile=x.out')
    expect(facts.complete).toBe(true)
    expect(reports[1]).toMatchObject({ ok: true, value: { files: [{ path: 'a/a.go', covered: 3, coverable: 5 }] } })
  })

  test('a newer Go than the one here could not be started', async () => {
    const { code, facts } = await module.run(goTest, ['go', 'test', './...'], { 'go.mod': 'module m\n\ngo 1.99\n' })
    expect([code, facts.end]).toEqual([125, 'not-started'])
    expect(facts.incomplete[0]).toContain('newer Go')
  })

  test('a workspace: ids by directory, every module asked', async () => {
    const files = {
      'go.work': 'go 1.21\n\nuse (\n\t./one\n\t./two\n)\n',
      'one/go.mod': 'module example.com/one\n\ngo 1.21\n',
      'one/x/x_test.go': inPackage('x', 'func TestX(t *testing.T) {}'),
      'two/go.mod': 'module example.com/two\n\ngo 1.21\n',
      'two/y_test.go': inPackage('two', 'func TestY(t *testing.T) {}'),
    }
    const { states, facts } = await module.run(goTest, ['go', 'test', './one/...', './two/...'], files)
    expect([facts.complete, states]).toEqual([true, { 'one/x::TestX': 'green', 'two::TestY': 'green' }])
  })

  test('build and vet: red with positions, clean, and over nothing', async () => {
    const bad = { 'a/a.go': 'package a\n\nimport "fmt"\n\nfunc F() { fmt.Printf("%d\\n", "x"); _ = y }\n' }
    const build = await module.run(goBuild, ['go', 'build', './...'], { ...MOD, ...bad })
    expect([build.code, build.facts.complete, build.states]).toEqual([1, true, { 'go compile a/a.go': 'red' }])
    expect(build.facts.items[0]?.message).toMatch(/^a\/a\.go:5:\d+: undefined: y$/)
    const vet = await module.run(goVet, ['go', 'vet', './...'], {
      ...MOD,
      'a/a.go': (bad['a/a.go'] ?? '').replace(' _ = y', ''),
    })
    expect([vet.code, vet.states]).toEqual([1, { 'go vet a/a.go': 'red' }])
    const clean = await module.run(goBuild, ['go', 'build', './...'], { ...MOD, ...green, 'a/a.go': 'package a\n' })
    expect([clean.facts.complete, clean.facts.items, clean.listed]).toEqual([
      true,
      [],
      'example.com/m/a\nexample.com/m/ok\n',
    ])
    const nothing = await module.run(goBuild, ['go', 'build', './...'], MOD)
    expect([nothing.code, nothing.listed]).toEqual([0, ''])
  })

  test('gofmt: files that differ, files that cannot be parsed, and not those of others', async () => {
    const files = {
      ...MOD,
      'a/a.go': 'package a\n\nfunc  F() {}\n',
      'a/b.go': 'package a\n\nfunc {\n',
      'a/testdata/c.go': 'func {\n',
      'vendor/x/x.go': 'package x\nfunc  F() {}\n',
    }
    const red = await module.run(gofmt, ['gofmt', '-l', '.'], files)
    expect([red.code, red.facts.complete, red.states]).toEqual([
      1,
      true,
      { 'gofmt format a/a.go': 'red', 'gofmt syntax a/b.go': 'red' },
    ])
    const { 'a/a.go': _, 'a/b.go': __, ...others } = files
    const clean = await module.run(gofmt, ['gofmt', '-l', '.'], others)
    expect([clean.code, clean.facts.complete, clean.states]).toEqual([0, true, {}])
  })

  test('narrowed to a probe, only the probe answers', async () => {
    const files: Files = { ...MOD, 'a/a_test.go': inPackage('a_test', 'func TestA(t *testing.T) { t.Fatal() }') }
    const { memoryView } = await import('../../locked/memory-view.ts')
    const probe = goTest.probe?.(memoryView(files), 'a')
    if (probe === undefined) throw new Error('no probe')
    const argv = goTest.narrow?.(['go', 'test', '-v', './...'], [probe.path])
    if (argv === undefined) throw new Error('not narrowed')
    const { states } = await module.run(goTest, argv, { ...files, [probe.path]: probe.text })
    expect(states).toEqual({ [`a::${probe.mustPass}`]: 'green', [`a::${probe.mustFail}`]: 'red' })
  })
})
