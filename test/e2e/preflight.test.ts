import { existsSync } from 'node:fs'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Contents, Rig } from '../rig/rig.ts'
import { run, small } from './command.ts'

const layers = (...lines: readonly string[]): Contents => ({
  'triverdict.yaml': `layers:\n${lines.map((line) => `  ${line}\n`).join('')}`,
})
const gate = async (rig: Rig, env: Readonly<Record<string, string>>, ...more: readonly string[]) => {
  const answer = await run(['gate', '--preflight', '--json', ...more], { cwd: rig.repo, env: { ...rig.env, ...env } })
  return { ...answer, report: JSON.parse(answer.stdout) }
}
/** A PATH without these programs. */
const without = async (rig: Rig, ...programs: readonly string[]): Promise<string> => {
  const directory = path.join(rig.scratch, 'bin')
  await mkdir(directory)
  const places = (rig.env.PATH ?? '').split(path.delimiter).filter((place) => !/shims$/.test(place))
  for (const place of places)
    for (const name of await readdir(place).catch((): string[] => []))
      if (!programs.includes(name))
        await symlink(path.join(place, name), path.join(directory, name)).catch(() => undefined)
  return directory
}

test('on a good machine the doctor stands before the layers, and they run', async () => {
  await using rig = await Rig.make({ ...small, ...layers('unit: { kind: tests, run: npm test, min_tests: 2 }') })
  const { code, report } = await gate(rig, {})
  expect([code, report.status, Object.keys(report.layers)]).toEqual([0, 'pass', ['doctor', 'unit']])
  expect(report.layers.doctor).toMatchObject({ status: 'pass', check: 'doctor', run: { id: report.run.id } })
  expect(report.metrics).toMatchObject({ unit: { tests_run: 2 }, doctor: { programs: { 'npm (gate)': {} } } })
  const clean = await gate(rig, {}, '--tree', 'HEAD', '--control', 'HEAD')
  expect([clean.code, Object.keys(clean.report.layers)]).toEqual([0, ['doctor', 'unit']])
  // Nobody asked: nobody looks.
  const plain = await run(['gate', '--json'], { cwd: rig.repo, env: rig.env })
  expect(Object.keys(JSON.parse(plain.stdout).layers)).toEqual(['unit'])
})

test('where the machine cannot run a layer, none runs: they are precluded, and the doctor is what blocks', async () => {
  await using rig = await Rig.make({
    ...small,
    ...layers(
      'first: { run: "touch was-run" }',
      'unit: { kind: tests, run: npm test, visibility: hidden }',
      'smoke: { run: node smoke.mjs, needs: [unit] }',
    ),
  })
  const PATH = await without(rig, 'npm')
  const reason =
    "doctor: layer unit: the program npm is not on PATH. Install npm on this machine or with the project's dependencies, or add its directory to PATH."
  const { code, report, stderr } = await gate(rig, { PATH })
  expect([code, report.status, report.blocking]).toEqual([2, 'error', [reason]])
  expect(report.precluded).toEqual({ first: 'doctor', unit: 'doctor', smoke: 'doctor' })
  expect([Object.keys(report.layers), report.trouble, existsSync(path.join(rig.repo, 'was-run'))]).toEqual([
    ['doctor'],
    'preflight',
    false,
  ])
  expect(stderr).toContain(`triverdict: ${reason}\n`)
  const page = await run(['gate', '--preflight'], { cwd: rig.repo, env: { ...rig.env, PATH } })
  expect([page.code, page.stdout]).toEqual([
    2,
    expect.stringMatching(
      /^ERROR {2}gate\n {2}doctor +error[\s\S]*again: triverdict doctor\n {2}first +not run, since doctor/,
    ),
  ])
  // Only what is asked for is needed.
  const one = await gate(rig, { PATH }, '--layer', 'first')
  expect([one.code, Object.keys(one.report.layers)]).toEqual([0, ['doctor', 'first']])
})

test('layers that discovery finds are looked at too, and settings that are wrong are the gate’s to name', async () => {
  await using rig = await Rig.make({
    'go.mod': 'module example.invalid/x\n\ngo 1.21\n',
    'x.go': 'package x\n\nfunc One() int { return 1 }\n',
    'x_test.go':
      'package x\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Fatal()\n\t}\n}\n',
  })
  const found = await gate(rig, { PATH: await without(rig, 'go', 'gofmt') })
  expect([found.code, found.report.blocking[0]]).toEqual([2, expect.stringMatching(/the program go is not on PATH/)])
  expect(found.report.precluded).toMatchObject({ unit: 'doctor' })
  await rig.write(layers('doctor: { run: "exit 0" }'))
  const wrong = await gate(rig, {})
  expect([wrong.code, wrong.report.blocking]).toEqual([
    2,
    [expect.stringMatching(/^triverdict\.yaml:2: layers\.doctor: this name stands for what is found of this machine/)],
  ])
})
