import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const files = (directory: string, pattern: RegExp): string[] =>
  readdirSync(join(root, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !/(^|\/)(node_modules|fixtures|dist)\//.test(path))

const sources = files('src', /\.ts$/)
const LIMIT = 300

test('no source file is longer than 300 lines', () => {
  expect(sources.length).toBeGreaterThan(50)
  const long = sources.filter((path) => readFileSync(join(root, path), 'utf8').split('\n').length > LIMIT)
  expect(long).toEqual([])
})

test('no default exports, no enums, no inheritance', () => {
  const offenders = sources.filter((path) =>
    /^export default|^(export )?(const )?enum |class \w+ extends /m.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(offenders).toEqual([])
})

test('each exported type of model/ is in the glossary', () => {
  const glossary = readFileSync(join(root, 'docs', 'glossary.md'), 'utf8')
  const names = files('src/model', /(?<!test)\.ts$/).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm)].map(
      (match) => match[1] ?? '',
    ),
  )
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !glossary.includes(`\`${name}\``))).toEqual([])
})

test('nothing speaks of a registry host, a machine path or this workplace', () => {
  const host = ['registry', 'npmjs', 'org'].join('.')
  const python = ['pypi', 'org'].join('.')
  const texts = [
    ...sources,
    ...files('docs', /\.md$/),
    ...files('scripts', /./),
    ...files('reporters', /\.(py|m?js|cjs|md)$/),
    ...files('corpus', /\.(json|md|txt|toml)$/),
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'package-lock.json',
  ]
  const offenders = texts.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return text.includes(host) || text.includes(python) || /(?<![\w.])\/(work|root)\/(?!tree)/.test(text)
  })
  expect(offenders).toEqual([])
})

test.skipIf(!existsSync(join(root, '.git')))('no file of a scenario is left out by an ignore file', () => {
  const argv = ['ls-files', '--others', '--ignored', '--exclude-standard', '--', 'corpus', 'examples']
  expect(execFileSync('git', argv, { cwd: root, encoding: 'utf8' })).toBe('')
})

test('the README names its two commands as CI runs them', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  for (const name of ['main-command', 'tests-command']) {
    expect(readme).toMatch(new RegExp(`<!-- ${name} -->\\n\`\`\`sh\\n[^\`]+\\n\`\`\``))
  }
})
