// Reporter for mocha 8 and later: writes the events format (README.md), and prints what mocha's own `spec` reporter prints.
// biome-ignore-all lint/style/useNodejsImportProtocol: see below
// Without `node:` in front: the loader `esm`, which older projects start with, does not know it.
const fs = require('fs')
const { createRequire } = require('module')
const path = require('path')

// Taken at load: mocha runs code under test in this very process, and it may replace these later.
const writeSync = fs.writeSync
const stringify = JSON.stringify

const file = process.env.TRIVERDICT_EVENTS
const descriptor = file ? fs.openSync(file, 'a') : undefined
// A runner started by a test must not write into this stream.
delete process.env.TRIVERDICT_EVENTS

let ended = false

const emit = (event) => {
  if (descriptor === undefined || ended) return
  writeSync(descriptor, `${stringify(event)}\n`)
  // A dying worker of a parallel run makes mocha end twice.
  ended = event.event === 'end'
}

const loadMocha = () => {
  try {
    return createRequire(process.argv[1])('mocha')
  } catch {
    return undefined
  }
}

const versionOf = () => {
  try {
    return createRequire(process.argv[1])('mocha/package.json').version
  } catch {
    return undefined
  }
}

const textOf = (error) => {
  if (error === null || typeof error !== 'object') return String(error)
  const message = String(error.message || '')
  const stack = String(error.stack || '')
  const text = stack.includes(message) ? stack || message : `${message}\n${stack}`
  const values = 'expected' in error && 'actual' in error && error.showDiff !== false
  return values ? `${text}\n  expected: ${show(error.expected)}\n  actual: ${show(error.actual)}` : text
}

const show = (value) => {
  try {
    return typeof value === 'string' ? stringify(value) : (stringify(value) ?? String(value))
  } catch {
    return String(value)
  }
}

const nameOf = (test) => {
  const titles =
    typeof test.titlePath === 'function' ? test.titlePath() : [test.fullTitle ? test.fullTitle() : test.title]
  return titles.filter((title) => title !== '').join(' > ') || '(no name)'
}

const fileOf = (test) => {
  for (let at = test; at; at = at.parent) if (at.file) return path.resolve(at.file)
  return null
}

function TriverdictReporter(runner, options) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  // The last test is held back: an error that surfaces after its pass still belongs to it.
  let held
  // Test → the messages of its failed attempts.
  const retried = new Map()
  const finished = new Set()

  const flush = () => {
    if (held === undefined) return
    const { test, record } = held
    held = undefined
    finished.add(test)
    counts[record.status === 'passed' || record.status === 'failed' ? record.status : 'skipped'] += 1
    emit(record)
  }

  const hold = (test, status, message) => {
    if (held !== undefined && held.test === test) {
      if (status === 'failed') held.record = { ...held.record, status, message: message ?? held.record.message }
      return
    }
    flush()
    if (finished.has(test)) {
      if (status === 'failed') emit({ event: 'error', message: `${nameOf(test)}: ${message}` })
      return
    }
    const failedBefore = retried.get(nameOf(test) + fileOf(test)) || []
    retried.delete(nameOf(test) + fileOf(test))
    held = {
      test,
      record: {
        event: 'test',
        file: fileOf(test),
        name: nameOf(test),
        status: status === 'passed' && failedBefore.length > 0 ? 'failed' : status,
        message: message ?? (failedBefore.length > 0 ? failedBefore.join('\n\n') : undefined),
        duration_ms: typeof test.duration === 'number' ? test.duration : undefined,
        attempts: failedBefore.length > 0 ? failedBefore.length + 1 : undefined,
      },
    }
  }

  emit({ event: 'start', tool: 'mocha', version: versionOf() })
  runner.on('pass', (test) => hold(test, 'passed'))
  // Mocha does not tell a skipped test from one that has no body yet.
  runner.on('pending', (test) => hold(test, 'skipped'))
  // What follows may end the process.
  runner.on('hook', (hook) => {
    if (/^"after all"/.test(hook.title)) flush()
  })
  runner.on('retry', (test, error) => {
    const key = nameOf(test) + fileOf(test)
    retried.set(key, [...(retried.get(key) || []), textOf(error)])
  })
  runner.on('fail', (test, error) => {
    if (test.type === 'test') return hold(test, 'failed', textOf(error))
    flush()
    const where = fileOf(test)
    const message = `${nameOf(test)}: ${textOf(error)}`
    // A hook before the tests keeps them from running; one after them is an error outside every test.
    if (test.type === 'hook' && /^"before/.test(test.title) && where !== null)
      emit({ event: 'suite', file: where, status: 'unloaded', message })
    else emit({ event: 'error', message })
  })
  runner.on('end', () => {
    flush()
    emit({ event: 'end', passed: counts.passed, failed: counts.failed, skipped: counts.skipped })
  })

  const mocha = loadMocha()
  const Spec = mocha?.reporters?.Spec
  if (Spec) this.log = new Spec(runner, options)
  else
    runner.on('fail', (test, error) => {
      process.stdout.write(`\n  1) ${nameOf(test)}:\n\n${textOf(error).replace(/^/gm, '     ')}\n`)
    })
}

module.exports = TriverdictReporter
