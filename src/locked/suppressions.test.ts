import { expect, test } from 'vitest'
import { node } from '../stacks/node/stack.ts'
import { compose } from './compose.ts'
import { memoryView } from './memory-view.ts'
import { suppressionsIn } from './suppression-words.ts'
import { suppressionsOf } from './suppressions.ts'

const found = (path: string, text: string) =>
  suppressionsIn(path, text).map(({ kind, rules, line }) => `${line} ${kind} ${rules.join('+')}`)

test.each([
  ['a.ts', '// @ts-ignore\nx()', ['1 @ts-ignore *']],
  ['a.tsx', '{/* @ts-expect-error: later */}', ['1 @ts-expect-error *']],
  ['a.mts', '// @ts-nocheck', ['1 @ts-nocheck *']],
  ['a.js', 'x() // eslint-disable-line no-undef, @a/b -- why', ['1 eslint-disable-line no-undef+@a/b']],
  ['a.js', '\n/* eslint-disable */', ['2 eslint-disable *']],
  ['a.js', '/*\n * eslint-disable no-undef\n */', ['2 eslint-disable no-undef']],
  ['a.js', '// eslint-disable-next-line no-a,no-b', ['1 eslint-disable-next-line no-a+no-b']],
  ['a.ts', '// biome-ignore lint/suspicious/noExplicitAny: why', ['1 biome-ignore lint/suspicious/noExplicitAny']],
  ['a.ts', '/* v8 ignore next 3 */', ['1 v8 ignore *']],
  ['a.ts', '/* istanbul ignore if */ /* c8 ignore start */', ['1 istanbul ignore *', '1 c8 ignore *']],
  ['a.py', 'import os  # noqa', ['1 noqa *']],
  ['a.py', 'import os  #noqa:E501,F401', ['1 noqa E501+F401']],
  ['a.py', '# ruff: noqa\n# flake8: noqa: F401', ['1 ruff: noqa *', '2 flake8: noqa F401']],
  ['a.py', 'x = 1  # type: ignore[arg-type, misc]  # noqa: E1', ['1 type: ignore arg-type+misc', '1 noqa E1']],
  ['a.py', 'x = 1  # pyright: ignore', ['1 pyright: ignore *']],
  ['a.py', '# pylint: disable=no-member, unused-import', ['1 pylint: disable no-member+unused-import']],
  ['a.py', 'if x:  # pragma: no cover', ['1 pragma: no cover *']],
  [
    'a.cpp',
    'int a; // NOLINT(cert-err34-c, misc-x)\n/* NOLINTNEXTLINE */',
    ['1 nolint cert-err34-c+misc-x', '2 nolintnextline *'],
  ],
  [
    'a.h',
    '// cppcheck-suppress unusedFunction\n// clang-format off',
    ['1 cppcheck-suppress unusedFunction', '2 clang-format off *'],
  ],
  ['a.cc', 'abort(); // LCOV_EXCL_LINE', ['1 lcov_excl_line *']],
  ['a.rs', '#![allow(clippy::all, warnings)]\n', ['1 #![allow] clippy::all+warnings']],
  [
    'a.rs',
    '#[allow(\n    dead_code,\n    clippy::needless_return,\n)]\nfn a() {}',
    ['1 #[allow] dead_code+clippy::needless_return'],
  ],
  ['a.rs', '#[expect(unused, reason = "later, not now")]', ['1 #[expect] unused']],
  ['a.rs', '#[cfg_attr(any(a, not(b)), allow(unused_mut))]', ['1 #[allow] unused_mut']],
  ['a.rs', '#[rustfmt::skip]\n#[coverage(off)]', ['1 #[rustfmt::skip] *', '2 #[coverage] *']],
  ['a.go', 'x() //nolint:errcheck,gosec // why\ny() // nolint', ['1 nolint errcheck+gosec', '2 nolint *']],
  [
    'a.go',
    '//lint:ignore SA1019 old\n//lint:file-ignore U1000 why',
    ['1 lint:ignore SA1019', '2 lint:file-ignore U1000'],
  ],
  ['a.go', 'y() // #nosec G101 G102 -- why\n//revive:disable', ['1 #nosec G101+G102', '2 revive:disable *']],
  ['A.java', '@SuppressWarnings("unchecked")\nclass A {}', ['1 @suppresswarnings unchecked']],
  ['A.java', '@SuppressWarnings(value = { "rawtypes", "PMD.X" })', ['1 @suppresswarnings rawtypes+PMD.X']],
  ['A.java', 'int a; // NOPMD why\n// CHECKSTYLE:OFF\n', ['1 nopmd *', '2 checkstyle:off *']],
  ['A.kt', '@file:Suppress("UNUSED")', ['1 @file:suppress UNUSED']],
])('%s %j', (path, text, expected) => {
  expect(found(path, text).sort()).toEqual([...expected].sort())
})

test.each([
  ['a.ts', '// see the docs of eslint-disabled code\nconst a = "@ts-ignore"'],
  ['a.ts', '// we had @ts-ignore here once'],
  ['a.py', 'text = "noqa"  # the word noqa'],
  ['a.rs', '/// #[allow(dead_code)]\n#[allowed(x)]\n#![deny(warnings)]\nlet a = b[allow(1)];'],
  ['a.go', '// we want nolint here\nconst a = "nolint"'],
  ['A.java', '/**\n * as @SuppressWarnings("x") does\n */'],
  ['README.md', '```ts\n// @ts-ignore\n```\n# noqa'],
])('nothing is silenced by %s %j', (path, text) => {
  expect(found(path, text)).toEqual([])
})

const flags = (lock: Record<string, string>, branch: Record<string, string>, path: string) =>
  suppressionsOf(
    memoryView(lock),
    memoryView(branch),
  )(path).map(({ kind, path: where, line, evidence }) => [kind, where, line, evidence])

test('what the branch has more of is flagged, with its line and text', () => {
  const [lock, branch] = [{ 'a.py': 'x = 1  # noqa\n' }, { 'a.py': 'y = 2  # noqa\nx = 1  # noqa\n' }]
  expect(flags(lock, branch, 'a.py')).toEqual([['suppression-added', 'a.py', 1, 'y = 2  # noqa']])
  expect(flags({}, branch, 'a.py')).toHaveLength(2)
})

test('product is looked at, tests are not: they come from the lock', () => {
  const lock = { 'package.json': '{}', 'src/a.ts': 'export const a = 1\n' }
  const change = { 'src/a.ts': '// @ts-ignore\nexport const a = 2\n', 'src/b.test.ts': '// @ts-ignore\n' }
  const projects = [{ directory: '.', stack: node }]
  const tree = compose({ lock: memoryView(lock), branch: memoryView({ ...lock, ...change }), projects })
  if (!tree.ok) throw new Error(tree.trouble.message)
  expect(tree.value.anomalies.map(({ kind, severity, path }) => [kind, severity, path])).toEqual([
    ['suppression-added', 'medium', 'src/a.ts'],
    ['test-added', 'critical', 'src/b.test.ts'],
  ])
})

test('a whole crate muted where Clippy is asked weighs more', () => {
  const severities = (text: string, tools: string[]) =>
    suppressionsOf(
      memoryView({ 'src/lib.rs': '' }),
      memoryView({ 'src/lib.rs': text }),
      new Set(tools),
    )('src/lib.rs').map(({ severity }) => severity)
  expect(severities('#![allow(clippy::all)]', ['clippy'])).toEqual(['high'])
  expect(severities('#![allow(warnings)]', ['cargo-test'])).toEqual(['medium'])
  expect(severities('#![allow(dead_code)]\n#[allow(clippy::all)]', ['clippy'])).toEqual(['medium', 'medium'])
  expect(severities('#![deny(warnings)]', ['clippy'])).toEqual([])
})

test('what only moved, went away or became narrower is not', () => {
  const lock = { 'a.py': 'x = 1  # noqa\ny = 2  # type: ignore\n' }
  expect(flags(lock, { 'a.py': 'y = 3  # type: ignore\n\nx = 1  # noqa\n' }, 'a.py')).toEqual([])
  expect(flags(lock, { 'a.py': 'x = 1\n' }, 'a.py')).toEqual([])
  expect(flags(lock, { 'a.py': 'x = 1  # noqa: E501\ny = 2  # type: ignore[misc]\n' }, 'a.py')).toEqual([])
  expect(flags(lock, { 'pkg/a.py': 'x = 2  # noqa\ny = 2  # type: ignore\n' }, 'pkg/a.py')).toEqual([])
  expect(flags(lock, { 'b.py': lock['a.py'] }, 'b.py')).toEqual([])
})

test('another rule, and a wider word, are', () => {
  const lock = { 'a.py': 'x = 1  # noqa: E501\n' }
  expect(flags(lock, { 'a.py': 'x = 1  # noqa: F401\n' }, 'a.py')).toHaveLength(1)
  expect(flags(lock, { 'a.py': 'x = 1  # noqa\n' }, 'a.py')).toHaveLength(1)
})

test('a file full of them is flagged ten times and says how many follow', () => {
  const all = flags({}, { 'a.ts': '// @ts-ignore\n'.repeat(12) }, 'a.ts')
  expect(all).toHaveLength(10)
})
