import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { biome } from './biome.ts'
import { eslint } from './eslint.ts'
import { installKit, makeProject, runReal } from './fixtures/real-kit.ts'
import { tsc } from './tsc.ts'

installKit()

const TYPES = {
  'package.json': '{}',
  'tsconfig.json': '{"compilerOptions":{"strict":true,"composite":true,"outDir":"out","types":[]},"include":["src"]}',
  'tsconfig.solution.json': '{"files":[],"references":[{"path":"."}]}',
  'src/a.ts': 'export const a: number = "x"\n',
}

test('tsc: diagnostics, the end mark, and build-info outside the tree', () => {
  using project = makeProject(TYPES)
  const run = runReal(tsc, ['tsc', '--noEmit'], project.root)
  expect(run.code).toBe(2)
  expect(run.stdout).toMatch(/^src\/a\.ts\(1,14\): error TS2322: .*\nFiles: +\d+\n(?:.*\n)*Total time: +[\d.]+s\n$/)
  expect(tsc.firstFailure?.(run.log)).toBe(
    "src/a.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.",
  )
})

test('tsc: a solution that names no file is built, so that its references are looked at; nothing is emitted', () => {
  using project = makeProject(TYPES)
  const argv = ['tsc', '-p', 'tsconfig.solution.json', '--noEmit'] as const
  const run = runReal(tsc, argv, project.root)
  expect(run.code).not.toBe(0)
  expect(run.stdout).toContain('src/a.ts(1,14): error TS2322')
  expect(existsSync(path.join(project.root, 'out/src/a.js'))).toBe(false)
  writeFileSync(path.join(project.root, 'src/a.ts'), 'export const a: number = 1\n')
  const clean = runReal(tsc, argv, project.root)
  expect(clean.code).toBe(0)
  expect(clean.stdout).toMatch(/^Files: +[1-9]/m)
})

test('tsc: projects of a solution that refer to each other are built to declarations; a build-info is not believed', () => {
  const part = (name: string, references: string) =>
    `{"compilerOptions":{"composite":true,"strict":true,"types":[],"rootDir":".","outDir":"../out/${name}"},"include":["*.ts"]${references}}`
  using project = makeProject({
    'package.json': '{}',
    'tsconfig.json': '{ // a solution\n"files":[],"references":[{"path":"./a"},{"path":"./b"},] }',
    'a/tsconfig.json': part('a', ''),
    'a/x.ts': 'export const x: number = 1\n',
    'b/tsconfig.json': part('b', ',"references":[{"path":"../a"}]'),
    'b/y.ts': "import { x } from '../a/x'\nexport const y: number = x\n",
  })
  const clean = runReal(tsc, ['tsc', '--noEmit'], project.root)
  expect([clean.code, clean.stdout]).toEqual([0, expect.stringMatching(/^Files: +[1-9]/m)])
  expect(existsSync(path.join(project.root, 'out/b/y.js'))).toBe(false)
  writeFileSync(path.join(project.root, 'b/y.ts'), "import { x } from '../a/x'\nexport const y: string = x\n")
  const info = path.join(project.root, 'out/b/tsconfig.tsbuildinfo')
  writeFileSync(info, readFileSync(info, 'utf8').replace(/"version":"[0-9a-f]{64}"/g, '"version":"0"'))
  expect(runReal(tsc, ['tsc', '--noEmit'], project.root).stdout).toContain('b/y.ts(2,14): error TS2322')
})

test('tsc: build-info that claims a clean tree is not believed', () => {
  const incremental =
    '{"compilerOptions":{"strict":true,"incremental":true,"noEmit":true,"tsBuildInfoFile":"info","types":[]}}'
  using project = makeProject({ ...TYPES, 'tsconfig.json': incremental })
  const plain = () => spawnSync('node_modules/.bin/tsc', { cwd: project.root, encoding: 'utf8' }).status
  expect(plain()).not.toBe(0)
  const info = path.join(project.root, 'info')
  const { semanticDiagnosticsPerFile: _, ...forged } = JSON.parse(readFileSync(info, 'utf8'))
  writeFileSync(info, JSON.stringify(forged))
  expect(plain()).toBe(0)
  expect(runReal(tsc, ['tsc'], project.root).stdout).toContain('error TS2322')
})

const LINT = {
  'package.json': '{"type":"module"}',
  'eslint.config.js': 'export default [{ rules: { "no-unused-vars": "error", "no-debugger": "warn" } }]\n',
  'src/a.js': 'const a = 1\ndebugger\n',
  'src/w.js': 'debugger\n',
  'src/clean.js': 'export const b = 2\n',
}
const counts = (text: string | undefined): readonly number[] =>
  (JSON.parse(text ?? '[]') as readonly { errorCount: number; warningCount: number }[]).map(
    (file) => file.errorCount * 10 + file.warningCount,
  )

test('eslint: JSON in a file, every checked file in it, nothing fixed or cached', () => {
  using project = makeProject(LINT)
  const argv = ['eslint', '--cache', '--fix', '--quiet', 'src/a.js', 'src/clean.js', '-f', 'stylish'] as const
  const run = runReal(eslint, argv, project.root)
  expect(run.code).toBe(1)
  expect(counts(run.channels.findings)).toEqual([11, 0])
  expect(runReal(eslint, ['eslint', '--max-warnings', '0', 'src/w.js'], project.root).code).toBe(1)
  expect(runReal(eslint, ['eslint', 'nosuch.js'], project.root)).toMatchObject({ code: 2, channels: {} })
})

test('biome: JSON on standard output, nothing hidden, nothing written', () => {
  const text = Array.from({ length: 60 }, (_, at) => `var a${at} = 1;\ndebugger;\n`).join('')
  using project = makeProject({
    'package.json': '{}',
    'biome.json': '{"files":{"includes":["src/**"]}}',
    'src/a.js': text,
  })
  const run = runReal(biome, ['biome', 'lint', '--write', '--max-diagnostics=1', 'src'], project.root)
  expect(run.code).toBe(1)
  const report = JSON.parse(run.channels.findings ?? '')
  expect(report.diagnostics).toHaveLength(60)
  expect(report.summary).toMatchObject({ changed: 0, unchanged: 1, diagnosticsNotPrinted: 0 })
})
