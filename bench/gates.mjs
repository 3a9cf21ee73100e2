// Gates whose layers take a known time: what the gate adds to its bare commands, and how near it comes to the critical path.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const TESTS = `const { test } = require('node:test')
const assert = require('node:assert')
for (let at = 0; at < 200; at++) test(\`adds \${at}\`, () => assert.equal(at + 1, 1 + at))
test('waits', () => new Promise((done) => setTimeout(done, 2000)))
`
const JUDGE = `setTimeout(() => {
  require('node:fs').mkdirSync('out', { recursive: true })
  require('node:fs').writeFileSync('out/v.json', JSON.stringify({ status: 'pass', blocking: [], metrics: { checks: 16 } }))
}, 2000)
`

/** Each has the commands of its layers, and what they are as a gate. */
export const gates = {
  sequence: {
    bare: ['node --test', 'node judge.cjs', 'sleep 2'],
    settings: `layers:
  unit: { kind: tests, run: node --test, min_tests: 201 }
  judge: { run: node judge.cjs, verdict: out/v.json, needs: [unit] }
  lint: { run: sleep 2, exit: { pass: [0], fail: [1] }, needs: [judge] }
`,
  },
  /** The longest way through it is a, b, d: 6 s of 10.5. */
  waiting: {
    critical_ms: 6000,
    settings: `jobs: 4
layers:
  a: { run: sleep 2, exit: { pass: [0], fail: [1] } }
  b: { run: sleep 3, exit: { pass: [0], fail: [1] }, needs: [a] }
  c: { run: sleep 4, exit: { pass: [0], fail: [1] } }
  d: { run: sleep 1, exit: { pass: [0], fail: [1] }, needs: [b, c] }
  e: { run: sleep 0.5, exit: { pass: [0], fail: [1] } }
`,
  },
}

export const gateRepository = (directory, settings) => {
  mkdirSync(directory, { recursive: true })
  const files = {
    'package.json': '{ "name": "x", "private": true }\n',
    '.gitignore': 'out/\n',
    'wait.test.js': TESTS,
    'judge.cjs': JUDGE,
    'triverdict.yaml': settings,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  for (const argv of [
    ['init', '--quiet'],
    ['add', '--all'],
    ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', 'commit', '--quiet', '--message', 'A gate'],
  ])
    execFileSync('git', argv, { cwd: directory })
}
