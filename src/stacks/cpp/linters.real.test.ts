import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Report } from '../../model/reader.ts'
import type { Result, Some } from '../../model/result.ts'
import type { Tool } from '../../model/stack.ts'
import { readerOf } from '../../reports/index.ts'
import { viewOfFiles } from '../node/fixtures/view.ts'
import { clangTidy } from './clang-tidy.ts'
import { clangFormat } from './linters.ts'

const here = ['clang-tidy', 'clang-format'].every((name) => spawnSync(name, ['--version']).status === 0)
// Without the toolchain a machine of a developer says so; one of CI fails.
const real = test.skipIf(!here && process.env.CI !== 'true')

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lint-'))
  write(
    '.clang-tidy',
    "Checks: '-*,bugprone-*,clang-diagnostic-*'\nWarningsAsErrors: 'bugprone-assignment-in-if-condition'\n",
  )
  write('.clang-format', 'BasedOnStyle: LLVM\n')
  write('ok.c', 'int one(void) { return 1; }\n')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (path: string, text: string): void => writeFileSync(join(root, path), text)
const database = (): void =>
  write('compile_commands.json', JSON.stringify([{ directory: root, command: 'cc -c ok.c', file: 'ok.c' }]))
const ask = (tool: Tool, argv: Some<string>): { code: number | null; read: Result<Report> } => {
  const place = {
    reportDirectory: root,
    reporters: resolve(import.meta.dirname, '../../../reporters'),
    tree: root,
    project: viewOfFiles({}),
    directory: '.',
  }
  const { argv: words } = tool.instrument(argv, place)
  const { status, stdout } = spawnSync(words[0], words.slice(1), { cwd: root, encoding: 'utf8' })
  const reading = readerOf('gcc-text').open({ root, cwd: '.' })
  reading.write(stdout)
  return { code: status, read: reading.end() }
}

real('clang-tidy: what the project makes an error is red at its place, a warning is not', () => {
  database()
  expect(ask(clangTidy, ['clang-tidy', '-p', '.', 'ok.c'])).toMatchObject({
    code: 0,
    read: { value: { complete: true, findings: [], troubles: [] } },
  })
  write('ok.c', 'int same(int a, int b) {\n  if (a = b)\n    return 1;\n  return 0;\n}\n')
  const { code, read } = ask(clangTidy, ['clang-tidy', '--fix', '-p', '.', 'ok.c'])
  expect([code, read]).toMatchObject([1, { value: { complete: true, troubles: [] } }])
  const found = read.ok && read.value.kind === 'findings' ? read.value.findings : []
  expect(found.filter(({ severity }) => severity === 'error')).toMatchObject([
    { rule: 'bugprone-assignment-in-if-condition', file: 'ok.c', line: 2, column: 9 },
  ])
  expect(found.some(({ severity }) => severity === 'warning')).toBe(true)
})

real('clang-tidy that could not look is in trouble, also where it exits 0', () => {
  expect(ask(clangTidy, ['clang-tidy', '-p', 'nosuch', 'ok.c'])).toMatchObject({
    code: 0,
    read: { value: { troubles: [expect.stringContaining('compilation database')] } },
  })
  database()
  for (const words of [['nosuch.c'], ['--checks=-*', 'ok.c']]) {
    const { code, read } = ask(clangTidy, ['clang-tidy', '-p', '.', ...words])
    expect([code, read]).toMatchObject([1, { value: { findings: [], troubles: [expect.any(String)] } }])
  }
})

real('clang-format only looks, and says where', () => {
  expect(ask(clangFormat, ['clang-format', '-i', 'ok.c']).code).toBe(0)
  write('ok.c', 'int one(void) {return 1;}\n')
  const { code, read } = ask(clangFormat, ['clang-format', '-i', 'ok.c'])
  expect([code, read]).toMatchObject([1, { value: { complete: true, troubles: [] } }])
  expect(read).toMatchObject({ value: { findings: [{ file: 'ok.c', line: 1, severity: 'error' }, {}] } })
  expect(ask(clangFormat, ['clang-format', 'nosuch.c']).read).toMatchObject({
    value: { complete: false, troubles: ['nosuch.c: No such file or directory'] },
  })
})
