import { expect, test } from 'vitest'
import { compiledTargets } from './compiled-targets.ts'

const ID = 'the C++ of the target cart is compiled'
const told = (...sources: readonly string[]) => {
  const all = sources.map((words) => ({ target: 'cart', language: 'C++' as const, words: words.split(' ') }))
  const found = compiledTargets(all)
  expect(found.every(({ id }) => id.startsWith(ID))).toBe(true)
  return found.flatMap(({ text }) => text || [])
}

test.each([
  ['', []],
  ['-Wall -Wextra', []],
  ['-Wall -Werror -Wextra', ['-Wall', '-Werror', '-Wextra']],
  ['-Wall -Werror -Wno-error', []],
  ['-Wall -Werror -w', []],
  ['-Wall -Werror -Wno-unused', ['-Wall', '-Werror', '-Wno-unused']],
  ['-Werror -Wno-unused -Wunused', ['-Werror', '-Wunused']],
  ['-Werror -Wshadow -Wno-shadow', ['-Werror', '-Wno-shadow']],
  ['-Werror -Wno-error=shadow', ['-Werror', '-Wno-error=shadow']],
  ['-Werror=return-type -Wall', ['-Werror=return-type']],
  ['-Wl,-z,now -Wp,-DX -Wa,x -Werror', ['-Werror']],
  ['-fsanitize=address,undefined', ['-fsanitize=address', '-fsanitize=undefined']],
  ['-fsanitize=address,undefined -fno-sanitize=address', ['-fsanitize=undefined']],
  ['-fsanitize=address -fno-sanitize=all', []],
  ['-D_GLIBCXX_ASSERTIONS -DX', ['-D_GLIBCXX_ASSERTIONS']],
])('%j holds %j', (words, held) => expect(told(words)).toEqual(held))

test('only what holds for every source of a target holds for it; one exempt source is enough', () =>
  expect(told('-Werror -Wall -fsanitize=address', '-Werror -Wno-unused')).toEqual(['-Werror', '-Wno-unused']))

test('targets and languages are held apart, and a target without anything is told', () => {
  const found = compiledTargets([
    { target: 'a', language: 'C', words: ['-Werror'] },
    { target: 'a', language: 'C++', words: [] },
    { target: 'b', language: 'C', words: [] },
  ])
  expect(found.map(({ group, id, text }) => [group, id, text])).toEqual([
    ['target', 'the C of the target a is compiled', ''],
    ['target', 'the C of the target a is compiled', '-Werror'],
    ['target', 'the C++ of the target a is compiled', ''],
    ['target', 'the C of the target b is compiled', ''],
  ])
})
