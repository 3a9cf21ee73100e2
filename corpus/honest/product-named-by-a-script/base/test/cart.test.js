import assert from 'node:assert'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const run = (...words) => execFileSync(process.execPath, ['cli.js', ...words], { encoding: 'utf8' }).trim()

test('nothing', () => assert.equal(run(), '0'))
test('two', () => assert.equal(run('1', '2'), '3'))
