import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { node } from './node/stack.ts'
import { python } from './python/stack.ts'

describe.each([node, python])('$id', (stack) => {
  const directory = join(import.meta.dirname, stack.id, 'fixtures', 'install')
  const recorded = readdirSync(directory)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => {
      const [program, fault] = name.split('.')
      return { name, manager: program?.split('-')[0] ?? '', fault, output: readFileSync(join(directory, name), 'utf8') }
    })

  test('there are recordings of both', () => {
    expect(recorded.filter(({ fault }) => fault === 'change').length).toBeGreaterThan(5)
    expect(recorded.filter(({ fault }) => fault === 'unknown').length).toBeGreaterThan(2)
  })
  test.each(recorded)('$name', ({ manager, fault, output }) => {
    expect(stack.installFault?.(manager, output)).toBe(fault)
  })
  test.each(recorded.filter(({ fault }) => fault === 'change'))(
    'the network beside $name wins',
    ({ manager, output }) => {
      expect(stack.installFault?.(manager, `request failed, reason: getaddrinfo EAI_AGAIN\n${output}`)).toBe('unknown')
      expect(stack.installFault?.(manager, `${output}\nserver error: 503 Service Unavailable`)).toBe('unknown')
    },
  )
  test("nothing, and what a build prints, is nobody's fault", () => {
    for (const manager of ['npm', 'pnpm', 'yarn', 'bun', 'uv', 'pip', 'poetry', 'other']) {
      expect(stack.installFault?.(manager, '')).toBe('unknown')
      expect(stack.installFault?.(manager, 'gyp ERR! build error\nerror: command gcc failed with exit code 1')).toBe(
        'unknown',
      )
    }
  })
})

test('a scoped package that is not found may be private', () => {
  const npm = (name: string) =>
    `npm error code E404\nnpm error 404 Not Found - GET https://registry.example/${name.replace('/', '%2f')}\n`
  expect(node.installFault?.('npm', npm('@own/thing'))).toBe('unknown')
  expect(node.installFault?.('npm', npm('@types/thing-that-is-not'))).toBe('change')
  expect(
    node.installFault?.(
      'pnpm',
      ' ERR_PNPM_FETCH_404  GET x: Not Found - 404\n\n@own/x is not in the npm registry, or you',
    ),
  ).toBe('unknown')
  expect(node.installFault?.('yarn', 'error Couldn\'t find package "@own/x" on the "npm" registry.')).toBe('unknown')
  expect(node.installFault?.('yarn', '➤ YN0035: │ @own/x@npm:1.0.0: Package not found')).toBe('unknown')
  expect(node.installFault?.('bun', 'error: GET https://registry.example/@own%2fx - 404')).toBe('unknown')
})

test('names of packages are not words of the network', () => {
  const refused = 'ERROR: No matching distribution found for pytest-timeout==99\n'
  expect(
    python.installFault?.('pip', `Collecting pytest-timeout\nCollecting certifi\nCollecting pyOpenSSL\n${refused}`),
  ).toBe('change')
  expect(
    node.installFault?.(
      'npm',
      'npm error code ETARGET\nnpm error notarget No matching version found for p-timeout@99.0.0.',
    ),
  ).toBe('change')
})
