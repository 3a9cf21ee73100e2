import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { ok, type Result, type Some } from '../model/result.ts'
import { systemTrouble } from './trouble.ts'

export interface BackgroundRequest {
  readonly argv: Some<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Files for its standard output and error, absolute; they must not be there yet. For this user alone. */
  readonly stdout: string
  readonly stderr: string
}

/** A process of its own session that goes on without us. */
export interface Background {
  readonly pid: number
  /** True once it has ended. */
  ended(): boolean
}

/** Starts a process that outlives us: a session of its own, no terminal, no open file of ours; the end of our terminal or group is nothing to it. */
export const startBackground = async (request: BackgroundRequest): Promise<Result<Background>> => {
  const files: number[] = []
  try {
    await mkdir(path.dirname(request.stdout), { recursive: true, mode: 0o700 })
    for (const file of [request.stdout, request.stderr]) files.push(openSync(file, 'wx', 0o600))
    const [program, ...args] = request.argv
    const child = spawn(program, args, {
      cwd: request.cwd,
      env: { ...request.env },
      stdio: ['ignore', files[0], files[1]],
      detached: true,
    })
    let over = false
    child.on('exit', () => {
      over = true
    })
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
    child.unref()
    return ok({ pid: child.pid as number, ended: () => over })
  } catch (error) {
    return { ok: false, trouble: systemTrouble('the gate cannot be started in the background', error) }
  } finally {
    for (const file of files) closeSync(file)
  }
}
