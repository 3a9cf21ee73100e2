import { expect, test } from 'vitest'
import { memoryView } from '../../locked/memory-view.ts'
import { googleTestReports } from './google-test-reports.ts'

test.each([
  ['./a --gtest_output=xml:build/report.xml', ['**/build/report.xml']],
  ['./a --gtest_output="xml:$(OUT)/unit.xml" && ./b', ['**/*/unit.xml']],
  ['./$@ --gtest_output=xml:$@.xml', []],
  ['./a --gtest_output=xml:out/$*-a.xml', ['**/out/*-a.xml']],
  ['./a --gtest_output=xml:./reports/', ['**/reports/*.xml']],
  ['./a --gtest_output=xml:build/reports/', ['**/build/reports/*.xml']],
  ['./a --gtest_output=xml:test-results/a.xml', []],
  ['./a --gtest_output=xml:../up/a.xml', ['**/up/a.xml']],
  ['./a --gtest_output=xml:a/../b.xml', []],
  ['./a --gtest_output=json:a.json', []],
  ['./a --gtest_output=xml', []],
])('%s', (line, globs) => {
  expect(googleTestReports(memoryView({ Makefile: `test:\n\t${line}\n` }), '**/test-results/**')).toEqual(globs)
})

test('files that hold no commands are not read', () =>
  expect(googleTestReports(memoryView({ 'README.md': '--gtest_output=xml:a.xml' }), 'x')).toEqual([]))
