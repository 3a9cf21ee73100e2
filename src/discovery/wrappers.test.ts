import { describe, expect, test } from 'vitest'
import type { Some } from '../model/result.ts'
import { unwrapped } from './wrappers.ts'

const words = (line: string) => line.split(' ') as unknown as Some<string>

describe('what a command starts', () => {
  test.each<[string, string, Record<string, string>?]>([
    ['sudo -E make check', 'make check'],
    ['sudo -nu runner -- A=b npm test', 'sudo'],
    ['sudo -u runner A=b npm test', 'npm test', { A: 'b' }],
    ['/usr/bin/env A=b npm test', 'npm test', { A: 'b' }],
    ['timeout -k 5 10m npm test', 'npm test'],
    ['timeout --signal=KILL 10m npm test', 'npm test'],
    ['nice -n 10 npm test', 'npm test'],
    ['xvfb-run -a -s -screen npm test', 'npm test'],
    ['dbus-run-session -- npm test', 'npm test'],
    ['volta run --node 20 npm test', 'npm test'],
    ['nix develop .#ci --command cargo test', 'cargo test'],
    ['mise x node@20 -- npm test', 'npm test'],
    ['conda run -n ci --no-capture-output pytest -n 4', 'pytest -n 4'],
    ['pyenv exec pytest', 'pytest'],
    ['direnv exec . pytest', 'pytest'],
    ['. scripts/test.sh a', 'bash -e scripts/test.sh a'],
    ['command npm test', 'npm test'],
  ])('%s', (line, expected, env = {}) => {
    if (expected === 'sudo') expect(unwrapped(words(line), true)).toBeUndefined()
    else expect(unwrapped(words(line), true)).toEqual({ is: 'command', argv: words(expected), env })
  })
  test('a text for a shell', () => {
    expect(unwrapped(['eval', 'npm test'], true)).toEqual({ is: 'text', text: 'npm test' })
    expect(unwrapped(['npm', 'exec', '--call', 'vitest run'], true)).toEqual({ is: 'text', text: 'vitest run' })
    expect(unwrapped(['npx', '-c', 'vitest run'], true)).toEqual({ is: 'text', text: 'vitest run' })
    expect(unwrapped(['nix-shell', '--run', 'make'], true)).toEqual({ is: 'text', text: 'make' })
  })
  test.each([
    'npm test',
    'env -i npm test',
    'env',
    'sudo -i',
    'command -v node',
    'nix build',
    'volta install node',
    'conda install x',
    'timeout 10m',
  ])('nothing is taken from: %s', (line) => expect(unwrapped(words(line), true)).toBeUndefined())
})
