import { readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Rig } from '../../test/rig/rig.ts'
import type { Step } from '../model/check.ts'
import type { Result, Some } from '../model/result.ts'
import type { InstallPlan } from '../model/stack.ts'
import { systemClock } from './clock.ts'
import { provide } from './dependencies.ts'
import { runEnvironment } from './environment.ts'
import { run } from './process.ts'
import { openSlot } from './stage.ts'
import { readMachine } from './toolchains.ts'

const value = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.trouble.message}\n${result.trouble.detail ?? ''}`)
  return result.value
}
const step = (...argv: Some<string>): Step => ({
  command: { form: 'argv', argv, cwd: '.', env: {} },
  evidence: { tier: 'default', file: null, line: null, text: argv.join(' ') },
})
const base = {
  manager: 'x',
  keyFiles: ['package.json', 'pyproject.toml'],
  keyCommands: [],
  perTree: [],
  pinned: true,
  env: {},
}

const manifest = JSON.stringify({ name: 'x', version: '1.0.0', dependencies: { 'is-number': '7.0.0' } })
const node = (manager: string, ...argv: Some<string>): InstallPlan => ({
  ...base,
  manager,
  keyCommands: [[argv[0], '--version']],
  install: [step(...argv)],
  outputs: ['tree/*node_modules'],
  path: ['tree/node_modules/.bin'],
})
const python: InstallPlan = {
  ...base,
  manager: 'uv',
  keyCommands: [['uv', '--version']],
  install: [step('uv', 'venv', '{stage}/env'), step('uv', 'pip', 'install', 'iniconfig==2.0.0')],
  outputs: ['env'],
  path: ['env/bin'],
  env: { VIRTUAL_ENV: '{stage}/env' },
}
const pip: InstallPlan = {
  ...python,
  manager: 'pip',
  keyCommands: [['python3', '--version']],
  install: [
    step('python3', '-m', 'venv', '{stage}/env'),
    step('{stage}/env/bin/python', '-m', 'pip', 'install', 'iniconfig==2.0.0'),
  ],
}

const useNode: Some<string> = ['node', '-e', 'console.log(require("is-number")(5))']
const usePython: Some<string> = [
  'python',
  '-c',
  'import iniconfig, sys; print(sys.prefix == __import__("os").path.realpath("../env"))',
]
test.each([
  ['npm', node('npm', 'npm', 'install', '--no-audit'), useNode, 'tree/node_modules/is-number/index.js'],
  [
    'pnpm',
    node('pnpm', 'pnpm', 'install', '--no-frozen-lockfile'),
    useNode,
    'tree/node_modules/.pnpm/is-number@7.0.0/node_modules/is-number/index.js',
  ],
  ['yarn', node('yarn', 'yarn', 'install', '--non-interactive'), useNode, 'tree/node_modules/is-number/index.js'],
  ['uv', python, usePython, 'env/lib/python*/site-packages/iniconfig/__init__.py'],
  ['pip', pip, usePython, 'env/lib/python*/site-packages/iniconfig/__init__.py'],
] as const)(
  '%s installs from nothing, and the copy out of the cache works at the same path',
  async (_, plan, use, file) => {
    await using rig = await Rig.make()
    const machine = await readMachine(rig.env)
    const logs = path.join(rig.scratch, 'logs')
    const world = {
      machine,
      cache: path.join(rig.cache, 'triverdict'),
      logs,
      clock: systemClock,
      run,
      refuses: () => true,
    }
    const slot = value(await openSlot(rig.trees))
    for (const fromCache of [false, true]) {
      const stage = value(await slot.activate(String(fromCache)))
      await writeFile(path.join(stage.tree, 'package.json'), manifest)
      const provided = value(await provide(plan, stage, world))
      expect(provided.fromCache).toBe(fromCache)
      const env = runEnvironment({ machine, stage, path: plan.path, extra: plan.env })
      const used = await run({ argv: use, cwd: stage.tree, env, log: path.join(logs, 'use'), timeout_ms: 30_000 })
      expect(used).toMatchObject({ end: 'exited', exit_code: 0, tail: expect.stringMatching(/^true\n$/i) })
      // One name for one file: nothing that a test writes can reach the downloads.
      const version = file.startsWith('env/') ? (readdirSync(path.join(stage.env, 'lib'))[0] ?? '') : ''
      expect(statSync(path.join(stage.root, file.replace('python*', version))).nlink).toBe(1)
    }
    await slot.close()
  },
)

test('npm for a version that does not exist says so in its own words', async () => {
  await using rig = await Rig.make()
  const slot = value(await openSlot(rig.trees))
  const stage = value(await slot.activate('branch'))
  await writeFile(path.join(stage.tree, 'package.json'), manifest.replace('7.0.0', '99.0.0'))
  const logs = path.join(rig.scratch, 'logs')
  const world = {
    machine: await readMachine(rig.env),
    cache: path.join(rig.cache, 'triverdict'),
    logs,
    clock: systemClock,
    run,
    refuses: () => true,
  }
  const result = await provide(node('npm', 'npm', 'install'), stage, world)
  expect(result).toMatchObject({
    ok: false,
    trouble: { kind: 'install-failed', detail: expect.stringContaining('ETARGET') },
  })
  expect(readFileSync(path.join(logs, 'install-1.log'), 'utf8')).toContain('ETARGET')
  await slot.close()
})
