import { expect, test } from 'vitest'
import { readCall } from './call.ts'
import { unwrap } from './unwrap.ts'

const words = (line: string) => line.split(' ') as unknown as readonly [string, ...string[]]

test.each([
  ['npx vitest run', 'vitest run'],
  ['npx --no-install vitest run', 'vitest run'],
  ['npx -- vitest', 'vitest'],
  ['npm exec vitest -- run', 'vitest run'],
  ['npm exec -- vitest run', 'vitest run'],
  ['pnpm exec vitest run', 'vitest run'],
  ['pnpm vitest run', 'vitest run'],
  ['yarn vitest run', 'vitest run'],
  ['yarn run -s vitest run', 'vitest run'],
  ['yarn exec jest', 'jest'],
  ['bunx tsc --noEmit', 'tsc --noEmit'],
  ['corepack pnpm vitest', 'pnpm vitest'],
  ['node ./node_modules/.bin/eslint .', 'eslint .'],
  ['node node_modules/vitest/vitest.mjs run', 'vitest run'],
  ['cross-env A=1 npx vitest', 'cross-env A=1 vitest'],
  ['c8 -r text npx mocha', 'c8 -r text mocha'],
])('%s', (line, expected) => {
  expect(unwrap(words(line))?.join(' ')).toBe(expected)
})

test.each([
  'vitest run',
  'npx -p typescript@5 tsc',
  'npx tsc@5',
  'npm test',
  'npm run lint',
  'pnpm install',
  'pnpm test',
  'yarn workspaces run test',
  'yarn',
  'node scripts/test.js',
  'node --experimental-vm-modules node_modules/jest/bin/jest.js',
])('nothing is taken from: %s', (line) => {
  expect(unwrap(words(line))).toBeUndefined()
})

test.each([
  ['cross-env CI=1 NODE_ENV=test jest -i', 'jest', '-i'],
  ['c8 --all --reporter text mocha --exit', 'mocha', '--exit'],
  ['nyc --require ts-node/register -- mocha x', 'mocha', 'x'],
  ['node --experimental-vm-modules node_modules/jest/bin/jest.js a', 'jest', 'a'],
  ['node --import tsx --test test/a.ts', 'node --test', '--import tsx --test test/a.ts'],
  ['tsx --test', 'node --test', '--test'],
  ['node -r dotenv/config ./node_modules/.bin/vitest run', 'vitest', 'run'],
  ['dotenv -e .env.test -- vitest', 'vitest', ''],
  ['node scripts/test.js', 'node', ''],
])('sees through: %s', (line, name, args) => {
  expect(readCall(words(line))).toMatchObject({ name, args: args === '' ? [] : args.split(' ') })
})
