import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { BranchReport } from '../../src/model/branch-report.ts'

export interface Answer {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export const triverdict = join(import.meta.dirname, '..', '..', 'dist', 'triverdict.js')

/** Runs the built command as a user would. */
export const run = (
  argv: readonly string[],
  settings: {
    readonly cwd: string
    readonly env: Readonly<Record<string, string>>
    /** Standard input: a text that is piped in, or an open file. Nothing to read by default. */
    readonly stdin?: string | number
    readonly onChild?: (child: ReturnType<typeof spawn>) => void
  },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [triverdict, ...argv], {
      cwd: settings.cwd,
      env: { ...settings.env },
      stdio: [typeof settings.stdin === 'string' ? 'pipe' : (settings.stdin ?? 'ignore'), 'pipe', 'pipe'],
    })
    // It may end without reading.
    child.stdin?.on('error', () => undefined).end(settings.stdin)
    let [stdout, stderr] = ['', '']
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
    settings.onChild?.(child)
  })

/** The one object on standard output; anything beside it is a parse error. */
export const reportOf = (answer: Answer): BranchReport => JSON.parse(answer.stdout) as BranchReport

/** A project that needs nothing installed: node:test and one product file. */
export const small = {
  'package.json': '{ "name": "small", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/add.js': 'export const add = (a, b) => a + b\n',
  'test/add.test.js':
    "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { add } from '../src/add.js'\n\ntest('adds', () => assert.equal(add(1, 2), 3))\ntest('adds negatives', () => assert.equal(add(1, -2), -1))\n",
} as const
