// Reporter for vitest 1 and later: writes the events format (README.md) from the runner's main process.
import fs from 'node:fs'

// Taken at load: code under test may replace these later.
const writeSync = fs.writeSync
const stringify = JSON.stringify

const file = process.env.TRIVERDICT_EVENTS
const descriptor = file ? fs.openSync(file, 'a') : undefined
// A runner started by a test must not write into this stream.
delete process.env.TRIVERDICT_EVENTS

const emit = (event) => {
  if (descriptor !== undefined) writeSync(descriptor, `${stringify(event)}\n`)
}

const textOf = (error) => {
  if (error === null || typeof error !== 'object') return String(error)
  const head = error.stack || error.stackStr || `${error.name || 'Error'}: ${error.message}`
  const whole = String(error.message || '')
  const diff = error.diff ? `\n${error.diff}` : ''
  return (head.includes(whole) ? head : `${whole}\n${head}`) + diff
}

const textsOf = (errors) => (errors && errors.length > 0 ? errors.map(textOf).join('\n\n') : undefined)

const nameOf = (task) => {
  const titles = []
  for (let at = task; at?.type && !at.filepath; at = at.suite) titles.unshift(at.name)
  // Vitest 1 puts a suite without a name around the tests of a file.
  return titles.filter(Boolean).join(' > ')
}

const writeUnloaded = (root, message) => emit({ event: 'suite', file: root.filepath, status: 'unloaded', message })

const hasEnded = (test) =>
  test.mode === 'skip' || test.mode === 'todo' || ['pass', 'fail', 'skip', 'todo'].includes(test.result?.state)

export default class TriverdictReporter {
  counts = { passed: 0, failed: 0, skipped: 0 }
  written = new Set()
  finished = false

  onInit(vitest) {
    this.vitest = vitest
    // Limits of the project say nothing about locked tests alone, and `autoUpdate` would write its configuration.
    for (const options of [vitest.config?.coverage, vitest.coverageProvider?.options])
      if (options?.thresholds) options.thresholds = undefined
    emit({ event: 'start', tool: 'vitest', version: vitest.version })
  }

  // Vitest 3 and later; before, everything is written when the run ends.
  onTestModuleEnd(module) {
    if (module.task) this.writeFile(module.task)
  }

  onTestRunEnd(modules, errors, reason) {
    this.finish(modules.map((module) => module.task).filter(Boolean), errors, reason)
  }

  // Vitest 1 to 3.
  onFinished(files, errors) {
    this.finish(files || [], errors || [], undefined)
  }

  finish(files, errors, reason) {
    if (this.finished) return
    this.finished = true
    for (const one of files) this.writeFile(one)
    for (const error of errors) emit({ event: 'error', message: textOf(error) })
    const snapshot = this.vitest?.snapshot?.summary
    if (snapshot && (snapshot.added > 0 || snapshot.updated > 0))
      emit({ event: 'error', message: `snapshots were written: ${snapshot.added} added, ${snapshot.updated} updated` })
    if (reason === 'interrupted') emit({ event: 'error', message: 'the run was interrupted' })
    else emit({ event: 'end', ...this.counts })
  }

  writeFile(root) {
    if (this.written.has(root)) return
    this.written.add(root)
    const found = { tests: 0, open: 0 }
    this.writeTasks(root, root, found)
    const errors = textsOf(root.result?.errors)
    if (errors !== undefined) this.writeSuiteErrors(root, root, errors)
    else if (found.open > 0) writeUnloaded(root, `${found.open} of ${found.tests} tests never ended`)
    else if (found.tests === 0) {
      const failed = root.result && root.result.state === 'fail'
      if (failed) writeUnloaded(root, 'the file failed without a test')
      else emit({ event: 'suite', file: root.filepath, status: 'loaded' })
    }
  }

  writeTasks(parent, root, found) {
    for (const task of parent.tasks || []) {
      if (task.type === 'suite') {
        this.writeTasks(task, root, found)
        const errors = textsOf(task.result?.errors)
        if (errors !== undefined) this.writeSuiteErrors(task, root, errors)
        continue
      }
      found.tests += 1
      if (hasEnded(task)) this.writeTest(task, root)
      else found.open += 1
    }
  }

  // A hook of a suite failed. Before its tests: they never ran. After them: an error outside every test.
  writeSuiteErrors(suite, root, errors) {
    if (someTestRan(suite)) emit({ event: 'error', message: `${nameOf(suite) || root.filepath}: ${errors}` })
    else writeUnloaded(root, errors)
  }

  writeTest(test, root) {
    const result = test.result || {}
    const attempts = 1 + (result.retryCount || 0)
    const state = result.state === 'pass' || result.state === 'fail' ? result.state : undefined
    const status =
      test.mode === 'todo'
        ? 'todo'
        : state === undefined
          ? 'skipped'
          : state === 'pass' && attempts === 1
            ? 'passed'
            : 'failed'
    this.counts[status === 'todo' ? 'skipped' : status] += 1
    emit({
      event: 'test',
      file: root.filepath,
      name: nameOf(test) || '(no name)',
      status,
      line: test.location ? test.location.line : undefined,
      message: textsOf(result.errors),
      duration_ms: result.duration,
      attempts: attempts > 1 ? attempts : undefined,
      reason: result.note || undefined,
    })
  }
}

const someTestRan = (suite) =>
  (suite.tasks || []).some((task) =>
    task.type === 'suite' ? someTestRan(task) : task.result && ['pass', 'fail'].includes(task.result.state),
  )
