import { expect, test } from 'vitest'
import { commandOf, meaningOf } from './mapped-actions.ts'

test('an action that only calls one command is that command', () => {
  expect(commandOf('nick-fields/retry@v3', { command: 'npm test', timeout_minutes: '5' })).toBe('npm test')
  expect(commandOf('nick-fields/retry@v3', { command: 'npm test', shell: 'pwsh' })).toBeUndefined()
  expect(commandOf('coactions/setup-xvfb@v1', { run: 'npm test' })).toBe('npm test')
  expect(commandOf('some/action@v1', { run: 'npm test' })).toBeUndefined()
})

test.each<Record<string, string>>([
  { run: 'npm test' },
  { runCmd: 'npm test' },
  { 'test-command': 'make tests' },
  { args: '-- test' },
  { script: 'make test' },
  { arguments: 'clean check' },
  { script: './gradlew connectedCheck' },
])('an action that is told to test is a check that is not read: %j', (given) =>
  expect(meaningOf('some/action@v1', given)).toMatchObject({ mapped: false, kind: 'tests' }),
)

test('paths of results and names are no commands, and actions that only report stay harmless', () => {
  expect(meaningOf('some/action@v1', { path: 'test-results', name: 'test' })).toMatchObject({ kind: 'prepare' })
  expect(meaningOf('some/action@v1', { args: '--check docs/test.md' })).toMatchObject({ kind: 'prepare' })
  expect(meaningOf('codecov/codecov-action@v4', { flags: 'unittests', args: 'test' })).toEqual({ mapped: true })
})
