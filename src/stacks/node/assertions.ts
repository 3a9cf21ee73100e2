/** An assertion that must throw, and its like that must not. In the tables `$` stands for what is called. */
export interface Pair {
  readonly wrong: string
  readonly right: string
}

const pairs = (table: Readonly<Record<string, readonly [wrong: string, right: string]>>): ReadonlyMap<string, Pair> =>
  new Map(Object.entries(table).map(([name, [wrong, right]]) => [name, { wrong, right }]))

/** `expect` of vitest, jest and the packages `expect`. */
const MATCHERS = pairs({
  toBe: ['$(1).toBe(2)', '$(1).toBe(1)'],
  toEqual: ['$([1]).toEqual([2])', '$([1]).toEqual([1])'],
  toStrictEqual: ['$([1]).toStrictEqual([2])', '$([1]).toStrictEqual([1])'],
  toMatchObject: ['$({ a: 1 }).toMatchObject({ a: 2 })', '$({ a: 1 }).toMatchObject({ a: 1 })'],
  toBeTruthy: ['$(0).toBeTruthy()', '$(1).toBeTruthy()'],
  toBeFalsy: ['$(1).toBeFalsy()', '$(0).toBeFalsy()'],
  toBeNull: ['$(1).toBeNull()', '$(null).toBeNull()'],
  toBeUndefined: ['$(1).toBeUndefined()', '$(undefined).toBeUndefined()'],
  toBeDefined: ['$(undefined).toBeDefined()', '$(1).toBeDefined()'],
  toBeGreaterThan: ['$(1).toBeGreaterThan(2)', '$(2).toBeGreaterThan(1)'],
  toBeLessThan: ['$(2).toBeLessThan(1)', '$(1).toBeLessThan(2)'],
  toBeCloseTo: ['$(1).toBeCloseTo(2)', '$(1).toBeCloseTo(1)'],
  toContain: ['$([1]).toContain(2)', '$([1]).toContain(1)'],
  toContainEqual: ['$([1]).toContainEqual(2)', '$([1]).toContainEqual(1)'],
  toHaveLength: ['$([1]).toHaveLength(2)', '$([1]).toHaveLength(1)'],
  toHaveProperty: ["$({}).toHaveProperty('a')", "$({ a: 1 }).toHaveProperty('a')"],
  toMatch: ["$('a').toMatch(/b/)", "$('a').toMatch(/a/)"],
  toThrow: ['$(() => {}).toThrow()', '$(() => { throw new Error() }).toThrow()'],
  toThrowError: ['$(() => {}).toThrowError()', '$(() => { throw new Error() }).toThrowError()'],
})

/** `expect` of chai. Only calls: plug-ins turn its properties into functions that do nothing unless they are called. */
const CHAINS = pairs({
  equal: ['$(1).to.equal(2)', '$(1).to.equal(1)'],
  equals: ['$(1).to.equals(2)', '$(1).to.equals(1)'],
  eq: ['$(1).to.eq(2)', '$(1).to.eq(1)'],
  eql: ['$([1]).to.eql([2])', '$([1]).to.eql([1])'],
  'deep.equal': ['$([1]).to.deep.equal([2])', '$([1]).to.deep.equal([1])'],
  include: ['$([1]).to.include(2)', '$([1]).to.include(1)'],
  contain: ['$([1]).to.contain(2)', '$([1]).to.contain(1)'],
  lengthOf: ['$([1]).to.have.lengthOf(2)', '$([1]).to.have.lengthOf(1)'],
  property: ["$({}).to.have.property('a')", "$({ a: 1 }).to.have.property('a')"],
  match: ["$('a').to.match(/b/)", "$('a').to.match(/a/)"],
  throw: ['$(() => {}).to.throw()', '$(() => { throw new Error() }).to.throw()'],
  above: ['$(1).to.be.above(2)', '$(2).to.be.above(1)'],
  below: ['$(2).to.be.below(1)', '$(1).to.be.below(2)'],
})

/** Functions of `node:assert` and of chai's `assert`: where both have a name, both take these arguments. */
const FUNCTIONS = pairs({
  equal: ['$(1, 2)', '$(1, 1)'],
  strictEqual: ['$(1, 2)', '$(1, 1)'],
  deepEqual: ['$([1], [2])', '$([1], [1])'],
  deepStrictEqual: ['$([1], [2])', '$([1], [1])'],
  notEqual: ['$(1, 1)', '$(1, 2)'],
  notStrictEqual: ['$(1, 1)', '$(1, 2)'],
  ok: ['$(0)', '$(1)'],
  match: ["$('a', /b/)", "$('a', /a/)"],
  throws: ['$(() => {})', '$(() => { throw new Error() })'],
  isTrue: ['$(false)', '$(true)'],
  isFalse: ['$(true)', '$(false)'],
  isNull: ['$(1)', '$(null)'],
  isUndefined: ['$(1)', '$(undefined)'],
  include: ['$([1], 2)', '$([1], 1)'],
  lengthOf: ['$([1], 2)', '$([1], 1)'],
})

const filled = ({ wrong, right }: Pair, callee: string): Pair => ({
  wrong: wrong.replace('$', () => callee),
  right: right.replace('$', () => callee),
})

/** Assertions of `expect` that a text uses, in the jest way (`toBe`) and in the chai way (`to.equal`). */
export const expectations = (text: string, callee: string): readonly Pair[] => [
  ...[...MATCHERS]
    .filter(([name]) => new RegExp(`\\.${name}\\s*\\(`).test(text))
    .map(([, pair]) => filled(pair, callee)),
  ...(/\.\s*(?:to|be|have|deep)\s*\./.test(text)
    ? [...CHAINS]
        .filter(([name]) => new RegExp(`\\.\\s*${name.replace('.', '\\s*\\.\\s*')}\\s*\\(`).test(text))
        .map(([, pair]) => filled(pair, callee))
    : []),
]

const literal = (text: string): string => text.replaceAll(/[.$]/g, '\\$&')

/** Assertions of an `assert` object that a text calls: itself, and its functions. */
export const assertions = (text: string, callee: string): readonly Pair[] => [
  ...(new RegExp(`(?:^|[^.\\w$])${literal(callee)}\\s*\\(`, 'm').test(text)
    ? [{ wrong: `${callee}(0)`, right: `${callee}(1)` }]
    : []),
  ...[...FUNCTIONS]
    .filter(([name]) => new RegExp(`\\b${literal(callee)}(?:\\.strict)?\\.${name}\\s*\\(`).test(text))
    .map(([name, pair]) => filled(pair, `${callee}.${name}`)),
]

/** The assertion that a function of `node:assert` stands for, under the name it was imported by. */
export const assertionOf = (imported: string, local: string): readonly Pair[] => {
  const pair = FUNCTIONS.get(imported)
  return pair === undefined ? [] : [filled(pair, local)]
}
