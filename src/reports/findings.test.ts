import { describe, expect, test } from 'vitest'
import type { FindingsReport } from '../model/findings.ts'
import type { FindingsFormat } from '../model/test-report.ts'
import { readAll } from './fixtures/recorded.ts'

const read = (format: FindingsFormat, text: string): FindingsReport => {
  const result = readAll(format, [text])
  if (!result.ok) throw new Error(result.trouble.message)
  return result.value as FindingsReport
}
const STATISTICS = 'Files:   88\nTotal time:   0.5s\n'

describe('tsc', () => {
  test('imports of packages that are missing are troubles only when nothing else is wrong', () => {
    const missing = "a.ts(1,1): error TS2307: Cannot find module 'left-pad' or its corresponding type declarations.\n"
    const untyped =
      "a.ts(2,1): error TS7016: Could not find a declaration file for module 'x'. '/x.js' implicitly has an 'any' type.\n"
    const own = "a.ts(3,1): error TS2307: Cannot find module './b.js' or its corresponding type declarations.\n"
    expect(read('tsc-text', missing + untyped + STATISTICS)).toMatchObject({ findings: [], files: 88 })
    expect(read('tsc-text', missing + untyped + STATISTICS).troubles).toHaveLength(2)
    expect(read('tsc-text', missing + own + STATISTICS)).toMatchObject({ findings: [{}, {}], troubles: [] })
  })

  test('is not complete while its statistics are open', () => {
    expect(read('tsc-text', 'Files:   88\n').complete).toBe(false)
    expect(read('tsc-text', STATISTICS).complete).toBe(true)
    expect(read('tsc-text', STATISTICS.trimEnd()).complete).toBe(false)
  })

  test('the files of several projects are added up', () => {
    expect(read('tsc-text', STATISTICS + STATISTICS)).toMatchObject({ files: 176, complete: true })
  })

  test('other output is a trouble, without statistics', () => {
    const crash = 'a.ts(1,1): error TS1: x\nTypeError: cannot read properties of undefined\n'
    expect(read('tsc-text', crash)).toMatchObject({ complete: false })
    expect(read('tsc-text', crash).troubles[0]).toContain('TypeError')
  })
})

test('pyright: all findings are missing packages', () => {
  const diagnostic = (file: string, module: string) => ({
    file,
    severity: 'error',
    message: `Import "${module}" could not be resolved`,
    rule: 'reportMissingImports',
    range: { start: { line: 0, character: 0 } },
  })
  const report = (diagnostics: object[]) =>
    read(
      'pyright-json',
      JSON.stringify({
        version: '1',
        generalDiagnostics: diagnostics,
        summary: { filesAnalyzed: 1, errorCount: diagnostics.length, warningCount: 0 },
      }),
    )
  expect(report([diagnostic('/tree/pkg/a.py', 'numpy')])).toMatchObject({
    findings: [],
    troubles: [expect.stringContaining('numpy')],
  })
  expect(
    report([diagnostic('/tree/pkg/a.py', 'numpy'), diagnostic('/tree/pkg/a.py', 'pkg.gone')]).findings,
  ).toHaveLength(2)
  expect(report([diagnostic('/tree/pkg/a.py', '.gone')]).findings).toHaveLength(1)
})

test('mypy: all findings are missing packages', () => {
  const line = (module: string) =>
    `pkg/a.py:1: error: Cannot find implementation or library stub for module named "${module}"  [import-not-found]\n`
  const closing = (count: number) =>
    `Found ${count} error${count === 1 ? '' : 's'} in 1 file (checked 3 source files)\n`
  expect(read('mypy-text', line('numpy') + closing(1))).toMatchObject({
    complete: true,
    files: 3,
    findings: [],
    troubles: [expect.stringContaining('numpy')],
  })
  expect(read('mypy-text', line('numpy') + line('pkg.gone') + closing(2))).toMatchObject({
    findings: [{}, {}],
    troubles: [],
  })
  expect(read('mypy-text', line('pkg.gone') + closing(2)).complete).toBe(false)
})

test('mypy: a closing line that lost its last letter closes nothing', () => {
  expect(read('mypy-text', 'Success: no issues found in 3 source files\n')).toMatchObject({ complete: true, files: 3 })
  expect(read('mypy-text', 'Success: no issues found in 3 source file').complete).toBe(false)
})

test('ruff format, as older versions print it', () => {
  const old =
    'Would reformat: src/a.py\nWould reformat: b.py\n2 files would be reformatted, 3 files already formatted\n'
  expect(read('ruff-format-text', old)).toMatchObject({
    complete: true,
    files: 5,
    findings: [{ file: 'src/a.py', rule: 'format' }, { file: 'b.py' }],
  })
  expect(read('ruff-format-text', old.replace('Would reformat: b.py\n', '')).complete).toBe(false)
})

test('biome: diagnostics that it did not print make it not complete', () => {
  const report = (hidden: number) =>
    read(
      'biome-json',
      JSON.stringify({
        summary: { changed: 0, unchanged: 3, errors: hidden, warnings: 0, diagnosticsNotPrinted: hidden },
        diagnostics: [],
        command: 'lint',
      }),
    )
  expect(report(0)).toMatchObject({ complete: true, files: 3, troubles: [] })
  expect(report(2)).toMatchObject({ complete: false, troubles: [expect.stringContaining('2')] })
})

test('prettier: a closing line that counts others than those that are listed, and one without an end', () => {
  const files = ['a.js', 'b.js', 'c.js'].map(
    (file) => `[debug] resolve config from '/tree/${file}'\n[debug] applied config-precedence (cli-override): {}\n`,
  )
  const text = (count: string) =>
    `[debug] normalized argv: {}\n${files.join('')}[warn] a.js\n[warn] b.js\n[warn] ${count}\n`
  const closing = 'Code style issues found in 2 files. Run Prettier with --write to fix.'
  expect(read('prettier-text', text(closing))).toMatchObject({
    complete: true,
    files: 3,
    findings: [{}, {}],
    troubles: [],
  })
  const other = read('prettier-text', text(closing.replace('2', '3')))
  expect(other).toMatchObject({ complete: false, troubles: [expect.stringContaining('counts 3')] })
  expect(read('prettier-text', text(closing).trimEnd()).complete).toBe(false)
  const denied = read(
    'prettier-text',
    text('x is deprecated.').replace('[warn] x', 'All matched files use Prettier code style!\n[warn] x'),
  )
  expect(denied.complete).toBe(false)
})

test('a package that the tool itself says how to add is not asked after', () => {
  const message = 'a.go:3:8: missing go.sum entry for module providing package x; to add:\n\tgo get x'
  const [trouble] = read('go-text', `${message}\ntriverdict: build exit 1\n`).troubles
  expect(trouble).toContain('go get x')
  expect(trouble).not.toContain('installed')
})
