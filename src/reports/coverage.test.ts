import { expect, test } from 'vitest'
import type { CoverageFormat } from '../model/test-report.ts'
import { readAll } from './fixtures/recorded.ts'

const read = (format: CoverageFormat, text: string, cwd = '.') => {
  const result = readAll(format, [text], cwd)
  return result.ok && result.value.kind === 'coverage' ? result.value.files : result.ok ? 'other' : result.trouble.kind
}
const record = (file: string, lines: string): string => `SF:${file}\n${lines}end_of_record\n`

test('lcov: the same file is merged, paths are made relative, files outside the tree are not counted', () => {
  const text = `TN:\n${record('src/a.js', 'DA:1,1\nDA:2,0,checksum\n')}${record('/tree/p/src/a.js', 'DA:2,3\nDA:3,0\nMCDC:1,x\n')}${record('/usr/lib/x.js', 'DA:1,1\n')}`
  expect(read('lcov', text, 'p')).toEqual([{ path: 'p/src/a.js', covered: 2, coverable: 3 }])
})

test.each([
  ['coverage-empty', ''],
  ['coverage-empty', 'TN:\n'],
  ['coverage-empty', record('a.js', '')],
  ['coverage-empty', record('/usr/lib/x.js', 'DA:1,1\n')],
  ['report-truncated', 'SF:a.js\nDA:1,1\n'],
  ['report-truncated', 'SF:a.js\nDA:1,1\nend_of_rec'],
  ['report-truncated', 'SF:a.js\nDA:1,1\nend_of_record'],
  ['report-unreadable', 'SF:a.js\nDA:x\nend_of_record\n'],
  ['report-unreadable', 'SF:a.js\nSF:b.js\nend_of_record\n'],
  ['report-unreadable', 'SF:a.js\nDA:1,1\nhello\nend_of_record\n'],
  ['report-unreadable', 'end_of_record\n'],
  ['report-foreign', 'hello\n'],
])('lcov %s: %j', (kind, text) => {
  expect(read('lcov', text)).toBe(kind)
})

test('nothing covered is 0, nothing measured is a trouble', () => {
  expect(read('lcov', record('a.js', 'DA:1,0\n'))).toEqual([{ path: 'a.js', covered: 0, coverable: 1 }])
  expect(read('coveragepy-json', '{"meta":{"format":3,"version":"7.9"},"files":{}}')).toBe('coverage-empty')
  expect(read('cobertura', '<coverage><packages/></coverage>')).toBe('coverage-empty')
  expect(read('istanbul', '{}')).toBe('coverage-empty')
})

test('coverage.py: another layout is not guessed at', () => {
  expect(read('coveragepy-json', '{"meta":{"format":9,"version":"99"},"files":{}}')).toBe('report-unreadable')
})

test('istanbul: a summary has no lines', () => {
  expect(read('istanbul', '{"total":{"lines":{"total":1,"covered":1,"skipped":0,"pct":100}}}')).toBe('report-foreign')
})

test('cobertura: lines of a method are not counted twice, sources outside the tree are passed over', () => {
  const text = `<coverage><sources><source>/usr/lib</source><source>/tree/src</source></sources><packages><package><classes>
    <class filename="a.py"><methods><method><lines><line number="1" hits="2"/></lines></method></methods>
    <lines><line number="1" hits="2"/><line number="2" hits="0"/></lines></class></classes></package></packages></coverage>`
  expect(read('cobertura', text)).toEqual([{ path: 'src/a.py', covered: 1, coverable: 2 }])
})
