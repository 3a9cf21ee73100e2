import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branchReportSchema } from '../model/branch-report.ts'
import { configSchema } from '../model/config.ts'
import { verdictSchema } from '../model/verdict.ts'
import { classify } from './classify.ts'
import { schemas } from './schemas.ts'

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false })
formats.default(ajv)
const compile = (name: string) => ajv.compile(schemas[name] ?? {})
const verdictValid = compile('verdict')
const branchValid = compile('branch-report')
const configValid = compile('triverdict')

const example = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'))

describe('published schemas', () => {
  it.each(Object.keys(schemas))('schema/%s.schema.json is what the source says (else: npm run schemas)', (name) => {
    const committed = readFileSync(new URL(`../../schema/${name}.schema.json`, import.meta.url), 'utf8')
    expect(committed).toBe(`${JSON.stringify(schemas[name], null, 2)}\n`)
  })
  it('are three', () => {
    expect(Object.keys(schemas)).toEqual(['verdict', 'branch-report', 'triverdict'])
  })
  it.each(['verdict-detection', 'verdict-layers'])('%s, the example of the contract, is valid', (name) => {
    expect(verdictValid(example(name)), JSON.stringify(verdictValid.errors)).toBe(true)
    expect(verdictSchema.safeParse(example(name)).success).toBe(true)
  })
  it('the example of a branch report is valid, as a report and as a verdict', () => {
    expect(branchValid(example('branch-report')), JSON.stringify(branchValid.errors)).toBe(true)
    expect(branchReportSchema.safeParse(example('branch-report')).error).toBeUndefined()
    expect(verdictValid(example('branch-report'))).toBe(true)
  })
})

describe('blocking is empty on a pass and never otherwise', () => {
  const base = { metrics: {} }
  const branch = example('branch-report') as object
  it.each([
    [{ status: 'pass', blocking: [] }, true],
    [{ status: 'pass', blocking: ['x'] }, false],
    [{ status: 'fail', blocking: [] }, false],
    [{ status: 'error', blocking: [] }, false],
    [{ status: 'error', blocking: ['x'] }, true],
    [{ status: 'pass', blocking: [], layers: { a: { ...base, status: 'pass', blocking: ['x'] } } }, false],
    [{ status: 'pass', blocking: [], layers: { a: { ...base, status: 'pass', blocking: [] } } }, true],
  ])('%j: %s', (words, valid) => {
    expect(verdictValid({ ...base, ...words })).toBe(valid)
    expect(branchValid({ ...branch, ...words })).toBe(valid)
  })
})

/** Words that are right or, now and then, anything: so that both ends are met often. */
const shaky = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 25, arbitrary: right }, { weight: 1, arbitrary: fc.jsonValue() })
const metric = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
)
const reasons = fc.oneof(fc.constant([]), fc.constant(['x']), fc.array(fc.string({ minLength: 1 }), { maxLength: 22 }))
const verdictLike: fc.Arbitrary<unknown> = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.record(
    {
      status: shaky(fc.constantFrom('pass', 'fail', 'error')),
      blocking: shaky(reasons),
      metrics: shaky(fc.dictionary(fc.string(), fc.oneof(metric, fc.dictionary(fc.string(), metric)), { maxKeys: 3 })),
      confidence: shaky(fc.double({ min: -0.1, max: 1.1, noNaN: true })),
      version: shaky(fc.constant(1)),
      run: shaky(
        fc.record({ id: fc.string(), duration_ms: fc.double({ min: -0.1, noNaN: true, noDefaultInfinity: true }) }),
      ),
      evaluated: shaky(fc.nat()),
      evidence: shaky(fc.record({ exit_code: shaky(fc.option(fc.integer())), timed_out: fc.boolean() })),
      layers: fc.oneof(
        { depthSize: 'small' },
        fc.constant({}),
        fc.dictionary(fc.constantFrom('a', 'b'), tie('node'), { maxKeys: 1 }),
      ),
      other: fc.jsonValue(),
    },
    { requiredKeys: ['status', 'blocking', 'metrics'] },
  ),
})).node

describe('what is checked at run time is what is published', () => {
  it('verdict: the schema accepts exactly what classify can read and does not find contradictory', () => {
    let accepted = 0
    fc.assert(
      fc.property(verdictLike, (value) => {
        const verdictText = JSON.stringify(value)
        if (verdictText.includes('__proto__')) return
        const { status, verdict, reasons } = classify({
          verdictText,
          exitCode: undefined,
          signal: null,
          ranThisRun: true,
          runId: null,
          requireRunId: false,
        })
        const believed = verdict !== null && status === verdict.status && reasons.length === verdict.blocking.length
        accepted += believed ? 1 : 0
        expect(verdictValid(JSON.parse(verdictText))).toBe(believed)
      }),
      { numRuns: 600 },
    )
    expect(accepted).toBeGreaterThan(30)
  })
  it.each([
    {},
    { version: 1 },
    { version: 2 },
    { other: true },
    { verify: {} },
    { verify: { unknown: 1 } },
    { verify: { commands: { tests: 'npm test', types: ['tsc', '--noEmit'] } } },
    { verify: { commands: { tests: '' } } },
    { verify: { commands: { tests: [] } } },
    { verify: { commands: { build: 'x' } } },
    { verify: { report: 'junit:out/junit.xml' } },
    { verify: { report: 'csv:out' } },
    { verify: { timeout: '20m' } },
    { verify: { timeout: '1.5h' } },
    { verify: { timeout: '20' } },
    { verify: { timeout: 20 } },
    { verify: { projects: [] } },
    { verify: { services: { postgres: 15, docker: true } } },
    { verify: { services: { postgres: null } } },
    { verify: { env: { TZ: 'UTC' }, secrets: ['A'], network: false, lock: { tests: ['qa/**'] }, known_red: 'x.json' } },
    { verify: { lock: { other: [] } } },
    [],
    null,
  ])('triverdict.yaml %j', (value) => {
    expect(configValid(value)).toBe(configSchema.safeParse(value).success)
  })
})
