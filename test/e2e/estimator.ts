import { execFile, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { parse } from 'yaml'
import type { Verdict } from '../../src/model/verdict.ts'
import { Rig } from '../rig/rig.ts'
import { triverdict } from './command.ts'

const execute = promisify(execFile)
const root = path.join(import.meta.dirname, '..', '..')
const example = path.join(root, 'examples', 'estimator')

/** The packages of the example, installed once a lock file: a directory with node_modules and .venv. Whoever is second waits for nothing and uses the first one's. */
const packages = async (): Promise<string> => {
  const locks = await Promise.all(
    ['package-lock.json', 'requirements.txt'].map((name) => readFile(path.join(example, name))),
  )
  const key = createHash('sha256').update(Buffer.concat(locks)).digest('hex').slice(0, 16)
  const place = path.join(tmpdir(), `triverdict-rig-estimator-${key}`)
  if (existsSync(place)) return place
  const own = `${place}-${randomUUID()}`
  await execute(process.execPath, [path.join(root, 'scripts', 'estimator.mjs'), '--prepare', '--at', own])
  await rename(own, place).catch(() => rm(own, { recursive: true, force: true }))
  return place
}

export interface Said {
  readonly code: number | null
  readonly status: string
  readonly blocking: readonly string[]
  readonly precluded: Readonly<Record<string, string>>
  readonly report: Verdict
}

export interface Asked {
  readonly env?: Readonly<Record<string, string>>
  /** A shell line that runs before the gate, as root of mounts of its own. */
  readonly mounting?: string
}

/** The example as a git repository of its own with everything that it needs, and its gate. */
export interface Estimator extends AsyncDisposable {
  readonly rig: Rig
  /** Runs the gate; layers, or none for all. */
  gate(layers?: readonly string[], asked?: Asked): Promise<Said>
  /** Changes the text of a file: what is replaced must be there. Commits nothing. */
  edit(file: string, from: string, to: string): Promise<void>
  /** What the gate of the last run kept for its user, hidden layers and all. */
  whole(said: Said): Promise<Verdict>
}

const TOOLS = 'bash sh env node npm git python3 mkfifo rm cp grep sed uname dirname readlink'.split(' ')

/** A PATH on which there is everything but a browser. */
export const pathWithoutBrowser = async (rig: Rig): Promise<string> => {
  const directory = path.join(rig.scratch, 'programs')
  await mkdir(directory)
  const places = (rig.env.PATH ?? '').split(path.delimiter).filter((place) => !/shims$/.test(place))
  for (const tool of TOOLS) {
    const found = places.map((place) => path.join(place, tool)).find((file) => existsSync(file))
    if (found !== undefined) await symlink(found, path.join(directory, tool))
  }
  return directory
}

/** Hard links where both lie on one file system, else a copy. Tests delete and write anew what is linked, and never write into it. */
const link = async (from: string, to: string): Promise<void> => {
  await execute('cp', ['-al', from, to]).catch(async () => {
    await rm(to, { recursive: true, force: true })
    await execute('cp', ['-a', from, to])
  })
}

const collect = (argv: readonly string[], cwd: string, env: Readonly<Record<string, string>>) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    const [program = '', ...rest] = argv
    const child = spawn(program, rest, { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })

/** `await using estimator = await openEstimator()`. */
export const openEstimator = async (): Promise<Estimator> => {
  const installed = await packages()
  const rig = await Rig.make()
  const { stdout } = await execute('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '.'], {
    cwd: example,
  }).catch(() => ({ stdout: '' }))
  const files = stdout.split('\0').filter((file) => file !== '' && existsSync(path.join(example, file)))
  if (files.length === 0) await execute('cp', ['-a', `${example}/.`, rig.repo])
  else await execute('cp', ['-a', '--parents', ...files, rig.repo], { cwd: example })
  for (const each of ['node_modules', '.venv']) await link(path.join(installed, each), path.join(rig.repo, each))
  await rig.commit('The estimator')
  return {
    rig,
    async gate(layers = [], { env = {}, mounting } = {}) {
      const command = [process.execPath, triverdict, 'gate', '--json', ...layers.flatMap((id) => ['--layer', id])]
      const argv =
        mounting === undefined ? command : ['unshare', '-m', 'bash', '-ec', `${mounting}; exec "$@"`, '-', ...command]
      const { code, stdout, stderr } = await collect(argv, rig.repo, { ...rig.env, ...env })
      if (stdout === '') throw new Error(`the gate said nothing, and on standard error: ${stderr}`)
      const report = JSON.parse(stdout) as Verdict & { readonly precluded?: Readonly<Record<string, string>> }
      return { code, status: report.status, blocking: report.blocking, precluded: report.precluded ?? {}, report }
    },
    async edit(file, from, to) {
      const text = await rig.read(file)
      if (!text.includes(from)) throw new Error(`${file} does not have: ${from}`)
      await rig.write({ [file]: text.replace(from, () => to) })
    },
    async whole({ report }) {
      const { id } = report.run as { readonly id: string }
      const runs = path.join(rig.state, 'runs')
      if (!(await readdir(runs)).includes(id)) throw new Error(`no run ${id} was kept`)
      return JSON.parse(await readFile(path.join(runs, id, 'gate.json'), 'utf8')) as Verdict
    },
    [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose](),
  }
}

const settings = parse(await readFile(path.join(example, 'triverdict.yaml'), 'utf8')) as {
  readonly layers: Readonly<Record<string, { readonly on_error: string; readonly needs?: readonly string[] }>>
}

/** Layers that need this one, through others too. */
const above = (layer: string): readonly string[] =>
  Object.entries(settings.layers).flatMap(([id, { needs = [] }]) => (needs.includes(layer) ? [id, ...above(id)] : []))

/**
 * The gate answered error because of one layer: its reason stands first, what a person wrote for it second, and all layers that need it, of
 * those that were asked for, did not run.
 */
export const expectError = (said: Said, layer: string, reason: RegExp, asked = Object.keys(settings.layers)): void => {
  expect([said.code, said.status], said.blocking.join('\n')).toEqual([2, 'error'])
  const [first = '', second] = said.blocking
  expect(first.slice(0, layer.length + 2)).toBe(`${layer}: `)
  expect(first.slice(layer.length + 2)).toMatch(reason)
  expect(second).toBe(`${layer}: ${settings.layers[layer]?.on_error}`)
  expect(Object.keys(said.precluded).sort()).toEqual(
    [...new Set(above(layer))].filter((id) => asked.includes(id)).sort(),
  )
}

/** The gate answered fail because of one layer, for this reason. */
export const expectFail = (said: Said, layer: string, reason: string | RegExp): void => {
  expect([said.code, said.status], said.blocking.join('\n')).toEqual([1, 'fail'])
  const mine = said.blocking.filter((line) => line.startsWith(`${layer}: `)).map((line) => line.slice(layer.length + 2))
  expect(mine).toContainEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason))
  expect(mine).toHaveLength(said.blocking.length)
}
