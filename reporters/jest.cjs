// Reporter for jest 26 and later: writes the events format (README.md) from the runner's main process.
// biome-ignore-all lint/style/useNodejsImportProtocol: see below
// Without `node:` in front: the loader `esm`, which older projects start with, does not know it.
const fs = require('fs')

// Taken at load: code under test may replace these later (in band it shares this process).
const writeSync = fs.writeSync
const stringify = JSON.stringify

const file = process.env.TRIVERDICT_EVENTS
const descriptor = file ? fs.openSync(file, 'a') : undefined
// A runner started by a test must not write into this stream.
delete process.env.TRIVERDICT_EVENTS

const emit = (event) => {
  if (descriptor !== undefined) writeSync(descriptor, `${stringify(event)}\n`)
}

const statusOf = (test, attempts) => {
  if (test.status === 'todo') return 'todo'
  if (test.status === 'failed') return 'failed'
  if (test.status === 'passed') return attempts === 1 ? 'passed' : 'failed'
  return 'skipped'
}

class TriverdictReporter {
  constructor() {
    this.counts = { passed: 0, failed: 0, skipped: 0 }
  }

  onRunStart() {
    emit({ event: 'start', tool: 'jest', version: versionOf() })
  }

  onTestResult(test, result) {
    const path = result.testFilePath || test?.path
    for (const one of result.testResults || []) this.writeTest(path, one)
    const problem = result.testExecError
    if (problem !== undefined && problem !== null)
      emit({ event: 'suite', file: path, status: 'unloaded', message: result.failureMessage || textOf(problem) })
    else if ((result.testResults || []).length === 0 && !result.skipped)
      emit({
        event: 'suite',
        file: path,
        status: 'unloaded',
        message: result.failureMessage || 'the file has no tests',
      })
  }

  writeTest(path, test) {
    // `jest.retryTimes` stands in code: only the count tells that an attempt failed.
    const attempts = Math.max(test.invocations || 1, 1 + (test.retryReasons || []).length)
    const status = statusOf(test, attempts)
    this.counts[status === 'todo' ? 'skipped' : status] += 1
    const messages = [...(test.failureMessages || []), ...(test.retryReasons || [])]
    if (status === 'failed' && messages.length === 0) messages.push(`passed only at attempt ${attempts}`)
    emit({
      event: 'test',
      file: path,
      name: [...(test.ancestorTitles || []), test.title].join(' > ') || '(no name)',
      status,
      line: test.location ? test.location.line : undefined,
      message: messages.length > 0 ? messages.join('\n\n') : undefined,
      duration_ms: typeof test.duration === 'number' ? test.duration : undefined,
      attempts: attempts > 1 ? attempts : undefined,
    })
  }

  onRunComplete(_contexts, results) {
    const broken = results.runExecError
    if (broken) emit({ event: 'error', message: textOf(broken) })
    const snapshot = results.snapshot || {}
    if (snapshot.added > 0 || snapshot.updated > 0 || snapshot.filesRemoved > 0 || snapshot.didUpdate)
      emit({ event: 'error', message: `snapshots were written: ${snapshot.added} added, ${snapshot.updated} updated` })
    if (results.numTotalTestSuites > 0 && results.testResults.length < results.numTotalTestSuites)
      emit({
        event: 'error',
        message: `${results.testResults.length} of ${results.numTotalTestSuites} test files ended`,
      })
    if (results.wasInterrupted) emit({ event: 'error', message: 'the run was interrupted' })
    else emit({ event: 'end', passed: this.counts.passed, failed: this.counts.failed, skipped: this.counts.skipped })
  }
}

const textOf = (error) => String((error && (error.stack || error.message)) || error)

const versionOf = () => {
  const main = Object.keys(require.cache).find((path) => /[\\/]@jest[\\/]core[\\/]/.test(path))
  try {
    return JSON.parse(fs.readFileSync(main.replace(/([\\/]@jest[\\/]core[\\/]).*$/, '$1package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}

module.exports = TriverdictReporter
