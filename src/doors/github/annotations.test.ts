import { expect, test } from 'vitest'
import { type Anomaly, anomaly, type Severity } from '../../model/anomaly.ts'
import type { Verdict } from '../../model/verdict.ts'
import { type Annotation, annotationsOf, workflowCommands } from './annotations.ts'

const verdict = (
  status: Verdict['status'],
  blocking: readonly string[],
  anomalies: readonly Anomaly[] = [],
): Verdict => ({
  ...{ status, blocking: [...blocking], metrics: {} },
  anomalies,
})
const of = (...verdicts: readonly Verdict[]) =>
  annotationsOf(verdicts.map((one, at) => ({ name: at === 0 ? 'triverdict gate' : `other ${at}`, verdict: one })))
const odd = (severity: Severity, kind = 'x') => anomaly(kind, severity, `${severity} detail`, { remedy: 'Do it.' })

test.each<[string, string | null, number | null]>([
  ['unit: test/a.test.js::adds failed', 'test/a.test.js', null],
  ['src/a.ts:12: no-unused-vars', 'src/a.ts', 12],
  ['rust: limits::burst_at_boundary failed', null, null],
  ['lint: 2 findings, the first src/a.ts:12', null, null],
  ['unit: /etc/passwd.x::a failed', null, null],
  ['unit: ../out.js::a failed', null, null],
  ['unit: it exited with code 127', null, null],
  ['1.5::x', null, null],
])('a reason stands where it says: %s', (reason, file, line) => {
  expect(of(verdict('fail', [reason]))[0]).toMatchObject({ file, line, message: reason })
})

test('a pass has no reasons, and what did not keep it from passing is no error', () => {
  const levels = (severity: Severity) => of(verdict('pass', [], [odd(severity)])).map(({ level }) => level)
  expect((['critical', 'high', 'medium', 'low', 'info'] as const).map((one) => levels(one)[0])).toEqual([
    ...['warning', 'warning', 'warning', 'notice', 'notice'],
  ])
  expect(of(verdict('fail', ['a'], [odd('critical')]))[1]?.level).toBe('error')
})

test('the worst comes first, over all branches', () => {
  const all = of(
    verdict('pass', [], [odd('low'), odd('critical')]),
    verdict('fail', ['failed'], [odd('high')]),
    verdict('error', ['broken', 'and 3 more']),
  )
  expect(all.map(({ message }) => message.split('\n')[0])).toEqual([
    ...['broken', 'and 3 more reasons', 'failed', 'critical detail', 'high detail', 'low detail'],
  ])
  expect(all[0]?.title).toBe('other 2: error (nothing is known about the change)')
  expect(all[2]?.title).toBe('other 1: fail')
})

const plain = (more: Partial<Annotation> = {}): Annotation => ({
  ...{ level: 'error', title: 't', message: 'm', file: null, line: null },
  ...more,
})

test.each<[Partial<Annotation>, string]>([
  [{}, '::error title=t::m'],
  [{ file: 'src/a.ts', line: 3 }, '::error file=src/a.ts,line=3,title=t::m'],
  [{ line: 3 }, '::error title=t::m'],
  [{ file: 'a.ts', line: 0 }, '::error file=a.ts,title=t::m'],
  [{ level: 'notice', message: '100 %\r\n::set-output::x' }, '::notice title=t::100 %25%0D%0A::set-output::x'],
  [{ title: 'a: b, c\nd%', file: 'a,b:c.ts' }, '::error file=a%2Cb%3Ac.ts,title=a%3A b%2C c%0Ad%25::m'],
])('a command is spelled as the runner reads it: %o', (annotation, expected) => {
  expect(workflowCommands([plain(annotation)])).toEqual([expected])
})

test('a title is cut at 255 characters, a message at 4000', () => {
  const [line = ''] = workflowCommands([plain({ title: '😀'.repeat(300), message: 'm'.repeat(5000) })])
  const [, title = '', message = ''] = /title=(.*)::(.*)$/.exec(line) ?? []
  expect([[...title].length, title.endsWith('😀…'), message.length]).toEqual([255, true, 4000])
})

test('ten of each level, and the last counts what is not shown', () => {
  const errors = (count: number) => Array.from({ length: count }, (_, at) => plain({ message: `e${at}` }))
  expect(workflowCommands(errors(10))).toHaveLength(10)
  const lines = workflowCommands([...errors(25), plain({ level: 'notice', message: 'n' })])
  expect(lines).toHaveLength(11)
  expect(lines.slice(8)).toEqual([
    '::error title=t::e8',
    '::error title=triverdict::16 more errors are not shown here: see the summary of the job',
    '::notice title=t::n',
  ])
})
