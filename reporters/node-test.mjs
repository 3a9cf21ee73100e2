// Reporter for node:test (Node 18.17 and later): writes the events format (README.md) from the runner's main process.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'

// Taken at load: without process isolation code under test shares this process, and may replace these later.
const writeSync = fs.writeSync
const stringify = JSON.stringify

const events = process.env.TRIVERDICT_EVENTS
const descriptor = events ? fs.openSync(events, 'a') : undefined
// A runner started by a test must not write into this stream.
delete process.env.TRIVERDICT_EVENTS

const emit = (event) => {
  if (descriptor !== undefined) writeSync(descriptor, `${stringify(event)}\n`)
}

const pathOf = (file) => {
  if (!file) return null
  return file.startsWith('file:') ? fileURLToPath(file) : path.resolve(file)
}

const textOf = (error) => {
  if (error === undefined || error === null) return undefined
  const cause = error.code === 'ERR_TEST_FAILURE' && error.cause !== undefined ? error.cause : error
  return typeof cause === 'string' ? cause : inspect(cause, { colors: false })
}

const endOf = (error) => {
  if (error?.signal) return `the process of the file was ended by ${error.signal}`
  if (typeof error?.exitCode === 'number' && error.exitCode !== 0)
    return `the process of the file exited with ${error.exitCode}`
  return textOf(error) || 'the file failed'
}

// A whole file stands in the stream as a test that is named by its path and begins where the file begins: it is no test.
const isFile = (data) => {
  if (data.nesting !== 0) return false
  const name = data.name.startsWith('file:') ? fileURLToPath(data.name) : data.name
  const named = path.resolve(name)
  // Node 18 says neither file nor place.
  if (!data.file) return /\.[cm]?[jt]sx?$/.test(name) && fs.existsSync(named)
  // A hook that failed for the whole file gives it a place of its own; an absolute name is no test's.
  return named === pathOf(data.file) && (path.isAbsolute(name) || (data.line === 1 && data.column === 1))
}

// What a file wrote to standard error, the last part of it: the only words there are when it did not load.
const STDERR_LIMIT = 8_192

const keyOf = (data) => stringify([data.file, data.line, data.column, data.nesting, data.name])

export default async function* triverdict(source) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  /** The tests and suites that are open, outermost first. */
  const open = []
  /** Tests that were announced and have no result yet: where they stand → their name and file. */
  const waiting = new Map()
  const stderr = new Map()
  let interrupted = false
  emit({ event: 'start', tool: 'node:test', version: process.versions.node })

  const write = (data, failed, names) => {
    const status =
      data.todo !== undefined && data.todo !== false
        ? 'todo'
        : failed
          ? 'failed'
          : data.skip !== undefined && data.skip !== false
            ? 'skipped'
            : 'passed'
    counts[status === 'todo' ? 'skipped' : status] += 1
    const reason = [data.todo, data.skip].find((word) => typeof word === 'string' && word !== '')
    emit({
      event: 'test',
      file: pathOf(data.file),
      name: names.join(' > ') || '(no name)',
      status,
      line: data.line > 0 ? data.line : undefined,
      message: failed ? textOf(data.details?.error) : undefined,
      duration_ms: data.details?.duration_ms,
      reason,
    })
  }

  const close = (data, failed) => {
    const here = open.length > data.nesting ? open[data.nesting] : undefined
    const children = here && here.name === data.name ? here.children : 0
    open.length = Math.min(open.length, data.nesting)
    if (isFile(data)) {
      const said = stderr.get(pathOf(data.file)) || ''
      const message = failed ? `${said}${endOf(data.details?.error)}` : undefined
      emit({ event: 'suite', file: pathOf(data.file || data.name), status: failed ? 'unloaded' : 'loaded', message })
      return
    }
    const parent = open[data.nesting - 1]
    if (parent) parent.children += 1
    const names = [...open.filter((one) => !one.file).map((one) => one.name), data.name]
    const error = data.details?.error
    const isSuite = data.details && data.details.type === 'suite'
    if (children === 0 && !isSuite) return write(data, failed, names)
    if (children === 0 && !failed) {
      if (data.skip !== undefined || data.todo !== undefined) write(data, false, names)
      return
    }
    // A parent fails because of its subtests, or on its own: by its body or a hook.
    if (!failed || (error && error.failureType === 'subtestsFailed')) return
    const message = `${names.join(' > ')}: ${textOf(error)}`
    if (children === 0) emit({ event: 'suite', file: pathOf(data.file), status: 'unloaded', message })
    else emit({ event: 'error', message })
  }

  const ended = (data) => {
    const key = keyOf(data)
    const left = waiting.get(key)
    if (left === undefined) return
    if (left.count === 1) waiting.delete(key)
    else left.count -= 1
  }

  for await (const { type, data } of source) {
    switch (type) {
      case 'test:enqueue': {
        if (isFile(data)) break
        const key = keyOf(data)
        const left = waiting.get(key)
        if (left === undefined) waiting.set(key, { name: data.name, file: pathOf(data.file), count: 1 })
        else left.count += 1
        break
      }
      case 'test:stderr': {
        const file = pathOf(data.file)
        stderr.set(file, ((stderr.get(file) || '') + data.message).slice(-STDERR_LIMIT))
        break
      }
      case 'test:start':
        open.length = Math.min(open.length, data.nesting)
        open[data.nesting] = { name: data.name, children: 0, file: isFile(data) }
        break
      case 'test:pass':
        ended(data)
        close(data, false)
        break
      case 'test:fail':
        ended(data)
        close(data, true)
        break
      case 'test:interrupted':
        interrupted = true
        break
    }
  }
  // A file that ends its own process with code 0 passes for the runner; what it had announced shows that it did not finish.
  for (const { name, file } of waiting.values())
    emit({ event: 'suite', file, status: 'unloaded', message: `the test "${name}" was announced and never ended` })
  if (interrupted) emit({ event: 'error', message: 'the run was interrupted' })
  else emit({ event: 'end', passed: counts.passed, failed: counts.failed, skipped: counts.skipped })
}
