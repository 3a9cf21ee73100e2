// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of make look like that
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryView } from '../../locked/memory-view.ts'
import { recipeOf } from './make-recipe.ts'
import { readMakefile } from './makefile.ts'

const version = (() => {
  try {
    return execFileSync('make', ['--version'], { encoding: 'utf8' })
  } catch {
    return ''
  }
})()
const isGnu = version.includes('GNU Make')
test.skipIf(!process.env.CI)('GNU make is here', () => expect(isGnu).toBe(true))

/** Makefiles that this version claims to read: what it says of `test` must be what `make -n test` prints. */
const MAKEFILES: Readonly<Record<string, readonly [string, Readonly<Record<string, string>>?]>> = {
  prerequisites: ['test: a b ; echo inline\n\tlast\na: b\n\tone\nb:\n\ttwo\n'],
  'immediate and late': ['A := one\nB := $(A)\nC = $(A)\nA := two\nC += x\nB += y\ntest:\n\trun $(A) $(B) $(C)\n'],
  'what is set twice': ['A ?= one\nA ?= two\nB = three\nB ?= four\ntest:\n\trun $(A) $(B)\n'],
  'a pattern': ['F_full = --all\ntest: do-full do-x\ndo-%:\n\tcargo ${F_${@:do-%=%}} $*\n'],
  'the shortest stem': ['test: test-a-b\n%-b:\n\tfar $*\ntest-%:\n\tmiddle $*\ntest-a-%:\n\tnear $*\n'],
  'a static pattern': ['T = x.t y.t\ntest: $(T)\n$(T): %.t: gen-%\n\trun $* $< $@\ngen-x gen-y:\n\tgen $@\n'],
  conditions: [
    'V = 1\nifeq ($(V),2)\nA = two\nelse ifeq "$(V)" "1"\nA = one\nelse\nA = other\nendif\ntest:\nifneq ($(V),1)\n\tno\nelse\n\tyes $(A)\nendif\n\tlast\n',
  ],
  'nested conditions': [
    'ifdef X\nifdef Y\nA = 1\nelse\nA = 2\nendif\nelse\nifndef Y\nA = 3\nendif\nendif\ntest:\n\trun $(A)\n',
  ],
  definitions: ['define steps\none $(1)\n@two\n\n-three\nendef\ntest:\n\t$(steps)\n\t$(call steps,x,y)\n'],
  'variables of a target': [
    'A = 1\ntest: A += 2\ntest: gen other\n\trun $(A)\nother: A := 9\ngen other:\n\tgen $@ $(A)\n',
  ],
  'variables of patterns': [
    'A = 0\ntest: do-a do-b other\n%-a: A += 1\ndo-%: A += 2\ndo-b: A += 3\ndo-%:\n\trun $@ $(A)\nother:\n\trun $(A)\n',
  ],
  functions: [
    'D = src/a.c lib/b.h src/a.c\nT = $(patsubst %.c,%.o,$(filter %.c,$(D)))\ntest:\n\trun $(T) $(sort $(D)) $(dir $(D)) $(notdir $(D)) $(basename $(D)) $(suffix $(D)) $(firstword $(D)) $(lastword $(D)) $(words $(D)) $(word 2,$(D))\n\trun $(subst a,b,banana) $(findstring an,banana) [$(strip  a   b )] $(addsuffix .x,$(addprefix p/,a b)) $(foreach d,a b,-I$(d)) $(if $(NO),y,n) $(or $(NO),z) $(and a,$(NO)) $(filter-out %.h,$(D))\n',
  ],
  continuations: ['L = a \\\n  b \\\n  c\ntest:\n\trun $(L) \\\n\t  more\n'],
  comments: ['A = one # two\nB = x\\#y\ntest: dep # why\n\trun $(A)$(B) # in the shell\ndep:\n\n# between\n\tdep\n'],
  'two colons': ['test::\n\tone\ntest::\n\ttwo\n'],
  dollars: ['test:\n\techo $$HOME $${X} $$(date)\n'],
  includes: [
    'M = mk\ninclude $(M)/*.mk\n-include gone.mk\ntest: gen\n\t$(RUN)\n',
    { 'mk/a.mk': 'RUN = pytest\n', 'mk/b.mk': 'gen:\n\tgenerate\n' },
  ],
  'a glob': ['S = $(wildcard src/*.c none*)\ntest: $(S)\n\tcc $^ $(S:.c=.o)\n', { 'src/b.c': '', 'src/a.c': '' }],
  'order only': ['test: | dir\n\trun $^ $|x\ndir:\n\tmake-dir\n'],
  indented: ['ifndef X\n\tA := 1\nendif\nexport A\ntest:\n\trun $(A)\n'],
}

test.skipIf(!isGnu).each(Object.keys(MAKEFILES))('what make itself prints: %s', (name) => {
  const [text, more = {}] = MAKEFILES[name] ?? ['']
  const files = { Makefile: text, ...more }
  const home = mkdtempSync(join(tmpdir(), 'make-'))
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), content)
    }
    const said = execFileSync('make', ['-n', 'test'], { cwd: home, encoding: 'utf8', env: { PATH: process.env.PATH } })
    const read = recipeOf(readMakefile(memoryView(files), 'Makefile'), 'test')
    const words = (lines: string): readonly string[] =>
      lines
        .trim()
        .split('\n')
        .map((line) => line.trim())
    expect(read?.lines.flatMap((line) => words(line.text.replace(/ \|\| true$/, '')))).toEqual(words(said))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
