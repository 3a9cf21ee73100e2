import { expect, test } from 'vitest'
import { wholeProgram } from './libtest-program.ts'

const context = { root: '/tree', cwd: '.' }
const read = (said: string, failed: string | null = null) => wholeProgram('tests/suite.rs', said, failed, context)

test('of a program that names no tests the exit code alone is known, and that is said', () => {
  const { tests, unloaded, anomalies } = read('suite begins')
  expect(tests).toEqual([{ id: 'tests/suite.rs::(program)', file: 'tests/suite.rs', status: 'passed' }])
  expect(unloaded).toEqual([])
  expect(anomalies).toMatchObject([{ kind: 'pass-by-exit-code', severity: 'medium', path: 'tests/suite.rs' }])
})

test('a program that failed or said nothing did not pass by its exit code', () => {
  expect(read('it broke', 'error: test failed').tests).toMatchObject([{ status: 'failed', message: 'it broke' }])
  expect(read('').tests).toMatchObject([{ status: 'hollow' }])
  expect([...read('it broke', 'error: test failed').anomalies, ...read('').anomalies]).toEqual([])
})

test('a program that announces TAP is held to its plan', () => {
  const { tests, anomalies } = read('1..2\nok 1 - adds\nnot ok 2 - takes')
  expect(tests).toMatchObject([
    { id: 'tests/suite.rs::adds', status: 'passed' },
    { id: 'tests/suite.rs::takes', status: 'failed' },
    { id: 'tests/suite.rs::(program)', counted: false },
  ])
  expect(anomalies).toEqual([])
  expect(read('1..2\nok 1 - adds')).toMatchObject({ tests: [], unloaded: [{ id: 'tests/suite.rs' }] })
  expect(read('TAP version 14\nok 1 - adds')).toMatchObject({ tests: [], unloaded: [{ id: 'tests/suite.rs' }] })
})
