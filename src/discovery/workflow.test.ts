// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows look like that
import { describe, expect, test } from 'vitest'
import type { Value } from './expressions.ts'
import { foreignProcessor } from './foreign-processor.ts'
import { inNeedsOrder, isUnreadable, readWorkflow } from './workflow.ts'
import { cellsOf, isEnvironmentKey, narrow } from './workflow-matrix.ts'
import { changeEvents } from './workflow-triggers.ts'

describe('events', () => {
  test.each<[string, Value, readonly string[]]>([
    ['word', 'push', ['push']],
    ['list', ['push', 'pull_request', 'workflow_dispatch'], ['pull_request', 'push']],
    ['empty filter', { push: null }, ['push']],
    ['default branch', { push: { branches: ['main'] } }, ['push']],
    ['another branch', { push: { branches: ['release/**'] } }, []],
    ['pattern', { pull_request: { branches: ['m*', '!master'] } }, ['pull_request']],
    ['taken out again', { push: { branches: ['**', '!main'] } }, ['push']],
    ['ignored', { push: { 'branches-ignore': ['*'] } }, []],
    ['tags alone', { push: { tags: ['v*'] } }, []],
    ['tags and branches', { push: { tags: ['v*'], branches: ['main'] } }, ['push']],
    ['the merge queue', { merge_group: null }, ['merge_group']],
    ['with the rights of the base', ['pull_request_target'], ['pull_request_target']],
    ['closing', { pull_request: { types: ['closed'] } }, []],
    ['opening', { pull_request: { types: ['opened', 'labeled'] } }, ['pull_request']],
    ['paths are taken to match', { push: { paths: ['src/**'] } }, ['push']],
    ['others', { schedule: [{ cron: '0 0 * * *' }], workflow_dispatch: null, release: null, workflow_call: null }, []],
    ['nothing', null, []],
  ])('%s', (_, on, expected) => expect(changeEvents(on, undefined)).toEqual(expected))
  test('a default branch that is known decides', () => {
    expect(changeEvents({ push: { branches: ['main'] } }, 'stable')).toEqual([])
    expect(changeEvents({ push: { branches: ['**', '!main'] } }, 'main')).toEqual([])
    expect(changeEvents({ push: { branches: ['!main', '**'] } }, 'main')).toEqual(['push'])
    expect(changeEvents({ push: { branches: ['stable'] } }, 'stable')).toEqual(['push'])
    expect(changeEvents({ push: { branches: ['release/*'] } }, 'release/a/b')).toEqual([])
  })
})

test.each<[Value, string | undefined]>([
  ['gcc', undefined],
  ['x86_64-unknown-linux-gnu', undefined],
  ['x86_64-linux-gnu-gcc', undefined],
  ['qemu-x86_64 -L /', undefined],
  ['alpine-linux', undefined],
  ['arm-linux-gnueabihf-gcc', 'arm-linux-gnueabihf-gcc'],
  ['qemu-ppc64 -L /usr', 'qemu-ppc64 -L /usr'],
  ['i686-unknown-linux-gnu', 'i686-unknown-linux-gnu'],
  ['wasm32-wasip1', 'wasm32-wasip1'],
  [{ triple: 'aarch64-unknown-linux-musl' }, 'aarch64-unknown-linux-musl'],
])('a cell with %j is for another processor', (value, expected) => {
  expect(foreignProcessor({ with: value })).toBe(expected)
  expect(foreignProcessor({ name: value, arch: 'x64' })).toBeUndefined()
  expect(foreignProcessor({ arch: 'arm64' })).toBe('arm64')
  expect(foreignProcessor({ python: 'arm64' })).toBeUndefined()
})

describe('matrix', () => {
  test('include and exclude, as in the documentation of the workflow syntax', () => {
    const cells = cellsOf({
      fruit: ['apple', 'pear'],
      animal: ['cat', 'dog'],
      include: [
        { color: 'green' },
        { color: 'pink', animal: 'cat' },
        { fruit: 'apple', shape: 'circle' },
        { fruit: 'banana' },
        { fruit: 'banana', animal: 'cat' },
      ],
    })
    expect(cells).toEqual([
      { fruit: 'apple', animal: 'cat', color: 'pink', shape: 'circle' },
      { fruit: 'apple', animal: 'dog', color: 'green', shape: 'circle' },
      { fruit: 'pear', animal: 'cat', color: 'pink' },
      { fruit: 'pear', animal: 'dog', color: 'green' },
      { fruit: 'banana' },
      { fruit: 'banana', animal: 'cat' },
    ])
    expect(cellsOf({ os: ['a', 'b'], node: [1, 2], exclude: [{ os: 'a', node: 1 }, { os: 'b' }] })).toEqual([
      { os: 'a', node: 2 },
    ])
    expect(
      cellsOf({
        os: [
          { n: 'a', v: 1 },
          { n: 'b', v: 2 },
        ],
        x: [1, 2],
        exclude: [{ os: { n: 'a' }, x: 1 }],
      }),
    ).toEqual([
      { os: { n: 'a', v: 1 }, x: 2 },
      { os: { n: 'b', v: 2 }, x: 1 },
      { os: { n: 'b', v: 2 }, x: 2 },
    ])
    // The limit holds for what `exclude` leaves.
    const many = Array.from({ length: 20 }, (_, i) => i)
    expect(cellsOf({ a: many, b: many })).toBeUndefined()
    expect(cellsOf({ a: many, b: many, exclude: many.slice(1).map((a) => ({ a })) })).toHaveLength(20)
    expect(cellsOf(null)).toEqual([{}])
    expect(cellsOf('${{ x }}')).toBeUndefined()
    expect(cellsOf({ a: '${{ x }}' })).toBeUndefined()
  })
  test('one environment, all the work', () => {
    const cells = cellsOf({ os: ['ubuntu-latest', 'windows-latest'], node: [18, 20, 'lts/*', 22], shard: [1, 2] }) ?? []
    const { cells: chosen, narrowed } = narrow(cells, { node: '20.20.2' }, ({ os }) => os !== 'windows-latest')
    expect(chosen).toEqual([1, 2].map((shard) => ({ os: 'ubuntu-latest', node: 20, shard })))
    expect(narrowed).toEqual(['os: ubuntu-latest', 'node: 20'])
  })
  test.each([
    ['3.11.9', '3.11'],
    ['3.14.0', '3.13'],
    ['3.8.1', '3.9'],
  ])('the Python nearest to %s is %s', (python, expected) => {
    const cells = cellsOf({ 'python-version': ['3.9', 'pypy3.11', '3.11', '3.13', '3.14-dev'] }) ?? []
    expect(narrow(cells, { python }, () => true).cells).toEqual([{ 'python-version': expected }])
  })
  test('environments of tox are environments', () => {
    const cells = cellsOf({ toxenv: ['py310-a', 'py311-a', 'py311-b', 'lint'] }) ?? []
    expect(narrow(cells, { python: '3.11.1' }, () => true).cells.map(({ toxenv }) => toxenv)).toEqual([
      'py311-a',
      'py311-b',
      'lint',
    ])
  })
  test('keys', () =>
    expect(['os', 'node-version', 'python', 'shard', 'package'].map(isEnvironmentKey)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]))
})

describe('files', () => {
  const lines = (text: string): readonly (number | undefined)[] => {
    const workflow = readWorkflow('ci.yml', text)
    if (isUnreadable(workflow)) return [-1, workflow.line]
    return workflow.jobs.flatMap((job) =>
      job.steps.map((step) => step.run?.line(step.run.text.split('\n').findIndex((line) => line.includes('HERE')))),
    )
  }
  test('lines of run blocks are exact', () => {
    const text = `\uFEFFon: push\r
jobs:
  a:
    steps:
      - run: HERE
      - run: |
          a

          HERE
      - name: x
        run: |-  # comment

          HERE
      - run: >
          a
          b

          HERE
      - run:
          HERE
      - { run: "HERE" }
      - run: |2
            x
          HERE
`
    expect(lines(text)).toEqual([5, 9, 13, 18, 20, 21, 24])
  })
  test('what is no workflow is unreadable, with the line', () => {
    expect(lines('on: push\njobs:\n  a: {}\n  a: {}\n')).toEqual([-1, 4])
    expect(lines('on: push\njobs:\n  a: [\n')[0]).toBe(-1)
    expect(lines('')).toEqual([-1, 1])
    expect(lines('jobs: 3')).toEqual([-1, 1])
    const bomb = [
      'a: &a [1,1,1,1,1,1,1,1,1]',
      ...'bcdefgh'.split('').map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`)}]`),
    ]
    expect(lines(`${bomb.join('\n')}\njobs: { x: { steps: [] } }\n`)[0]).toBe(-1)
  })
  test('jobs come after what they need', () => {
    const workflow = readWorkflow(
      'x',
      'on: push\njobs: { c: { needs: [a, b] }, b: { needs: a }, a: {}, d: { needs: e }, e: { needs: d } }',
    )
    expect(isUnreadable(workflow) ? [] : inNeedsOrder(workflow.jobs).map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
    ])
  })
})
