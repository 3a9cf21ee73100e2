import { describe, expect, test } from 'vitest'
import { memoryView } from '../locked/memory-view.ts'
import { readConfig } from './config.ts'

const read = (text: string) => readConfig(memoryView({ 'triverdict.yaml': text }))
const refusal = (text: string): string => {
  const result = read(text)
  return result.ok
    ? `read: ${JSON.stringify(result.value?.config)}`
    : `${result.trouble.message} | ${result.trouble.remedy}`
}

describe('triverdict.yaml', () => {
  test('none, empty, without verify, with other keys', () => {
    expect(readConfig(memoryView({}))).toEqual({ ok: true, value: null })
    for (const text of ['', '# only a comment\n', '\uFEFF', 'version: 1\n', 'layers: { unit: { run: x } }\n'])
      expect(refusal(text), text).toBe('read: {}')
  })
  test('values and where they were read, with a byte-order mark and CRLF', () => {
    const result = read(
      '\uFEFFversion: 1\r\nverify:\r\n  prepare:\r\n    - a\r\n    - b c\r\n  commands:\r\n    tests: npm test\r\n    lint: [biome, check, .]\r\n  timeout: 20m\r\n',
    )
    expect(result).toEqual({
      ok: true,
      value: {
        file: 'triverdict.yaml',
        config: {
          prepare: ['a', 'b c'],
          commands: { tests: 'npm test', lint: ['biome', 'check', '.'] },
          timeout: '20m',
        },
        evidence: {
          commands: {
            tests: { tier: 'config', file: 'triverdict.yaml', line: 7, text: 'npm test' },
            lint: { tier: 'config', file: 'triverdict.yaml', line: 8, text: 'biome check .' },
          },
          prepare: [
            { tier: 'config', file: 'triverdict.yaml', line: 4, text: 'a' },
            { tier: 'config', file: 'triverdict.yaml', line: 5, text: 'b c' },
          ],
        },
      },
    })
  })
  test.each([
    ['verify:\n  comands: {}\n', 'triverdict.yaml:2: unknown key `verify.comands` | Did you mean `commands`?'],
    [
      'verify:\n  commands:\n    unit: x\n',
      'triverdict.yaml:3: unknown key `verify.commands.unit` | Did you mean `lint`?',
    ],
    ['verify:\n  lock: { test: [] }\n', 'triverdict.yaml:2: unknown key `verify.lock.test` | Did you mean `tests`?'],
    ['verfiy:\n  commands: {}\n', 'triverdict.yaml:1: unknown key `verfiy` | Did you mean `verify`?'],
    ['verify:\n  projects: a\n', 'triverdict.yaml:2: `verify.projects`:'],
    ['verify:\n  env:\n    A: 1\n', 'triverdict.yaml:3: `verify.env.A`:'],
    ['verify:\n  prepare:\n    - a\n    - 3\n', 'triverdict.yaml:4: `verify.prepare.1`:'],
    ['verify:\n  commands:\n    tests: []\n', 'triverdict.yaml:3: `verify.commands.tests`: Too small'],
    ["verify:\n  lock: { tests: [''] }\n", 'triverdict.yaml:2: `verify.lock.tests.0`: must not be empty'],
    ["verify:\n  lock: { product: [a, ' '] }\n", 'triverdict.yaml:2: `verify.lock.product.1`: must not be empty'],
    ["verify:\n  known_red: ''\n", 'triverdict.yaml:2: `verify.known_red`: must not be empty'],
    ["verify:\n  projects: ['']\n", 'triverdict.yaml:2: `verify.projects.0`: must not be empty'],
    ["verify:\n  secrets: ['']\n", 'triverdict.yaml:2: `verify.secrets.0`: must not be empty'],
    ["verify:\n  report: 'junit: '\n", 'triverdict.yaml:2: `verify.report`: format:path'],
    ["verify:\n  env: { '': x }\n", 'triverdict.yaml:2: `verify.env.`: must not be empty'],
    ['verify:\n  timeout: 20\n', 'triverdict.yaml:2: `verify.timeout`:'],
    ['verify:\n  timeout: soon\n', 'triverdict.yaml:2: `verify.timeout`: a duration'],
    ['verify:\n  network: yes\n', 'triverdict.yaml:2: `verify.network`:'],
    ['verify: {}\nverify: {}\n', 'triverdict.yaml:2: '],
    ['verify: [\n', 'triverdict.yaml:'],
    ['layers:\n  a: { run: x }\n  __proto__: { run: y }\n', 'triverdict.yaml:3: the key `__proto__` cannot be read |'],
    [
      'layers:\n  a: &a { run: x }\n  b:\n    <<: *a\n    run: y\n',
      'triverdict.yaml:4: merge keys (`<<`) are not read |',
    ],
    ['verify: {}\n---\nverify: {}\n', 'triverdict.yaml:2: a second document begins in this file'],
    ['just text\n', 'triverdict.yaml:1: the file:'],
    ['- a\n', 'triverdict.yaml:1: the file:'],
  ])('%j', (text, expected) => expect(refusal(text).startsWith(expected), refusal(text)).toBe(true))
  test('two files, or a link, are refused', () => {
    expect(readConfig(memoryView({ 'triverdict.yaml': '', 'triverdict.yml': '' })).ok).toBe(false)
    expect(readConfig(memoryView({ 'triverdict.yaml': { link: 'x' } })).ok).toBe(false)
  })
})
