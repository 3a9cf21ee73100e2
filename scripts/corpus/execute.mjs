import { spawn } from 'node:child_process'

/** Runs a program to its end; gives code, signal and both outputs. What does not start has code null. */
export const execute = (argv, settings) =>
  new Promise((done) => {
    const child = spawn(argv[0], argv.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], ...settings })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
    child.on('error', (error) => done({ code: null, stdout, stderr: String(error) }))
    child.on('close', (code, signal) => done({ code, signal, stdout, stderr }))
  })

/** The one object that a command of Triverdict printed, and its status; a status of our own where exit code and object disagree. */
export const read = (answer) => {
  try {
    const report = JSON.parse(answer.stdout)
    const code = { pass: 0, fail: 1, error: 2 }[report.status]
    if (code !== answer.code) return { status: `exit ${answer.code} over ${report.status}`, report, answer }
    return { status: report.status, report, answer }
  } catch {
    return { status: 'unreadable', report: null, answer }
  }
}
