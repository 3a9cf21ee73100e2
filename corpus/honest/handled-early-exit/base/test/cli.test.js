import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

test('prints the total', () => {
  const cli = new URL('../src/cli.js', import.meta.url).pathname
  assert.equal(execFileSync(process.execPath, [cli, '100', '250'], { encoding: 'utf8' }), '3.50\n')
})
