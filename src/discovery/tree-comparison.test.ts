import { expect, test } from 'vitest'
import { memoryView } from '../locked/memory-view.ts'
import { other, stacks } from '../stacks/index.ts'
import { discover } from './plan.ts'

/** The comparisons of the tree that a plan has, for a CI with these lines before its tests. */
const comparisons = async (...lines: readonly string[]) => {
  const steps = lines.map((line) => `      - run: |\n          ${line.replaceAll('\n', '\n          ')}\n`).join('')
  const planned = await discover(
    memoryView({
      'go.mod': 'module a\ngo 1.22\n',
      'a_test.go': 'package a\n',
      '.github/workflows/ci.yml': `on: push\njobs:\n  a:\n    steps:\n${steps}      - run: go test ./...\n`,
    }),
    stacks,
    { other },
  )
  if (!planned.ok) throw new Error(planned.trouble.message)
  return planned.value.projects.flatMap(({ checks }) =>
    checks.flatMap(({ tool, command }) =>
      tool === 'git-diff' && command.form === 'argv' ? [command.argv.join(' ')] : [],
    ),
  )
}

test.each([
  ['git diff --exit-code', 'git diff --exit-code'],
  ['git diff --quiet -- gen', 'git diff --quiet -- gen'],
  ['test -z "$(git status --porcelain)"', 'git status --porcelain'],
  ['if ! git diff --quiet; then\n  echo "run make"\n  exit 1\nfi', 'git diff --quiet'],
  ['if [ -n "$(git status --porcelain)" ]; then echo dirty; exit 1; fi', 'git status --porcelain'],
])('%s, behind a step, is a check', async (line, found) => {
  expect(await comparisons('go generate ./...', line)).toEqual([found])
})

test.each([
  ['shows only', 'git diff'],
  ['shows only', 'git status --porcelain'],
  ['compares commits', 'git diff --quiet origin/main'],
  ['writes', 'if ! git diff --quiet; then git commit -am x; git push; fi'],
  ['does not count', 'git diff --exit-code || true'],
])('what %s is none: %s', async (_, line) => {
  expect(await comparisons('go generate ./...', line)).toEqual([])
})

test('without a step that runs here before it, it would compare nothing', async () => {
  expect(await comparisons('git diff --exit-code')).toEqual([])
  expect(await comparisons('npm install', 'git diff --exit-code package-lock.json')).toEqual([])
})
