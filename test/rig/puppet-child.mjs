// A child that does what the test says, line by line, over a socket. Every order is answered once it has been carried out.
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { connect } from 'node:net'

const say = (stream, text) => new Promise((resolve) => stream.write(text, resolve))
const orders = {
  print: ({ text }) => say(process.stdout, text),
  bytes: ({ base64 }) => say(process.stdout, Buffer.from(base64, 'base64')),
  complain: ({ text }) => say(process.stderr, text),
  append: ({ file, text }) => appendFileSync(file, text),
  ignore: ({ signal }) => {
    process.on(signal, () => {})
  },
  trap: ({ signal, code }) => {
    process.on(signal, () => process.exit(code))
  },
  // `hold`: the grandchild keeps our standard output open. `leave`: it starts a session of its own.
  spawn: ({ argv, hold, leave }) => {
    const child = spawn(argv[0], argv.slice(1), { stdio: hold ? ['ignore', 1, 2] : 'ignore', detached: leave })
    child.unref()
    return child.pid
  },
  exit: ({ code }) => setImmediate(() => process.exit(code)),
  kill: ({ signal }) => setImmediate(() => process.kill(process.pid, signal)),
}

const socket = connect(process.argv[2])
socket.on('error', () => process.exit(99))
socket.write(`${JSON.stringify({ pid: process.pid })}\n`)
let rest = ''
let turn = Promise.resolve()
socket.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop()
  for (const line of lines) {
    turn = turn.then(async () => {
      const order = JSON.parse(line)
      const value = await orders[order.do](order)
      socket.write(`${JSON.stringify({ done: typeof value === 'number' ? value : null })}\n`)
    })
  }
})
