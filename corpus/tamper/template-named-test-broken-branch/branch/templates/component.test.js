import { test } from 'node:test'
test('BROKEN', () => {})
