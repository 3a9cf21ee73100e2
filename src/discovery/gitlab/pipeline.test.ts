import { describe, expect, test } from 'vitest'
import { memoryView } from '../../locked/memory-view.ts'
import { readGitlab } from './pipeline.ts'

/** Names of the jobs that run on a change, with their condition. */
const running = (text: string, more: Record<string, string> = {}): readonly string[] =>
  readGitlab(memoryView({ '.gitlab-ci.yml': text, ...more }), { defaultBranch: 'main' })
    .jobs.filter(({ skip }) => skip === null)
    .map(({ id, scripts }) => `${id}${scripts.at(-1)?.condition === null ? '' : ` if ${scripts.at(-1)?.condition}`}`)

describe('which jobs run on a change', () => {
  test.each<[string, string, boolean | string]>([
    ['nothing said', '', true],
    ['only a branch', 'only: [main]', true],
    ['only a pattern', 'only: ["/^ma.*/"]', true],
    ['only another branch', 'only: [production]', false],
    ['only merge requests', 'only: [merge_requests]', true],
    ['only refs', 'only: { refs: [schedules] }', false],
    ['only a variable that is not set', 'only: { variables: ["$CI_COMMIT_TAG"] }', false],
    ['except the default branch runs on others', 'except: [main]', true],
    ['except all branches', 'except: [branches]', false],
    ['manual', 'when: manual', false],
    ['delayed', 'when: delayed', true],
    ['after a failure', 'when: on_failure', false],
    ['a rule', 'rules: [{ if: $CI_MERGE_REQUEST_ID }]', true],
    ['no rule holds', 'rules: [{ if: $CI_COMMIT_TAG }]', false],
    ['the first rule that holds decides', 'rules: [{ when: never }, { when: always }]', false],
    ['manual by its rule', 'rules: [{ if: $CI_MERGE_REQUEST_ID, when: manual }]', false],
    ['changes are taken to match', 'rules: [{ changes: [src/**] }]', true],
    ['a file that is there', 'rules: [{ exists: ["**/*.lock"] }]', true],
    ['a file that is not there', 'rules: [{ exists: [Cargo.toml] }]', false],
    ['what only the run knows is noted', 'rules: [{ if: $MINE == "1" }]', ' if $MINE == "1"'],
    ['unknown and refused', 'rules: [{ if: $MINE, when: never }, { if: $CI_COMMIT_BRANCH }]', true],
  ])('%s', (_, key, expected) => {
    const found = running(`job:\n  script: pytest\n${key === '' ? '' : `  ${key}\n`}`, { 'a/b.lock': '' })
    expect(found).toEqual(expected === false ? [] : [`job${expected === true ? '' : expected}`])
  })
  test('the workflow decides before its jobs', () => {
    expect(running('workflow: { rules: [{ if: $CI_COMMIT_TAG }] }\njob: { script: x }')).toEqual([])
    expect(running('workflow: { rules: [{ if: $CI_MERGE_REQUEST_ID }] }\njob: { script: x, only: [main] }')).toEqual([])
  })
})

describe('what a job inherits', () => {
  const texts = (text: string): readonly string[] =>
    readGitlab(memoryView({ '.gitlab-ci.yml': text }), {}).jobs.flatMap(({ scripts }) => scripts.map((one) => one.text))
  test('default, old keywords and what is kept out', () => {
    expect(texts('before_script: [a]\njob: { script: b }')).toEqual(['a\nb'])
    expect(texts('before_script: [a]\ndefault: { before_script: [c] }\njob: { script: b }')).toEqual(['c\nb'])
    expect(texts('default: { before_script: [a] }\njob: { script: b, inherit: { default: false } }')).toEqual(['b'])
    expect(texts('default: { before_script: [a] }\njob: { script: b, inherit: { default: [image] } }')).toEqual(['b'])
    expect(texts('default: { before_script: [a] }\njob: { script: b, before_script: [] }')).toEqual(['b'])
  })
  test('mappings are merged, lists replaced', () => {
    const text =
      '.a: { variables: { X: 1, Y: 1 }, script: [a] }\njob: { extends: .a, variables: { Y: 2 }, script: [b] }'
    const [job] = readGitlab(memoryView({ '.gitlab-ci.yml': text }), {}).jobs
    expect(job?.scripts[0]?.env).toEqual({ X: '1', Y: '2' })
    expect(job?.scripts[0]?.text).toBe('b')
  })
  test('jobs that hand on files come first, unless they are not needed', () => {
    const base = 'build: { stage: build, script: make it, artifacts: { paths: [out] } }\n'
    expect(texts(`${base}job: { script: t }`)).toEqual(['make it', 'make it', 't'])
    expect(texts(`${base}job: { script: t, needs: [] }`)).toEqual(['make it', 't'])
    expect(texts(`${base}job: { script: t, dependencies: [] }`)).toEqual(['make it', 't'])
  })
  test('a bomb of aliases is named', () => {
    const bomb = [
      'a: &a [1,1,1,1,1,1,1,1,1]',
      ...[...'bcdefgh'].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`)}]`),
    ]
    expect(readGitlab(memoryView({ '.gitlab-ci.yml': `${bomb.join('\n')}\n` }), {}).anomalies).toMatchObject([
      { kind: 'ci-not-read', path: '.gitlab-ci.yml' },
    ])
  })
})
