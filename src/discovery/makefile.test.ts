// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of make look like that
import { describe, expect, test } from 'vitest'
import { recipeOf, targetsOf } from './makefile.ts'

const lines = (text: string, target = 'test') => recipeOf(text, target)?.lines.map((line) => line.text)

describe('what make would run', () => {
  test('prerequisites first, each once, with the lines they stand on', () => {
    const text = '# all\ntest: a b ; echo inline\n\tlast\na: b\n\tone\nb:\n\ttwo\n'
    expect(recipeOf(text, 'test')).toEqual({
      line: 2,
      env: {},
      lines: [
        { text: 'two', line: 7 },
        { text: 'one', line: 5 },
        { text: 'echo inline', line: 2 },
        { text: 'last', line: 3 },
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
  ['a variable of nowhere', 'test:\n\trun $(ARGS)\n'],
  ['a variable under a condition', 'ifdef CI\nA = 1\nendif\ntest:\n\trun $(A)\n'],
  ['a variable that grows', 'A = 1\nA += 2\ntest:\n\trun $(A)\n'],
  ['a recipe under a condition', 'test:\nifdef CI\n\tone\nelse\n\ttwo\nendif\n'],
  ['a rule under a condition', 'ifdef CI\ntest:\n\tone\nendif\n'],
  ['prerequisites under a condition', 'test:\n\trun\nifdef CI\ntest: gen\nother:\nendif\ngen:\n\tx\n'],
  ['variables of the target alone', 'test: A = 1\ntest:\n\trun\n'],
  ['a prerequisite that cannot be followed', 'test: gen\n\trun\ngen:\n\t$(call x)\n'],
  ['another shell', 'SHELL = fish\ntest:\n\trun\n'],
  ['one shell for all lines', '.ONESHELL:\ntest:\n\tcd x\n\trun\n'],
  ['no such target', 'tests:\n\trun\n'],
])('only make can tell: %s', (_, text) => expect(recipeOf(text, 'test')).toBeUndefined())

test('variables that refer to themselves end', () =>
  expect(recipeOf('A = $(A)\ntest:\n\t$(A)\n', 'test')).toBeUndefined())
test('targets that need themselves end', () => expect(lines('test: test\n\trun\n')).toEqual(['run']))
test('targets are those that somebody would type', () =>
  expect(targetsOf('.PHONY: x\nA := 1\n%.o: %.c\n\tcc\ntest lint: x\nbuild/out: y\n')).toEqual(['test', 'lint']))
