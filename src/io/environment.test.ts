import { execFileSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Rig } from '../../test/rig/rig.ts'
import { installEnvironment, runEnvironment } from './environment.ts'
import type { Stage } from './stage.ts'
import { type Machine, readMachine } from './toolchains.ts'

const stage: Stage = { name: 'branch', root: '/s', tree: '/s/tree', env: '/s/env', home: '/s/home', temp: '/s/temp' }
const machineWith = (source: Record<string, string>): Machine => ({
  path: ['/usr/bin', '/bin'],
  interpreters: ['/opt/py/bin'],
  homes: {},
  source,
})
const nasty = {
  GIT_DIR: '/x',
  NODE_OPTIONS: '--require x',
  PYTHONPATH: '/x',
  PYTEST_ADDOPTS: '-p x',
  npm_config_ignore_scripts: 'true',
  LD_PRELOAD: 'x.so',
  npm_lifecycle_event: 'test',
  VITEST: 'true',
  TOKEN: 'secret',
  HTTPS_PROXY: 'http://proxy',
  SSL_CERT_FILE: '/ca.pem',
  PIP_INDEX_URL: 'https://index.example',
  npm_config_registry: 'https://registry.example',
  UV_DEFAULT_INDEX: 'https://index.example',
  AWS_SECRET_ACCESS_KEY: 'x',
}

test('a run gets nothing of ours but what is named', () => {
  const env = runEnvironment({
    machine: machineWith(nasty),
    stage,
    path: ['env/bin', 'tree/node_modules/.bin'],
    extra: { A: '{stage}/a', HOME: '/root', PATH: '/evil', TMPDIR: '/x', TZ: 'Europe/Berlin' },
    secrets: ['TOKEN', 'UNSET'],
  })
  expect(env).toEqual({
    SHELL: '/bin/sh',
    CI: '1',
    TZ: 'Europe/Berlin',
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    UV_PYTHON_DOWNLOADS: 'never',
    RUSTUP_AUTO_INSTALL: '0',
    COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
    A: '/s/a',
    TOKEN: 'secret',
    PATH: '/s/env/bin:/s/tree/node_modules/.bin:/usr/bin:/bin',
    HOME: '/s/home',
    TMPDIR: '/s/temp',
  })
})

test('with network a run gets proxies and authorities, still no index', () => {
  const env = runEnvironment({ machine: machineWith(nasty), stage, path: [], extra: {}, network: true })
  expect(env).toMatchObject({ HTTPS_PROXY: 'http://proxy', SSL_CERT_FILE: '/ca.pem' })
  expect(env).not.toHaveProperty('PIP_INDEX_URL')
})

test('an install gets indexes, authorities, our download caches and no hard links; never a secret', () => {
  const env = installEnvironment({
    machine: machineWith(nasty),
    stage,
    path: [],
    extra: { UV_LINK_MODE: 'copy', B: '1' },
    cache: '/c',
  })
  expect(env).toMatchObject({
    HTTPS_PROXY: 'http://proxy',
    PIP_INDEX_URL: 'https://index.example',
    npm_config_registry: 'https://registry.example',
    UV_DEFAULT_INDEX: 'https://index.example',
    npm_config_cache: '/c/downloads/npm',
    TRIVERDICT_GO_STANDARD: '/c/downloads/go-standard',
    UV_CACHE_DIR: '/c/downloads/uv',
    PIP_CACHE_DIR: '/c/downloads/pip',
    UV_LINK_MODE: 'copy',
    npm_config_package_import_method: 'copy',
    B: '1',
    PATH: '/usr/bin:/bin:/opt/py/bin',
  })
  for (const name of [
    'GIT_DIR',
    'NODE_OPTIONS',
    'PYTHONPATH',
    'PYTEST_ADDOPTS',
    'npm_config_ignore_scripts',
    'LD_PRELOAD',
    'TOKEN',
    'AWS_SECRET_ACCESS_KEY',
    'npm_lifecycle_event',
  ])
    expect(env).not.toHaveProperty(name)
})

test('the path of a machine: shims become the interpreter behind them, runners and active environments are left out', async () => {
  await using rig = await Rig.make()
  const at = (name: string) => path.join(rig.scratch, name)
  for (const directory of ['real/bin', 'pyenv/shims', 'venv/bin', 'x/node_modules/.bin'])
    await mkdir(at(directory), { recursive: true })
  const put = async (file: string, text: string) => {
    await writeFile(at(file), text)
    await chmod(at(file), 0o755)
  }
  await put('real/bin/python3', '#!/bin/sh\n')
  // As pyenv's own: without its root it does not work.
  await put(
    'pyenv/shims/python3',
    '#!/bin/sh\n[ -n "$PYENV_ROOT" ] || exit 1\necho "$PYENV_ROOT/../real/bin/python3"\n',
  )
  const source = {
    HOME: rig.home,
    PYENV_ROOT: at('pyenv'),
    VIRTUAL_ENV: at('venv'),
    PATH: [
      at('x/node_modules/.bin'),
      'relative',
      at('venv/bin'),
      at('pyenv/shims'),
      '/usr/bin',
      '/no/such',
      '/usr/bin',
    ].join(':'),
  }
  const machine = await readMachine(source)
  expect(machine.path.map((entry) => path.normalize(entry))).toEqual([at('real/bin'), '/usr/bin'])
})

test('on this machine python3, node and git run under a strange HOME', async () => {
  await using rig = await Rig.make()
  const machine = await readMachine(process.env)
  const env = runEnvironment({ machine, stage: { ...stage, home: rig.home, temp: rig.scratch }, path: [], extra: {} })
  for (const program of ['python3', 'node', 'git'])
    expect(execFileSync(program, ['--version'], { env, cwd: '/', encoding: 'utf8' })).toMatch(/\d/)
})
