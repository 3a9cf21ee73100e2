import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** A running child that obeys. Each order settles once the child has carried it out. */
export interface Strings {
  readonly pid: number
  print(text: string): Promise<void>
  /** Raw bytes on standard output, for text that is cut in the middle of a character. */
  bytes(bytes: Uint8Array): Promise<void>
  complain(text: string): Promise<void>
  append(file: string, text: string): Promise<void>
  ignore(signal: NodeJS.Signals): Promise<void>
  /** On this signal the child exits by itself with this code. */
  trap(signal: NodeJS.Signals, code: number): Promise<void>
  /** Starts a grandchild; `hold` lets it keep the output open, `leave` gives it a session of its own. Gives its pid. */
  spawn(argv: readonly string[], how?: { readonly hold?: boolean; readonly leave?: boolean }): Promise<number>
  exit(code: number): void
  /** The child sends itself a signal. */
  kill(signal: NodeJS.Signals): void
}

/** A child program in the hands of the test: run `argv`, then pull the strings that `started()` gives. */
export interface Puppet extends AsyncDisposable {
  readonly argv: readonly [string, ...string[]]
  /** The next child that was started with `argv`, in order. */
  started(): Promise<Strings>
}

const stringsOf = (socket: Socket): Promise<Strings> => {
  const answers: ((value: { done: number | null }) => void)[] = []
  const order = (what: object): Promise<number> =>
    new Promise((resolve, reject) => {
      answers.push(({ done }) => resolve(done ?? 0))
      socket.once('close', () => reject(new Error(`the child ended before it did ${JSON.stringify(what)}`)))
      socket.write(`${JSON.stringify(what)}\n`)
    })
  const quietly = (what: object) => void order(what).catch(() => undefined)
  return new Promise((resolve) => {
    createInterface({ input: socket }).on('line', (line) => {
      const said = JSON.parse(line)
      if (said.pid === undefined) return answers.shift()?.(said)
      resolve({
        pid: said.pid,
        print: async (text) => void (await order({ do: 'print', text })),
        bytes: async (bytes) => void (await order({ do: 'bytes', base64: Buffer.from(bytes).toString('base64') })),
        complain: async (text) => void (await order({ do: 'complain', text })),
        append: async (file, text) => void (await order({ do: 'append', file, text })),
        ignore: async (signal) => void (await order({ do: 'ignore', signal })),
        trap: async (signal, code) => void (await order({ do: 'trap', signal, code })),
        spawn: (argv, how = {}) => order({ do: 'spawn', argv, hold: how.hold ?? false, leave: how.leave ?? false }),
        exit: (code) => quietly({ do: 'exit', code }),
        kill: (signal) => quietly({ do: 'kill', signal }),
      })
    })
  })
}

const make = async (): Promise<Puppet> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'puppet-'))
  const address = path.join(directory, 's')
  const arrived: Promise<Strings>[] = []
  const awaited: ((strings: Promise<Strings>) => void)[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const strings = stringsOf(socket)
    const next = awaited.shift()
    if (next) next(strings)
    else arrived.push(strings)
  })
  await new Promise<void>((resolve) => server.listen(address, resolve))
  return {
    argv: [process.execPath, path.join(import.meta.dirname, 'puppet-child.mjs'), address],
    started: () => arrived.shift() ?? new Promise<Strings>((resolve) => awaited.push(resolve)),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** `await using puppet = await Puppet.make()`. */
export const Puppet = { make }
