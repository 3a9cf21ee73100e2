import { expect, test } from 'vitest'
import type { CommitView } from '../model/repo-view.ts'
import { memoryView } from './memory-view.ts'
import { movedPackages } from './moved-packages.ts'
import { movedPath, viewOfMoved } from './moves.ts'

const crate = (name: string) => `[package]\nname = "${name}"\nversion = "0.1.0"\n`
const lock = {
  'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
  'crates/calc/Cargo.toml': crate('calc'),
  'crates/calc/src/lib.rs': 'pub fn add() {}\n',
  'crates/calc/tests/it.rs': 'include_str!("../data.txt");\n',
  'crates/calc/data.txt': '1\n',
}
type Files = Readonly<Record<string, string>>
const moveTo = (files: Files, to: string): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace('crates/calc/', to), text]))
const found = (base: Files, branch: Files) => movedPackages(memoryView(base), memoryView(branch))

test('a package that stands under another path as a whole was moved', () => {
  expect(found(lock, moveTo(lock, 'libs/calc/'))).toEqual([{ from: 'crates/calc/', to: 'libs/calc/' }])
  const changed = { ...moveTo(lock, 'libs/calc/'), 'libs/calc/tests/it.rs': '// weaker\n' }
  expect(found(lock, changed)).toHaveLength(1)
})

test.each<[string, Files, Files]>([
  ['nothing was moved', lock, lock],
  ['something stayed behind', lock, { ...moveTo(lock, 'libs/calc/'), 'crates/calc/src/lib.rs': '' }],
  ['the lock has that place', { ...lock, 'libs/calc/a.txt': '' }, moveTo(lock, 'libs/calc/')],
  ['another name', lock, { ...moveTo(lock, 'libs/calc/'), 'libs/calc/Cargo.toml': crate('other') }],
  ['two places', lock, { ...moveTo(lock, 'libs/calc/'), ...moveTo(lock, 'more/calc/') }],
  [
    'its tests reach out of it: elsewhere they would find other files',
    { ...lock, 'crates/calc/tests/it.rs': 'include_str!("../../shared.txt");\n' },
    moveTo({ ...lock, 'crates/calc/tests/it.rs': 'include_str!("../../shared.txt");\n' }, 'libs/calc/'),
  ],
  ['it is gone', lock, { 'Cargo.toml': '' }],
])('it was not where %s', (_, base, branch) => {
  expect(found(base, branch)).toEqual([])
})

test('a module of Maven has its own name, not that of its parent', () => {
  const pom = (own: string) =>
    `<project><parent><artifactId>root</artifactId></parent><artifactId>${own}</artifactId></project>`
  const base = { 'pom.xml': pom('root'), 'core/pom.xml': pom('core'), 'app/pom.xml': pom('app') }
  expect(found(base, { 'pom.xml': pom('root'), 'engine/pom.xml': pom('core'), 'app/pom.xml': pom('app') })).toEqual([
    { from: 'core/', to: 'engine/' },
  ])
})

test('the view of the lock has the package where the branch has it, with the text of the lock', () => {
  const moves = [{ from: 'crates/calc/', to: 'libs/calc/' }]
  const view = viewOfMoved(memoryView(lock) as CommitView, moves)
  expect(view.paths).toEqual(Object.keys(moveTo(lock, 'libs/calc/')).sort())
  expect([view.has('crates/calc/data.txt'), view.read('libs/calc/data.txt')]).toEqual([false, '1\n'])
  expect(view.under('libs').read('calc/data.txt')).toBe('1\n')
  expect(movedPath(moves, 'crates/calc/tests/it.rs::adds')).toBe('libs/calc/tests/it.rs::adds')
  expect(movedPath(moves, 'libs/calc/tests/it.rs', true)).toBe('crates/calc/tests/it.rs')
})

test('a file that was moved is none whose name begins like it', () => {
  const moves = [{ from: 'tests/a_test.c', to: 'tests/a_check.c' }]
  const files = { 'tests/a_test.c': '1', 'tests/a_test.cpp': '2' }
  expect(viewOfMoved(memoryView(files) as CommitView, moves).paths).toEqual(['tests/a_check.c', 'tests/a_test.cpp'])
  expect(movedPath(moves, 'tests/a_test.c in a')).toBe('tests/a_check.c in a')
  expect(movedPath(moves, 'tests/a_test.cpp in a')).toBe('tests/a_test.cpp in a')
})
