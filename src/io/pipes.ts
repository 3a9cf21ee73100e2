import { execFile } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { errno } from './trouble.ts'

/** One end to hand to a child, one end to read from. */
export interface Pipe {
  readonly writeEnd: number
  readonly reader: Socket
}

const openFifo = (file: string): Pipe => {
  // Without a writer a blocking open would wait for ever; the child's end stays blocking, as programs expect of a pipe.
  const readEnd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    return {
      writeEnd: openSync(file, constants.O_WRONLY),
      reader: new Socket({ fd: readEnd, readable: true, writable: false }),
    }
  } catch (error) {
    closeSync(readEnd)
    throw error
  }
}

/**
 * Real pipes. Node gives a child sockets instead, and a socket cannot be opened again as /dev/stdout or /dev/stderr, which scripts
 * do; one pipe for both streams also keeps the order of what they print. Throws the system's error.
 */
export const openPipes = async (count: number): Promise<readonly Pipe[]> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'triverdict-pipe-'))
  try {
    const files = Array.from({ length: count }, (_, index) => path.join(directory, String(index)))
    await promisify(execFile)('mkfifo', ['-m', '600', ...files]).catch((error: unknown) => {
      if (errno(error) === 'ENOENT') throw new Error('no program mkfifo on PATH')
      throw error
    })
    const pipes: Pipe[] = []
    try {
      for (const file of files) pipes.push(openFifo(file))
      return pipes
    } catch (error) {
      for (const pipe of pipes) closePipe(pipe)
      throw error
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** To be called once the child has its copy: the reader sees the end only when nobody holds the pipe. */
export const closeWriteEnd = (pipe: Pipe): void => closeSync(pipe.writeEnd)

export const closePipe = (pipe: Pipe): void => {
  closeSync(pipe.writeEnd)
  pipe.reader.destroy()
}
