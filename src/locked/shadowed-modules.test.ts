import { expect, test } from 'vitest'
import { node } from '../stacks/node/stack.ts'
import { python } from '../stacks/python/stack.ts'
import { compose } from './compose.ts'
import { memoryView } from './memory-view.ts'

const projects = [
  { directory: '.', stack: node },
  { directory: '.', stack: python },
]
const base = {
  'package.json': '{"name": "p"}',
  'src/sum.ts': 'export const sum = 1\n',
  'src/expecting.ts': "import { expect } from 'vitest'\nexport const same = (a: number) => expect(a)\n",
  'src/test-utils.ts': "import { expect } from 'vitest'\nexport const same = (a: number) => expect(a)\n",
  'src/test-kit/index.ts': '',
  'src/test-kit/test-index.ts': '',
  'src/sum.test.ts': "import { same } from './test-utils'\nimport './expecting'\ntest('sum', () => same(1))\n",
  'pkg/__init__.py': '',
  'pkg/test_utils.py': 'def same(a, b):\n    assert a == b\n',
}
const collisions = (path: string): readonly string[] => {
  const tree = compose({
    lock: memoryView(base),
    branch: memoryView({ ...base, [path]: 'export const same = 1\n' }),
    projects,
  })
  if (!tree.ok) throw new Error(tree.trouble.message)
  return tree.value.anomalies.flatMap(({ kind, blocking, path: each }) =>
    kind === 'path-collision' && blocking ? [each ?? ''] : [],
  )
}

test.each(['src/test-utils.js', 'src/expecting.js', 'pkg/test_utils/__init__.py', 'pkg/test_utils.abi3.so'])(
  'what an import finds instead of a locked file blocks: %s',
  (path) => {
    expect(collisions(path)).toEqual([path])
  },
)

test.each(['src/sum.js', 'src/expecting/index.js', 'src/other.ts', 'pkg/sum/__init__.py', 'src/test-utils.d.ts'])(
  'nothing is shadowed by %s',
  (path) => {
    expect(collisions(path)).toEqual([])
  },
)
