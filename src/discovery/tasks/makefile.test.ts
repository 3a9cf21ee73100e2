// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of make look like that
import { describe, expect, test } from 'vitest'
import { memoryView } from '../../locked/memory-view.ts'
import { make } from './make.ts'
import * as makefile from './makefile.ts'

const read = (text: string, more: Record<string, string> = {}) =>
  makefile.readMakefile(memoryView({ Makefile: text, ...more }), 'Makefile')
const recipeOf = (text: string, target: string, more: Record<string, string> = {}) =>
  makefile.recipeOf(read(text, more), target)
const targetsOf = (text: string) => [...makefile.targetsOf(read(text)).keys()]
const lines = (text: string, target = 'test') => recipeOf(text, target)?.lines.map((line) => line.text)

describe('what make would run', () => {
  test('prerequisites first, each once, with the lines they stand on', () => {
    const text = '# all\ntest: a b ; echo inline\n\tlast\na: b\n\tone\nb:\n\ttwo\n'
    expect(recipeOf(text, 'test')).toEqual({
      line: 2,
      env: {},
      lines: [
        { text: 'two', file: 'Makefile', line: 7 },
        { text: 'one', file: 'Makefile', line: 5 },
        { text: 'echo inline', file: 'Makefile', line: 2 },
        { text: 'last', file: 'Makefile', line: 3 },
      ],
    })
  })
  test('variables, marks, continuations, dollars', () => {
    expect(lines('P = $(Q) -m\nQ := python\ntest:\n\t@$(P) pytest ${Q} $$HOME\n')).toEqual([
      'python -m pytest python $HOME',
    ])
    expect(lines('test:\n\t-rm -f x\n\t@+echo \\\n\t  y\n')).toEqual(['rm -f x || true', 'echo \\\n  y'])
    expect(lines('P ?= one\nP ?= two\ntest:\n\t$(P)\n')).toEqual(['one'])
  })
  test('the same target again by $(MAKE), order-only prerequisites, two targets in one rule', () => {
    expect(lines('test: | dir\n\t$(MAKE) unit\nunit all:\n\trun\ndir:\n\tmkdir\n')).toEqual(['mkdir', 'run'])
  })
  test('a condition that stands elsewhere changes nothing', () => {
    expect(lines('test:\n\trun\n\nifeq ($(OS),x)\nA = 1\nelse\nA = 2\nendif\n')).toEqual(['run'])
  })
  test('exported variables are its environment', () => {
    expect(recipeOf('export A = 1\nB := 2\nexport B\nC = 3\ntest:\n\tx\n', 'test')?.env).toEqual({ A: '1', B: '2' })
  })
})

test.each([
  ['a function', 'F = $(shell ls)\ntest:\n\trun $(F)\n'],
  ['an automatic variable', 'test:\n\trun $@\n'],
  ['a variable of make itself', 'test:\n\trun $(CC)\n'],
  ['a variable under a condition', 'ifdef CI\nA = 1\nendif\ntest:\n\trun $(A)\n'],
  ['a variable that grows from what is not known', 'A != ls\nA += 2\ntest:\n\trun $(A)\n'],
  ['a recipe under a condition', 'test:\nifdef CI\n\tone\nelse\n\ttwo\nendif\n'],
  ['a rule under a condition', 'ifdef CI\ntest:\n\tone\nendif\n'],
  ['prerequisites under a condition', 'test:\n\trun\nifdef CI\ntest: gen\nother:\nendif\ngen:\n\tx\n'],
  ['variables of the target alone', 'test: A = 1\ntest:\n\trun\n'],
  ['a prerequisite that cannot be followed', 'test: gen\n\trun\ngen:\n\t$(call x)\n'],
  ['another shell', 'SHELL = fish\ntest:\n\trun\n'],
  ['one shell for all lines', '.ONESHELL:\ntest:\n\tcd x\n\trun\n'],
  ['no such target', 'tests:\n\trun\n'],
])('only make can tell: %s', (_, text) => expect(recipeOf(text, 'test')).toBeUndefined())

describe('what a call hands to make', () => {
  const given = (text: string, variables: Record<string, string>, env: Record<string, string> = {}) =>
    makefile
      .recipeOf(makefile.readMakefile(memoryView({ Makefile: text }), 'Makefile', { variables, env }), 'test')
      ?.lines.map((line) => line.text)
  test('its command line wins, its environment only over nothing and `?=`', () => {
    const text = 'A = file\nB ?= file\nC += more\ntest:\n\trun $(A) $(B) $(C) $(D)\n'
    expect(given(text, {})).toEqual(['run file file more '])
    expect(given(text, { A: 'call' }, { A: 'env', B: 'env', C: 'env', D: 'env' })).toEqual([
      'run call env env more env',
    ])
  })
  test('what is set nowhere is empty, what every shell knows is left to it, what prints is nothing', () =>
    expect(given('test:\n\t$(info *** tests ***)\n\tgo test $(FLAGS) ./... $(HOME)\n', {})).toEqual([
      'go test  ./... ${HOME}',
    ]))
  test.each([
    ['make -C sub A=1 -j4 test', ['run 1']],
    ['make test lint --directory sub', ['run ', 'ruff']],
    ['make -j 2 -C sub', ['run ']],
    ['make -C sub -f other test', null],
    ['make -C gone test', null],
  ])('%s', (call, expected) => {
    const view = memoryView({ 'sub/Makefile': 'test:\n\trun $(A)\nlint:\n\truff\n' })
    const [first = '', ...rest] = call.split(' ')
    expect(make.call(view, [first, ...rest], '.')?.lines?.map(({ text }) => text) ?? null).toEqual(expected)
  })
})

test('variables that refer to themselves end', () =>
  expect(recipeOf('A = $(A)\ntest:\n\t$(A)\n', 'test')).toBeUndefined())
test('targets that need themselves end', () => expect(lines('test: test\n\trun\n')).toEqual(['run']))
test('targets are those that somebody would type', () =>
  expect(targetsOf('.PHONY: x\nA := 1\n%.o: %.c\n\tcc\ntest lint: x\nbuild/out: y\n')).toEqual(['test', 'lint']))

describe('what is included', () => {
  test('rules and variables of other files, with their own lines', () => {
    const found = recipeOf('MK = mk\ninclude $(MK)/*.mk # comment\n-include local.mk\ntest: gen\n\t$(RUN)\n', 'test', {
      'mk/a.mk': 'RUN = pytest\n',
      'mk/b.mk': '# b\ngen:\n\tmake-it\n',
    })
    expect(found?.lines).toEqual([
      { text: 'make-it', file: 'mk/b.mk', line: 3 },
      { text: 'pytest', file: 'Makefile', line: 5 },
    ])
  })
  test('a file that is missing is named with file and line, and only make can tell', () => {
    const text = 'test:\n\tpytest\n\ninclude sub/gone.mk\n'
    expect(read(text).problems).toEqual([
      { file: 'Makefile', line: 4, message: 'it includes sub/gone.mk, which is not in the repository' },
    ])
    expect(recipeOf(text, 'test')).toBeUndefined()
    expect(read('include a.mk\n', { 'a.mk': '\ninclude b.mk' }).problems).toMatchObject([{ file: 'a.mk', line: 2 }])
  })
  test('a file that a rule makes is no problem, but only make can read it', () => {
    const text = 'include gen.mk\ngen.mk:\n\tx\ntest:\n\tpytest\n'
    expect(read(text).problems).toEqual([])
    expect(recipeOf(text, 'test')).toBeUndefined()
  })
  test('circles end and are named', () => {
    expect(read('include a.mk\n', { 'a.mk': 'include Makefile\n' }).problems).toEqual([
      { file: 'a.mk', line: 1, message: 'Makefiles include each other in a circle: Makefile → a.mk → Makefile' },
    ])
  })
  test.each(['include $(shell ls)\n', 'ifdef CI\ninclude a.mk\nendif\n'])('only make can tell: %j', (text) =>
    expect(recipeOf(`${text}test:\n\tpytest\n`, 'test', { 'a.mk': '' })).toBeUndefined(),
  )
})
