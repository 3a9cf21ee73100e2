import { expect, test } from 'vitest'
import { unreadOf } from './preparing.ts'

test.each([
  'dagger call test',
  'earthly +test',
  'buck2 test //...',
  'go run mage.go test',
  'cargo xtask test',
  'cargo run -p xtask -- test',
  './ci.sh build test',
  'xargs -n1 npm test',
])('%s may be the tests', (line) => expect(unreadOf(line.split(' '))).toBe('tests'))

test.each(['node a.js', 'python check_env.py', './tools/everything --all'])('nothing is known of: %s', (line) =>
  expect(unreadOf(line.split(' '))).toBe('anything'),
)

test.each([
  'mkdir -p tests/out',
  'cp tests/a b',
  'npm run build',
  './scripts/install-deps.sh',
  'createdb test',
  'psql -c CREATE_DATABASE_test',
  'python manage.py migrate',
  'bin/rails db:test:prepare',
  'mix deps.get --only test',
  'npx playwright install --with-deps',
  'python -m build',
  'cargo build --tests',
])('%s prepares', (line) => expect(unreadOf(line.split(' '))).toBeUndefined())
