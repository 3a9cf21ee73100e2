import { describe, expect, it } from 'vitest'
import { classify, type Written } from './classify.ts'

const pass = '{"status":"pass","blocking":[],"metrics":{}}'
const fail = '{"status":"fail","blocking":["x is worse"],"metrics":{"x":1},"run":{"id":"r1"},"own":[1]}'
const written = (verdictText: string | null, more: Partial<Written> = {}): Written => ({
  verdictText,
  exitCode: 0,
  signal: null,
  ranThisRun: true,
  runId: 'r1',
  requireRunId: false,
  ...more,
})
const reasonOf = (verdictText: string | null, more: Partial<Written> = {}): string => {
  const { status, reasons } = classify(written(verdictText, more))
  return `${status}: ${reasons[0] ?? ''}`
}

describe('classify', () => {
  it('6: believes a sound verdict, and keeps its other keys', () => {
    expect(classify(written(pass))).toEqual({ status: 'pass', reasons: [], verdict: JSON.parse(pass) })
    expect(classify(written(fail, { exitCode: 1 }))).toEqual({
      status: 'fail',
      reasons: ['x is worse'],
      verdict: JSON.parse(fail),
    })
    expect(reasonOf('{"status":"error","blocking":["gone"],"metrics":{}}', { exitCode: 2 })).toBe('error: gone')
    expect(reasonOf(`\uFEFF${pass}`)).toBe('pass: ')
  })
  it('6: fail with exit 0 stays fail, with any exit', () => {
    for (const exitCode of [0, 1, 2, null, undefined]) expect(classify(written(fail, { exitCode })).status).toBe('fail')
    expect(classify(written(fail, { signal: 'SIGKILL' })).status).toBe('fail')
  })
  it('1: missing, not of this run, empty', () => {
    expect(reasonOf(null)).toBe('error: no verdict was written')
    expect(reasonOf(pass, { ranThisRun: false })).toBe('error: the verdict was not written in this run')
    expect(reasonOf('')).toBe('error: the verdict is empty')
    expect(reasonOf(' \n')).toBe('error: the verdict is empty')
    expect(reasonOf('\uFEFF')).toBe('error: the verdict is empty')
  })
  it('2: not JSON, or not valid, naming the path', () => {
    expect(reasonOf('pass')).toContain('error: the verdict is not JSON: ')
    expect(reasonOf(`${pass}\n${pass}`)).toContain('text after the value')
    expect(reasonOf('{"status":"pass","status":"pass","blocking":[],"metrics":{}}')).toContain('given twice')
    expect(reasonOf('[]')).toContain('the verdict is not valid: the whole: ')
    expect(reasonOf('{"status":"ok","blocking":[]}')).toMatch(/not valid: status: .*; metrics: /)
    expect(reasonOf('{"status":"pass","blocking":[],"metrics":{},"run":{"id":7}}')).toContain('run.id: ')
    expect(reasonOf('{"status":"fail","blocking":["a",""],"metrics":{}}')).toContain('blocking.1: ')
    expect(reasonOf('{"status":"pass","blocking":[],"metrics":{"a":[1]}}')).toContain('metrics.a: ')
    expect(reasonOf('{"status":"pass","blocking":[],"metrics":{},"confidence":2}')).toContain('confidence: ')
    expect(reasonOf('{"status":"pass","blocking":[],"metrics":{},"layers":{"a":{}}}')).toContain('layers.a.status: ')
    expect(classify(written('{}')).verdict).toBeNull()
    expect(classify(written('{}')).reasons).toHaveLength(1)
  })
  it('3: another run id is stale; an absent one only where it is required', () => {
    const other = classify(written(fail, { runId: 'r2' }))
    expect(other.status).toBe('error')
    expect(other.reasons).toEqual(['the verdict is stale: it carries the run id r1 and this run is r2', 'x is worse'])
    expect(other.verdict).toEqual(JSON.parse(fail))
    expect(classify(written(fail, { runId: null })).status).toBe('fail')
    expect(classify(written(fail, { requireRunId: true })).status).toBe('fail')
    expect(reasonOf(pass)).toBe('pass: ')
    expect(reasonOf(pass, { requireRunId: true })).toContain('error: the verdict carries no run id')
    expect(reasonOf(fail, { requireRunId: true, runId: null })).toContain('error: the verdict carries no run id')
  })
  it('4: pass with a non-zero exit, a signal, or no exit at all', () => {
    expect(reasonOf(pass, { exitCode: 1 })).toBe('error: it says pass and its process exited with code 1')
    expect(reasonOf(pass, { signal: 'SIGTERM' })).toBe(
      'error: it says pass and its process ended by the signal SIGTERM',
    )
    expect(reasonOf(pass, { exitCode: null })).toBe('error: it says pass and its process did not exit by itself')
    expect(reasonOf(pass, { exitCode: undefined, signal: undefined })).toBe('pass: ')
  })
  it('5: blocking that does not fit the status, in a layer too', () => {
    expect(classify(written('{"status":"pass","blocking":["x"],"metrics":{}}')).reasons).toEqual([
      'it says pass and gives blocking reasons',
      'x',
    ])
    expect(reasonOf('{"status":"fail","blocking":[],"metrics":{}}')).toBe('error: it says fail and gives no reason')
    expect(reasonOf('{"status":"error","blocking":[],"metrics":{}}')).toBe('error: it says error and gives no reason')
    const layered = (layer: string) =>
      `{"status":"pass","blocking":[],"metrics":{},"layers":{"a":${pass},"b":${layer}}}`
    expect(reasonOf(layered(pass))).toBe('pass: ')
    expect(reasonOf(layered('{"status":"fail","blocking":[],"metrics":{}}'))).toBe(
      'error: layer b: it says fail and gives no reason',
    )
  })
  it('the order of the rules', () => {
    expect(reasonOf('', { ranThisRun: false })).toContain('not written in this run')
    expect(reasonOf(fail.replace('fail', 'pass'), { runId: 'r2', exitCode: 1 })).toContain('stale')
    expect(reasonOf('{"status":"pass","blocking":["x"],"metrics":{}}', { exitCode: 1 })).toContain('exited with code 1')
  })
  it('at most 20 reasons, and those that were cut off before are still counted', () => {
    const many = JSON.stringify({
      status: 'pass',
      metrics: {},
      blocking: [...Array.from({ length: 20 }, (_, at) => `r${at}`), 'and 5 more'],
    })
    const { reasons } = classify(written(many))
    expect(reasons).toHaveLength(21)
    expect(reasons.at(-1)).toBe('and 6 more')
  })
})
