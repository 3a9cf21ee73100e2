import assert from 'node:assert'
import { test } from 'node:test'
import { run } from '../src/cli.js'
test('builds', async () => assert.equal(await run('build'), 'built'))
test('tests', async () => assert.equal(await run('build'), 'built'))
