// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows look like that
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryView } from '../locked/memory-view.ts'
import type { Command, Plan, Step } from '../model/check.ts'
import type { Result } from '../model/result.ts'
import { other, stacks } from '../stacks/index.ts'
import { discover } from './plan.ts'

const folder = new URL('./fixtures/', import.meta.url)
const toolchain = { node: '20.20.2', python: '3.11.9', go: '1.26.8', rust: '1.95.0' }

/** A fixture is a small repository and its plan in one text: `-- path --` starts a file, `-- plan --` what is expected. */
const readFixture = (text: string): { files: Record<string, string>; expected: string } => {
  const parts = text.split(/^-- (.+) --\n/m).slice(1)
  const files: Record<string, string> = {}
  for (let i = 0; i < parts.length; i += 2) files[parts[i] ?? ''] = parts[i + 1] ?? ''
  const { plan: expected = '', ...rest } = files
  return { files: rest, expected }
}

const words = (command: Command): string => {
  const env = Object.entries(command.env).map(([name, value]) => `${name}=${JSON.stringify(value)} `)
  const call =
    command.form === 'argv'
      ? command.argv.map((word) => (/^[^\s'"]+$/.test(word) ? word : JSON.stringify(word))).join(' ')
      : `<${command.shell.join(' ')}> ${JSON.stringify(command.line)}`
  return `${env.join('')}${call}${command.cwd === '.' ? '' : ` @${command.cwd}`}`
}

const step = (name: string, { command, evidence }: Step): string =>
  `    ${name} ${words(command)} (${evidence.tier} ${evidence.file}:${evidence.line})`

const sketch = (result: Result<Plan>): string => {
  if (!result.ok) return `trouble ${result.trouble.kind}: ${result.trouble.message}\n`
  const lines: string[] = []
  for (const project of result.value.projects) {
    lines.push(`${project.stack} ${project.directory}${project.hasTests ? '' : ' (no tests)'}`)
    for (const one of project.prepare) lines.push(step('prepare', one))
    for (const check of project.checks) {
      const { tier, file, line } = check.evidence
      lines.push(
        `  ${check.id.split(':').slice(2).join(':')} = ${words(check.command)} (${tier} ${file}:${line})${check.declaredReport === null ? '' : ` report ${check.declaredReport}`}`,
      )
      for (const one of check.before) lines.push(step('  before', one))
      for (const one of check.after) lines.push(step('  after', one))
    }
  }
  for (const { kind, text, evidence, reason } of result.value.notChosen)
    lines.push(`not ${kind}: ${JSON.stringify(text)} ${evidence.file}:${evidence.line} ${reason}`)
  for (const { kind, severity, blocking, path, line } of result.value.anomalies)
    lines.push(`! ${kind} ${severity}${blocking ? ' blocking' : ''} ${path}:${line}`)
  return `${lines.join('\n')}\n`
}

describe('plans of small repositories', () => {
  const names = readdirSync(folder).sort()
  test('there are fixtures', () => expect(names.length).toBeGreaterThan(40))
  test.each(names)('%s', async (name) => {
    const { files, expected } = readFixture(readFileSync(new URL(name, folder), 'utf8'))
    const view = memoryView(files)
    const first = await discover(view, stacks, { toolchain, other })
    expect(sketch(first)).toBe(expected)
    expect(JSON.stringify(await discover(view, stacks, { toolchain, other }))).toBe(JSON.stringify(first))
  })
})

describe('whatever a repository holds', () => {
  const word = fc.constantFrom(
    'on',
    'push',
    'jobs',
    'a',
    'steps',
    'run',
    'uses',
    'npm test',
    'pytest',
    '- ',
    ': ',
    '\n',
    '\n  ',
    '\n    - ',
    '{',
    '}',
    '[',
    ']',
    '|\n',
    '"',
    "'",
    '${{ matrix.x }}',
    '&a',
    '*a',
    'strategy',
    'matrix',
    'include',
    'needs',
    'if',
    './.github/workflows/ci.yml',
    '\t',
    '#',
  )
  const noise = fc.array(word, { maxLength: 25 }).map((words) => words.join(''))
  const step = fc.record(
    { run: noise, if: noise, uses: noise, env: fc.dictionary(word, noise, { maxKeys: 2 }), 'working-directory': word },
    { requiredKeys: [] },
  )
  const job = fc.record(
    {
      'runs-on': fc.anything(),
      needs: fc.anything(),
      steps: fc.oneof(fc.array(step, { maxLength: 3 }), fc.anything()),
      strategy: fc.anything(),
      uses: word,
    },
    { requiredKeys: [] },
  )
  const workflow = fc.record(
    {
      on: fc.constantFrom('push', ['pull_request']),
      jobs: fc.dictionary(word, job, { maxKeys: 3 }),
      env: fc.anything(),
      defaults: fc.anything(),
    },
    { requiredKeys: ['on', 'jobs'] },
  )
  const text = fc.oneof(
    noise,
    workflow.map((value) => JSON.stringify(value)),
  )
  test('discovery gives a value, the same each time', async () => {
    await fc.assert(
      fc.asyncProperty(text, noise, noise, async (ci, config, script) => {
        const view = memoryView({
          'package.json': JSON.stringify({
            scripts: { test: script, a: 'npm run a' },
            devDependencies: { vitest: '4' },
          }),
          'pyproject.toml': config,
          justfile: script,
          'Taskfile.yml': ci,
          'mise.toml': config,
          Makefile: script,
          '.gitlab-ci.yml': ci,
          '.circleci/config.yml': ci,
          '.github/workflows/ci.yml': ci,
          ...(config.length % 2 === 0 ? { 'triverdict.yaml': config } : {}),
        })
        const first = JSON.stringify(await discover(view, stacks, {}))
        expect(JSON.stringify(await discover(view, stacks, {}))).toBe(first)
      }),
      { numRuns: 150 },
    )
  })
  test('a large tree is looked at in less than a second', async () => {
    const files: Record<string, string> = {
      'package.json': '{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"4"}}',
    }
    for (let i = 0; i < 50_000; i++) files[`packages/p${i % 500}/src/d${i % 7}/f${i}.ts`] = ''
    const view = memoryView(files)
    const times: number[] = []
    for (let i = 0; i < 3; i++) {
      const start = performance.now()
      await discover(view, stacks, { toolchain, other })
      times.push(performance.now() - start)
    }
    expect(Math.min(...times)).toBeLessThan(1000)
  })
})

describe('what a caller asks for', () => {
  const manifest = '{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"4"}}'
  const view = memoryView({
    'package.json': manifest,
    'a.test.ts': '',
    'web/package.json': manifest,
    'web/b.test.ts': '',
    '.github/workflows/ci.yml':
      'on: { push: { branches: [stable] } }\njobs: { a: { steps: [ { run: npm test -- --coverage } ] } }',
  })
  const ids = async (options: Parameters<typeof discover>[2]): Promise<readonly string[]> => {
    const result = await discover(view, stacks, options)
    return result.ok
      ? result.value.projects.flatMap(({ checks }) => checks.map(({ id, evidence }) => `${id} ${evidence.tier}`))
      : [result.trouble.kind]
  }
  test('projects narrow, and a command of the root stays with the root', async () => {
    expect(await ids({ projects: ['web'] })).toEqual(['node:web:tests:vitest manifest'])
    expect(await ids({ projects: ['./web/', '.'] })).toEqual([
      'node:.:tests:vitest manifest',
      'node:web:tests:vitest manifest',
    ])
    expect(await ids({ projects: ['nowhere'] })).toEqual(['project-not-found'])
    expect(await ids({ projects: ['..'] })).toEqual(['project-not-found'])
  })
  test('what CI calls for another project is that project’s, and no step that nobody reads', async () => {
    const mixed = memoryView({
      'web/package.json': manifest,
      'web/b.test.ts': '',
      'Cargo.toml': '[package]\nname = "x"\nversion = "1.0.0"\n',
      'src/lib.rs': '#[test]\nfn a() {}\n',
      '.github/workflows/ci.yml':
        'on: [push]\njobs: { a: { steps: [ { run: cargo test }, { run: npm test, working-directory: web } ] } }',
    })
    const plan = await discover(mixed, stacks, { toolchain, other, projects: ['web'] })
    if (!plan.ok) throw new Error(plan.trouble.message)
    expect(plan.value.projects.flatMap(({ checks }) => checks.map(({ id }) => id))).toEqual(['node:web:tests:vitest'])
    expect(plan.value.anomalies.map(({ kind }) => kind)).not.toContain('ci-not-read')
  })
  test('the default branch decides which workflows count', async () => {
    expect(await ids({ defaultBranch: 'stable', projects: ['.'] })).toEqual(['node:.:tests:vitest ci'])
  })
})
