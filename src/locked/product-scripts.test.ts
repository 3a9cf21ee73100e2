import { expect, test } from 'vitest'
import { node } from '../stacks/node/stack.ts'
import { compose } from './compose.ts'
import { memoryView } from './memory-view.ts'

const projects = [{ directory: '.', stack: node }]
const manifest = (scripts: object): string => JSON.stringify({ name: 'p', scripts })
const locked = {
  test: 'npm run unit',
  unit: 'node --test',
  start: 'node server.js',
  serve: 'vite',
  seed: 'node seed.js',
  prepare: 'node prepare.js',
  smoke: 'node smoke.js',
}
const base = {
  'package.json': manifest(locked),
  '.github/workflows/ci.yml': 'on: push\njobs:\n  a:\n    steps:\n      - run: npm run serve &\n',
  Makefile: 'smoke:\n\tnpm run smoke\n',
  'a.test.js': "import 'node:test'\n",
}

const scripts = (change: object): Record<string, string> => {
  const branch = { ...base, 'package.json': manifest({ ...locked, ...change }) }
  const tree = compose({ lock: memoryView(base), branch: memoryView(branch), projects })
  if (!tree.ok) throw new Error(tree.trouble.message)
  const entry = tree.value.entries.find(({ path }) => path === 'package.json')
  return JSON.parse(entry?.text ?? branch['package.json']).scripts
}

test('a script that only a person or a test starts is the branch’s', () => {
  const change = { start: 'node src/server.js', seed: undefined, demo: 'node demo.js' }
  const { seed, ...rest } = locked
  expect(scripts(change)).toEqual({ ...rest, start: 'node src/server.js', demo: 'node demo.js' })
  expect(scripts({ start: 'node src/server.js', test: 'true' })).toEqual({ ...locked, start: 'node src/server.js' })
})

test.each(['test', 'pretest', 'unit', 'preunit', 'serve', 'prepare', 'postinstall', 'smoke', 'lint'])(
  'what judges or is named by what judges comes from the lock: %s',
  (name) => {
    expect(scripts({ [name]: 'true' })).toEqual(locked)
  },
)

test.each([
  ['concurrently npm:mocked', {}],
  ['nx run p:mocked', {}],
  ['nx run-many --target=mocked', {}],
  ['run-s "mock*"', {}],
  ['npm run mocked>log', {}],
  ['wireit', { wireit: { test: { dependencies: ['mocked'] } } }],
])('a script that another names in the words of a program comes from the lock: %s', (line, more) => {
  const text = (mocked: string) => JSON.stringify({ name: 'p', ...more, scripts: { test: line, mocked } })
  const [lock, branch] = ['mocha', 'true'].map((each) => memoryView({ 'package.json': text(each) }))
  const tree = compose({ lock: lock as never, branch: branch as never, projects })
  if (!tree.ok) throw new Error(tree.trouble.message)
  expect(JSON.parse(tree.value.entries[0]?.text ?? '{}').scripts).toEqual({ test: line, mocked: 'mocha' })
})
