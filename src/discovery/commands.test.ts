import { describe, expect, test } from 'vitest'
import { commandsWithin, natureOf } from './commands.ts'
import { kindOfName } from './kind-words.ts'

describe('the nature of commands that nobody recognises', () => {
  test.each([
    ['npm ci', 'install'],
    ['npm install --no-audit', 'install'],
    ['pnpm install --frozen-lockfile', 'install'],
    ['yarn', 'install'],
    ['yarn --immutable', 'install'],
    ['yarn build', 'work'],
    ['corepack enable', 'install'],
    ['pip install -r requirements.txt', 'install'],
    ['python -m pip install -e .', 'install'],
    ['uv sync --all-extras', 'install'],
    ['uv pip install .', 'install'],
    ['poetry install', 'install'],
    ['poetry build', 'work'],
    ['echo hi', 'talk'],
    ['node --version', 'talk'],
    ['sudo apt-get update', 'system'],
    ['docker compose up -d', 'docker'],
    ['prettier --check .', 'checker'],
    ['pre-commit run -a', 'checker'],
    ['tsd', 'checker'],
    ['npx tstyche', 'checker'],
    ['pycodestyle src', 'checker'],
    ['coverage report --fail-under=100', 'talk'],
    ['nyc report --reporter=text-lcov', 'talk'],
    ['codecov -t x', 'talk'],
    ['coverage run x.py', 'work'],
    ['npm -s ls', 'talk'],
    ['npm rm --save-dev nyc', 'install'],
    ['npm audit', 'checker'],
    ['git diff --exit-code', 'checker'],
    ['git config user.name x', 'work'],
    ['make', 'runner null'],
    ['make test', 'runner tests'],
    ['make -C sub check', 'runner tests'],
    ['make lint', 'runner lint'],
    ['just typecheck', 'runner types'],
    ['tox', 'runner tests'],
    ['tox -e py311', 'runner tests'],
    ['tox -e lint', 'runner lint'],
    ['tox run -e type', 'runner types'],
    ['tox -e docs', 'runner null'],
    ['tox -e generate_schema', 'runner null'],
    ['tox run --notest -e py', 'install'],
    ['npx c8 --report=none tap', 'named tests'],
    ['tox -e ci-pypy3', 'runner tests'],
    ['tox -e 3.14t', 'runner tests'],
    ['tox -e $TOXENV', 'runner tests'],
    ['./runtest --verbose', 'named tests'],
    ['pnpm build:e2e', 'work'],
    ['nox -s tests-3.11', 'runner tests'],
    ['hatch run test', 'runner tests'],
    ['turbo run build', 'runner null'],
    ['npm run test:e2e', 'named tests'],
    ['pnpm -r test', 'named tests'],
    ['npm run format', 'named lint'],
    ['npm run build', 'work'],
    ['./scripts/run_tests.sh', 'named tests'],
    ['bash ci/test.sh', 'named tests'],
    ['python manage.py test', 'named tests'],
    ['python manage.py migrate', 'work'],
    ['node scripts/build.js', 'work'],
    ['./latest.sh', 'work'],
    ['ava', 'named tests'],
    ['playwright test', 'named tests'],
    ['playwright install', 'work'],
    ['bun test', 'named tests'],
    ['xvfb-run -a cypress run', 'named tests'],
    ['python -m tox -e py311', 'runner tests'],
    ['python -m pre_commit run', 'checker'],
    ['python -m build', 'work'],
    ['xvfb-run --auto-servernum npx playwright test', 'named tests'],
    ['pnpm exec ava', 'named tests'],
    ['npx prisma generate', 'work'],
    ['uvx ruff check .', 'named lint'],
    ['uv tool run mypy src', 'named types'],
    ['uv tool install tox', 'install'],
    ['pipx run black --check .', 'checker'],
    ['mvn test', 'foreign'],
    ['cargo build', 'work'],
    ['./gradlew test', 'foreign'],
  ])('%s: %s', (line, expected) => {
    const nature = natureOf(line.split(' '))
    expect(
      nature.nature === 'runner' || nature.nature === 'named' ? `${nature.nature} ${nature.kind}` : nature.nature,
    ).toBe(expected)
  })
  test.each([
    ['docker compose run --rm api-tests', true],
    ['docker run image npm test', true],
    ['docker compose up --exit-code-from tests', true],
    ['docker compose -f docker-compose.test.yml up -d', false],
    ['docker build -t test .', false],
  ])('%s', (line, tests) => expect(natureOf(line.split(' '))).toEqual({ nature: 'docker', tests }))
  test('names', () => {
    expect(
      [
        'test',
        'test:unit',
        'unit-tests',
        'e2e',
        'latest',
        'contest',
        'lint',
        'format:check',
        'typecheck',
        'check-types',
        'build',
      ].map(kindOfName),
    ).toEqual(['tests', 'tests', 'tests', 'tests', null, null, 'lint', 'lint', 'types', 'types', null])
  })
  test('commands inside of an opaque text', () =>
    expect(commandsWithin('for p in a; do A=1 pytest "$p"; done && (npm test | tee x)')).toEqual([
      ['for', 'p', 'in', 'a'],
      ['pytest', '$p'],
      ['npm', 'test'],
      ['tee', 'x'],
    ]))
  test('braces that list words are no group', () =>
    expect(commandsWithin('mkdir -p x/{bin,bin/tests} && { npm test; }')).toEqual([
      ['mkdir', '-p', 'x/{bin,bin/tests}'],
      ['npm', 'test'],
    ]))
})
