import { expect, test } from 'vitest'
import { go } from '../stacks/go/stack.ts'
import { compose } from './compose.ts'
import { embeddedBy, embedPatterns } from './go-embeds.ts'
import { memoryView } from './memory-view.ts'

type Files = Readonly<Record<string, string>>
const embedding = (pattern: string): string =>
  `package a\n\nimport "embed"\n\n//go:embed ${pattern}\nvar files embed.FS\n`
const from = (lock: Files, path: string) => {
  const branch = memoryView({ ...lock, [path]: 'changed' })
  const tree = compose({
    lock: memoryView({ 'go.mod': 'module m\n', ...lock }),
    branch,
    projects: [{ directory: '.', stack: go }],
  })
  return tree.ok ? (tree.value.entries.find((entry) => entry.path === path)?.from ?? 'absent') : tree.trouble.message
}

test.each([
  ['expected.json', 'a/expected.json', 'lock'],
  ['want', 'a/want/deep/1.sql', 'lock'],
  ['all:want', 'a/want/_x', 'lock'],
  ['other.txt "want/*.md"', 'a/want/1.md', 'lock'],
  ['`w[a-c]nt/?.css`', 'a/want/1.css', 'lock'],
  ['want/*.md', 'a/want/deep/1.md', 'branch'],
  ['expected.json', 'b/expected.json', 'branch'],
  ['expected.json', 'a/expected.json5', 'branch'],
])('what a test embeds as %s: %s comes from the %s', (pattern, path, origin) => {
  expect(from({ 'a/a.go': 'package a\n', 'a/a_test.go': embedding(pattern), [path]: 'x' }, path)).toBe(origin)
})

test('what product embeds too is product, and what the branch adds to such data is left out', () => {
  const lock = { 'a/a_test.go': embedding('want'), 'a/want/1.md': 'x' }
  expect(from(lock, 'a/want/2.md')).toBe('absent')
  expect(from({ ...lock, 'a/a.go': embedding('want/*.md') }, 'a/want/1.md')).toBe('branch')
})

test('patterns of lines', () => {
  expect(embedPatterns('//go:embed a.txt "b c" `d`\n// go:embed e\n//go:embed all:f/ g\n')).toEqual([
    'a.txt',
    'b c',
    'd',
    'f',
    'g',
  ])
  const view = memoryView({ 'x.go': '//go:embed [a-\n//go:embed .\n', 'y.txt': '' })
  expect(embeddedBy(view, () => true)('y.txt')).toBe(true)
})
