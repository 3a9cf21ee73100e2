import { expect, test } from 'vitest'
import { anomaly } from '../../model/anomaly.ts'
import type { Verdict } from '../../model/verdict.ts'
import { fitting, summaryOf } from './summary.ts'

const verdict = (more: Partial<Verdict>): Verdict => ({ status: 'pass', blocking: [], metrics: {}, ...more })

test('a gate: its layers, those that did not run, its reasons', () => {
  const text = summaryOf(
    'triverdict gate',
    verdict({
      status: 'fail',
      blocking: ['unit: a|b failed'],
      layers: {
        unit: verdict({
          ...{ status: 'fail', blocking: ['a'], metrics: { tests_run: 42, tests_failed: 1 } },
          ...{ run: { id: 'r', duration_ms: 1250 }, evidence: { log: '/logs/unit' } },
        }),
        lint: verdict({ metrics: { findings: 0 } }),
      },
      precluded: { smoke: 'unit' },
      anomalies: [anomaly('gate-unconfigured', 'info', 'No layers', { path: 'a.ts', line: 3, remedy: 'Run init.' })],
    }),
  )
  expect(text.split('\n')).toEqual([
    '### triverdict gate: ❌ fail',
    ...['', '**Why**', '', '- unit: a&#124;b failed'],
    ...['', '| layer | verdict | counted | time | log |', '| --- | --- | --- | --- | --- |'],
    '| unit | ❌ fail | 42 tests, 1 failed | 1.3 s | /logs/unit |',
    '| lint | ✅ pass | 0 findings |  |  |',
    '| smoke | not run, since unit did not pass |  |  |  |',
    ...['', '**Anomalies**', '', '- info gate-unconfigured a.ts:3: No layers → Run init.'],
    ...['', ''],
  ])
})

test('a branch: its checks, its first failure verbatim, what was not verified', () => {
  const text = summaryOf(
    'triverdict verify',
    verdict({
      ...{ status: 'error', blocking: ['x'], remedy: 'Do y.', confidence_qualifier: 'UNVERIFIED' },
      failure_detail: 'a\n```js\n</details> <script>\n```',
      not_verified: ['the matrix'],
      stacks: [
        { checks: [{ id: 'tests', status: 'error', command: 'npm test | tee x', duration_ms: 10, log: null }] },
      ] as never,
    }),
  )
  expect(text).toContain('### triverdict verify: ⚠️ error — UNVERIFIED\n')
  expect(text).toContain('- → Do y.\n')
  expect(text).toContain('| tests | ⚠️ error | npm test &#124; tee x | 0.0 s |  |\n')
  expect(text).toContain('\n````text\na\n```js\n</details> <script>\n```\n````\n')
  expect(text).toContain('**Not verified**\n\n- the matrix\n')
})

test('nothing that a branch says is markup', () => {
  const text = summaryOf('x', verdict({ status: 'fail', blocking: ['<img src=x> ![a](b) @ann #1 `c` **d**\n# e'] }))
  const [, why = ''] = text.split('**Why**')
  expect(why).not.toMatch(/[<`*@![]|^#/m)
})

test('a summary that is too long is cut between lines, its block closed; where nothing fits it is null', () => {
  const long = summaryOf(
    'x',
    verdict({ failure_detail: `${'é'.repeat(50)}\n`.repeat(1000), not_verified: ['the end'] }),
  )
  expect(fitting(long, Buffer.byteLength(long))).toBe(long)
  const cut = fitting(long, 20_000) ?? ''
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(20_000)
  expect(cut).toMatch(/\né{50}\n```\n\n… cut off here: the summary of a step holds 1 MiB\.\n$/)
  expect(fitting(long, 1000)).toBeNull()
  const fenced = summaryOf('x', verdict({ failure_detail: `\`\`\`\n${'a\n'.repeat(2000)}` }))
  expect(fitting(fenced, 3000)).toMatch(/\na\n````\n\n… cut/)
  const behind = summaryOf('x', verdict({ failure_detail: 'a', not_verified: Array.from({ length: 2500 }, () => 'b') }))
  expect(fitting(behind, 3000)).toMatch(/- b\n\n… cut/)
})
