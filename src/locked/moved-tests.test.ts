import { expect, test } from 'vitest'
import { cpp } from '../stacks/cpp/stack.ts'
import { classifier } from './classify-path.ts'
import { memoryView } from './memory-view.ts'
import { movedTests } from './moved-tests.ts'

type Files = Readonly<Record<string, string>>
const classes = classifier([{ directory: '.', stack: cpp }])
const moved = (lock: Files, branch: Files) =>
  movedTests(memoryView(lock), memoryView(branch), classes, (path) => !path.startsWith('web/'))

const one = 'int main() {\n  check(1);\n  check(2);\n  check(3);\n  return 0;\n}\n'
const two = 'void other() {}\n'
const lock = {
  'CMakeLists.txt': 'add_executable(a tests/a_test.cpp)\n',
  'tests/a_test.cpp': one,
  'tests/b_test.cpp': two,
}
const without = (files: Files, ...paths: readonly string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)))
const built = (name: string): Files => ({ 'CMakeLists.txt': `add_executable(a ${name})\n` })

test('a source under another name is moved, with its content or with one that is like it', () => {
  const rest = { ...without(lock, 'tests/a_test.cpp'), ...built('tests/a_check.cpp') }
  const move = [{ from: 'tests/a_test.cpp', to: 'tests/a_check.cpp' }]
  expect(moved(lock, { ...rest, 'tests/a_check.cpp': one })).toEqual(move)
  expect(moved(lock, { ...rest, 'tests/a_check.cpp': one.replace('  check(2);\n', '') })).toEqual(move)
  expect(moved(lock, { ...rest, 'tests/a_check.cpp': 'int main() {}\n' })).toEqual([])
})

test('a directory of which nothing stayed behind is moved as a whole', () => {
  const branch = { ...built('test/a_test.cpp'), 'test/a_test.cpp': one, 'test/b_test.cpp': '// all new\n' }
  expect(moved(lock, branch)).toEqual([{ from: 'tests/', to: 'test/' }])
  expect(moved(lock, { ...branch, 'tests/c.txt': '' })).toEqual([{ from: 'tests/a_test.cpp', to: 'test/a_test.cpp' }])
  expect(moved({ ...lock, 'test/c.txt': '' }, { ...branch, 'test/c.txt': '' })).toEqual([
    { from: 'tests/a_test.cpp', to: 'test/a_test.cpp' },
  ])
})

test.each<[string, Files, Files]>([
  ['nothing was moved', lock, lock],
  ['it is gone', lock, without(lock, 'tests/a_test.cpp')],
  ['it is there as well', lock, { ...lock, ...built('tests/a_check.cpp'), 'tests/a_check.cpp': one }],
  ['the build names the old place', lock, { ...without(lock, 'tests/a_test.cpp'), 'tests/more/a_test.cpp': one }],
  [
    'two are alike',
    lock,
    { ...without(lock, 'tests/a_test.cpp'), ...built('tests/c.cpp'), 'tests/c.cpp': one, 'tests/d.cpp': one },
  ],
  [
    'the new place is product',
    { ...lock, 'src/c_test.cpp': one.repeat(2) },
    { ...lock, ...built('src/c.cpp'), 'src/c.cpp': one.repeat(2) },
  ],
  ['no build names it', { 'web/tests/a_test.cpp': one }, { 'web/tests/a_check.cpp': one }],
  ['it is no source', { ...lock, 'tests/a.txt': '1' }, { ...lock, 'tests/b.txt': '1' }],
])('nothing is moved where %s', (_, before, after) => expect(moved(before, after)).toEqual([]))
