import { describe, expect, it } from 'vitest'
import { left, lint, summary } from './fixtures/left-behind.ts'
import { reconcile } from './reconcile.ts'

const notComplete = (...incomplete: unknown[]) => ({ complete: false, incomplete, contradictions: [] })
const clean = { complete: true, incomplete: [], contradictions: [], anomalies: [] }

describe('findings', () => {
  it('are red items by tool, rule and file', () => {
    expect(reconcile(left(1, [lint('no-undef')]))).toMatchObject({
      ...clean,
      kind: 'lint',
      items: [{ id: 'eslint no-undef a b.ts', state: 'red', file: 'a b.ts', message: 'no-undef is bad', line: 3 }],
    })
    const noLine = lint('', { findings: lint('x').findings.map((finding) => ({ ...finding, line: null })) })
    expect(reconcile(left(1, [noLine])).items[0]).not.toHaveProperty('line')
  })
  it('warnings count only where the tool exited red without an error', () => {
    const warned = lint('', {
      findings: lint('w').findings.map((finding) => ({ ...finding, severity: 'warning' as const })),
    })
    const mixed = lint('', { findings: [...warned.findings, ...lint('e').findings] })
    const idsOf = (code: number, report: typeof warned) => reconcile(left(code, [report])).items.map(({ id }) => id)
    expect(idsOf(0, warned)).toEqual([])
    expect(reconcile(left(0, [warned]))).toMatchObject(clean)
    expect(idsOf(1, warned)).toEqual(['eslint w a b.ts'])
    expect(idsOf(2, warned)).toEqual([])
    expect(idsOf(1, mixed)).toEqual(['eslint e a b.ts'])
    expect(idsOf(0, mixed)).toEqual(['eslint e a b.ts'])
  })
  it.each([
    ['error', undefined, undefined],
    ['error', true, 'clean'],
    ['error', 'new', 'new'],
    ['warning', true, 'clean'],
    ['warning', 'new', 'new'],
  ] as const)('an %s of which the base decides by %j is told once, as such', (severity, tentative, counts) => {
    const [finding] = lint('x').findings
    const report = lint('', {
      findings: finding === undefined ? [] : [{ ...finding, severity, ...(tentative && { tentative }) }],
    })
    for (const code of [0, 1]) {
      const { items } = reconcile(left(code, [report]))
      expect(items).toMatchObject([{ id: 'eslint x a b.ts', state: 'red' }])
      expect(items[0]?.tentative).toBe(counts)
      if (counts === undefined) expect(items[0]).not.toHaveProperty('tentative')
    }
  })
  it('a tentative warning counts beside errors, and a plain one does not', () => {
    const [one] = lint('x').findings
    if (one === undefined) throw new Error('no finding')
    const warning = { ...one, severity: 'warning' } as const
    const report = lint('', {
      findings: [one, { ...warning, rule: 'ours', tentative: true }, { ...warning, rule: 'plain' }],
    })
    expect(reconcile(left(1, [report])).items.map(({ id }) => id)).toEqual(['eslint x a b.ts', 'eslint ours a b.ts'])
  })
  it('none, and a green exit: complete', () => {
    expect(reconcile(left(0, [lint('')]))).toMatchObject({ ...clean, items: [] })
    expect(reconcile(left(0, [lint('', { files: null })]))).toMatchObject(clean)
  })
  it('none, and a red exit: not complete', () => {
    expect(reconcile(left(1, [lint('')]))).toMatchObject(notComplete('exit code 1 (some failed) without a finding'))
  })
  it('no file checked, troubles, a report that is cut off: not complete', () => {
    expect(reconcile(left(0, [lint('', { files: 0, troubles: ['no such plug-in'], complete: false })]))).toMatchObject(
      notComplete('no such plug-in', 'its eslint-json report has no end', 'it checked no file'),
    )
  })
  it('a green exit over findings: they stay', () => {
    expect(reconcile(left(0, [lint('x')], { tool: null }))).toMatchObject({
      complete: true,
      anomalies: [{ kind: 'exit-overridden', detail: 'the command exited 0 over a report that names failures' }],
    })
  })
  it('a linter that reports as tests is judged as such', () => {
    expect(reconcile(left(1, [summary('a -b')], { kind: 'lint' }))).toMatchObject({
      ...clean,
      kind: 'lint',
      items: [{ state: 'green' }, { state: 'red' }],
    })
    expect(reconcile(left(1, [summary('a')], { kind: 'lint' }))).toMatchObject({ complete: false })
  })
})
