import { spawnSync } from 'node:child_process'
import { afterAll, describe, expect, test } from 'vitest'
import { Module } from './fixtures/module.ts'
import { golangciLint } from './golangci-lint.ts'

const module = new Module()
afterAll(() => module.remove())

/** It is built from source, which takes minutes, so a machine of CI need not have it; with this variable it must be there. */
const asked = process.env.TRIVERDICT_TEST_GOLANGCI === '1'
const program = 'golangci-lint'
const version = spawnSync(program, ['version'], { encoding: 'utf8' }).stdout ?? ''
const second = !/version v?1\./.test(version)
const LONG_MS = 180_000

const files = (text: string, settings = '') => ({
  'go.mod': 'module example.com/m\n\ngo 1.21\n',
  '.golangci.yml': `${second ? 'version: "2"\n' : ''}issues:\n  max-same-issues: 1\n${settings}`,
  'a.go': `package a\n\nimport "os"\n\nfunc F() {\n${text}}\n`,
})
const argv = ['golangci-lint', 'run'] as const

describe.skipIf(version === '' && !asked)('golangci-lint', () => {
  test('tells every issue at its place, whatever limits the project sets', { timeout: LONG_MS }, async () => {
    const { code, facts, states } = await module.run(golangciLint, argv, files('\tos.Chdir("x")\n\tos.Chdir("x")\n'))
    expect([code, facts.complete, states]).toEqual([1, true, { 'golangci-lint errcheck a.go': 'red' }])
    expect(facts.items.map(({ line }) => line)).toEqual([6, 7])
  })

  test('of a project that lets only new ones count, all are told as tentative', { timeout: LONG_MS }, async () => {
    const { code, facts } = await module.run(golangciLint, argv, files('\tos.Chdir("x")\n', '  new-from-rev: main\n'))
    expect([code, facts.items]).toMatchObject([1, [{ state: 'red', tentative: 'new' }]])
  })

  test('clean, not compiled, not configured', { timeout: LONG_MS }, async () => {
    const clean = await module.run(golangciLint, argv, files('\t_ = os.Chdir("x")\n'))
    expect([clean.code, clean.facts.complete, clean.states]).toEqual([0, true, {}])
    const broken = await module.run(golangciLint, argv, files('\t_ = nosuch\n\t_ = os.Args\n'))
    expect(broken.facts.items).toMatchObject([
      { file: 'a.go', line: 6, message: expect.stringContaining('undefined: nosuch') },
    ])
    const wrong = await module.run(golangciLint, argv, { ...files(''), '.golangci.yml': 'version: [' })
    expect([wrong.code, wrong.facts.complete]).toEqual([3, false])
  })
})
