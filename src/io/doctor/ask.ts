import { spawn } from 'node:child_process'
import type { Some } from '../../model/result.ts'
import { stopwatch } from '../clock.ts'
import { errno, systemWords } from '../trouble.ts'
import { PROBE_MS } from './within.ts'

/** What a program that was asked something did. `missing`: there is no such program on PATH. */
export interface Asked {
  readonly end: 'exited' | 'signalled' | 'cut' | 'missing' | 'not-started'
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly took_ms: number
}

export interface AskOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly limit_ms?: number
  readonly signal?: AbortSignal
}

const KEPT_CHARACTERS = 1 << 20

/**
 * Runs a program that answers at once, and gives what it said. Needs no directory to write to, unlike `run`. After its time it is killed with
 * its group, and is not waited for: a process that cannot even be killed keeps nobody waiting.
 */
export const ask = (argv: Some<string>, { cwd, env, limit_ms = PROBE_MS, signal }: AskOptions): Promise<Asked> =>
  new Promise((resolve) => {
    const elapsed = stopwatch()
    // Nobody tells of an interrupt that came before.
    if (signal?.aborted) return resolve({ end: 'cut', code: null, stdout: '', stderr: '', took_ms: 0 })
    const [program, ...words] = argv
    let [stdout, stderr] = ['', '']
    let done = false
    const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const kill = (): void => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // Nothing of the group is left.
      }
    }
    const end = (how: Asked['end'], code: number | null, said = stderr): void => {
      if (done) return
      done = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', cut)
      // What it left behind would hold the pipes.
      kill()
      child.stdout?.destroy()
      child.stderr?.destroy()
      child.unref()
      resolve({ end: how, code, stdout, stderr: said, took_ms: elapsed() })
    }
    const cut = (): void => end('cut', null)
    const timer = setTimeout(cut, limit_ms)
    signal?.addEventListener('abort', cut)
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (stdout.length < KEPT_CHARACTERS) stdout += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < KEPT_CHARACTERS) stderr += text
    })
    child.on('error', (error) => end(errno(error) === 'ENOENT' ? 'missing' : 'not-started', null, systemWords(error)))
    child.on('close', (code) => end(code === null ? 'signalled' : 'exited', code))
  })
