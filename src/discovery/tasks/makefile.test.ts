// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of make look like that
import { describe, expect, test } from 'vitest'
import { memoryView } from '../../locked/memory-view.ts'
import { make } from './make.ts'
import * as recipe from './make-recipe.ts'
import * as makefile from './makefile.ts'

const read = (text: string, more: Record<string, string> = {}) =>
  makefile.readMakefile(memoryView({ Makefile: text, ...more }), 'Makefile')
const recipeOf = (text: string, target: string, more: Record<string, string> = {}) =>
  recipe.recipeOf(read(text, more), target)
const targetsOf = (text: string) => [...makefile.targetsOf(read(text)).keys()]
const lines = (text: string, target = 'test') => recipeOf(text, target)?.lines.map((line) => line.text)

describe('what make would run', () => {
  test('prerequisites first, each once, with the lines they stand on', () => {
    const text = '# all\ntest: a b ; echo inline\n\tlast\na: b\n\tone\nb:\n\ttwo\n'
    expect(recipeOf(text, 'test')).toEqual({
      line: 2,
      shell: ['sh', '-c'],
      lines: [
        { text: 'two', file: 'Makefile', line: 7, env: {} },
        { text: 'one', file: 'Makefile', line: 5, env: {} },
        { text: 'echo inline', file: 'Makefile', line: 2, env: {} },
        { text: 'last', file: 'Makefile', line: 3, env: {} },
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
    expect(recipeOf('export A = 1\nB := 2\nexport B\nC = 3\ntest:\n\tx\n', 'test')?.lines[0]?.env).toEqual({
      A: '1',
      B: '2',
    })
  })
})

describe('what only make used to tell', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'a pattern',
      'F_full = --all\nARGS ?= -w\ntest-%:\n\tcargo test ${F_${@:test-%=%}} ${ARGS}\n',
      ['cargo test --all -w'],
    ],
    ['the shortest stem', '%:\n\tany $*\ntest-%:\n\tnear $*\n', ['near full']],
    [
      'a static pattern',
      'test-full test-x: test-%: gen-%\n\trun $* $< $@\ngen-full:\n\tgen\n',
      ['gen', 'run full gen-full test-full'],
    ],
    [
      'a recipe from a pattern, needs from a rule',
      'test-full: gen\ngen:\n\tgen\ntest-%:\n\trun $*\n',
      ['gen', 'run full'],
    ],
  ])('rules of patterns: %s', (_, text, expected) => expect(lines(text, 'test-full')).toEqual(expected))
  test.each<[string, string, readonly string[]]>([
    [
      'a literal condition',
      'V = 1\nifeq ($(V),2)\nA = two\nelse ifeq "$(V)" "1"\nA = one\nelse\nA = other\nendif\ntest:\n\trun $(A)\n',
      ['run one'],
    ],
    [
      'a recipe under a literal condition',
      'test:\nifneq ($(OS),Windows_NT)\n\tone\nelse\n\ttwo\nendif\n\tthree\n',
      ['one', 'three'],
    ],
    ['a variable that is not set', 'ifdef FAST\nA = -k fast\nendif\ntest:\n\trun $(A)\n', ['run ']],
    [
      'the system',
      'U := $(shell uname -s)\nifeq ($(U),Darwin)\nA = mac\nelse\nA = linux\nendif\ntest:\n\trun $(A)\n',
      ['run linux'],
    ],
    ['indented under a condition', 'ifndef X\n\tA := 1\nendif\ntest:\n\trun $(A)\n', ['run 1']],
    ['a list that grows', 'A := one\nA += two\nB = $(A)\nA += three\ntest:\n\trun $(B)\n', ['run one two three']],
    ['taken when it is set', 'A := one\nB := $(A)\nA := two\ntest:\n\trun $(B)\n', ['run one']],
    [
      'a definition',
      'define steps\none\n@two $(1)\nendef\ntest:\n\t$(steps)\n\t$(call steps,x)\n',
      ['one', 'two ', 'one', 'two x'],
    ],
    [
      'variables of the target',
      'A = 1\ntest: A += 2\ntest: gen\n\trun $(A)\ngen:\n\tgen $(A)\n',
      ['gen 1 2', 'run 1 2'],
    ],
    ['marks in any order', 'test:\n\t-@+ rm x\n\t@-rm y\n', ['rm x || true', 'rm y || true']],
    ['one shell', '.ONESHELL:\ntest:\n\tcd x\n\trun\n', ['cd x\nrun']],
    [
      'functions of text',
      'D = a b\nT = $(addprefix ./,$(filter-out b,$(D) c))\ntest:\n\trun $(T:%=%/...) $(strip  x ) $(if $(NONE),y,n)\n',
      ['run ./a/... ./c/... x n'],
    ],
    [
      'what a shell says stays for the shell',
      'P ?= $(shell go list ./...)\nV != git describe\ntest:\n\tgo test $(P) $(V)\n',
      ['go test $(go list ./...) $(git describe)'],
    ],
    ['another make', 'test:\n\t$(MAKE) -C sub all\n\tcd sub && $(MAKE)\n', ['make -C sub all', 'cd sub && make']],
    ['where it is', 'test:\n\t$(CURDIR)/run\n', ['${GITHUB_WORKSPACE}/run']],
    ['the last recipe', 'test:\n\tone\ntest:\n\ttwo\n', ['two']],
    ['each of two colons', 'test::\n\tone\ntest::\n\ttwo\n', ['one', 'two']],
  ])('%s', (_, text, expected) => expect(lines(text)).toEqual(expected))
  test('its shell', () => {
    expect(recipeOf('SHELL := /bin/bash\n.SHELLFLAGS := -eu -o pipefail -c\ntest:\n\trun\n', 'test')?.shell).toEqual([
      'bash',
      '-eu',
      '-o',
      'pipefail',
      '-c',
    ])
  })
  test('files that it needs', () => {
    const text =
      'S = $(wildcard src/*.c)\nM := $(abspath $(lastword $(MAKEFILE_LIST)))\ntest: $(S) README $(M)\n\trun $(words $(S))\n'
    expect(recipeOf(text, 'test', { 'src/a.c': '', 'src/b.c': '', README: '' })?.lines.map((one) => one.text)).toEqual([
      'run 2',
    ])
  })
  test('a bomb of variables ends', () => {
    const bomb = Array.from({ length: 15 }, (_, i) => `A${i} = ${`$(A${i + 1})`.repeat(9)}`).join('\n')
    expect(lines(`${bomb}\nA15 =\ntest:\n\trun $(A0)\n`)).toBeUndefined()
  })
})

test.each([
  ['what a shell says, as a condition', 'F := $(shell git describe)\ntest:\nifeq ($(F),v1)\n\trun\nendif\n'],
  ['what a shell says, between quotes', "F = $(shell ls)\ntest:\n\trun '$(F)'\n"],
  ['a question about what a shell says', 'R = $(if $(shell command -v x),x,go test)\ntest:\n\t$(R) ./...\n'],
  ['words of what a shell says', 'R = $(addprefix ./,$(shell ls))\ntest:\n\trun $(R)\n'],
  ['a function of make itself', 'test:\n\trun $(origin CC)\n'],
  ['what is newer', 'test: a\n\trun $?\na:\n\tx\n'],
  ['a variable of make itself', 'test:\n\trun $(CC)\n'],
  ['a variable under a condition', 'ifdef CI\nA = 1\nendif\ntest:\n\trun $(A)\n'],
  ['a variable that grows from what is not known', 'ifdef CI\nA = 1\nendif\nA += 2\ntest:\n\trun $(A)\n'],
  ['a recipe under a condition', 'test:\nifdef CI\n\tone\nelse\n\ttwo\nendif\n'],
  ['a rule under a condition', 'ifdef CI\ntest:\n\tone\nendif\n'],
  ['prerequisites under a condition', 'test:\n\trun\nifdef CI\ntest: gen\nother:\nendif\ngen:\n\tx\n'],
  ['lines that are made', 'define more\ntest: x\nendef\n$(eval $(more))\ntest:\n\trun\n'],
  ['a file that a rule of make makes', 'test: a.o\n\trun\n'],
  ['a chain of patterns', 'test: a.out\n\trun\n%.out: %.in\n\tx\n%.in: %.c\n\ty\n'],
  ['a prerequisite that cannot be followed', 'test: gen\n\trun\ngen:\n\t$(call x)\n'],
  ['another shell', 'SHELL = fish\ntest:\n\trun\n'],
  ['one shell that is none of ours', '.ONESHELL:\nSHELL = python3\ntest:\n\timport os\n'],
  ['no such target', 'tests:\n\trun\n'],
])('only make can tell: %s', (_, text) => expect(recipeOf(text, 'test')).toBeUndefined())

describe('what a call hands to make', () => {
  const given = (text: string, variables: Record<string, string>, env: Record<string, string> = {}) =>
    recipe
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
      { text: 'make-it', file: 'mk/b.mk', line: 3, env: {} },
      { text: 'pytest', file: 'Makefile', line: 5, env: {} },
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

test.each([
  ['a recipe without its tab', 'test:\n    pytest\n', 2],
  ['words that mean nothing', 'A = 1\n\nwhat is this\n', 3],
])('make would stop there: %s', (_, text, line) => {
  expect(read(text).problems).toMatchObject([{ file: 'Makefile', line }])
  expect(recipeOf(`${text}\nother:\n\trun\n`, 'other')).toBeUndefined()
})
test('recipes that begin with another character', () => {
  expect(read('.RECIPEPREFIX = >\ntest:\n>pytest\n').problems).toEqual([])
  expect(lines('.RECIPEPREFIX = >\ntest:\n>pytest\n')).toBeUndefined()
})
