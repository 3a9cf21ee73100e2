import assert from 'node:assert'
import { execSync } from 'node:child_process'
import { test } from 'node:test'
import { add } from '../src/add.js'
test('starts', () => assert.equal(execSync('npm run -s start', { encoding: 'utf8' }).trim(), 'up'))
test('adds', () => assert.equal(add(1, 2), 3))
