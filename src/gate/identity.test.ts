import { expect, test } from 'vitest'
import type { Config } from '../model/config.ts'
import type { GateRequest, TreeContent, TreeIdentity } from '../model/gate-world.ts'
import { plainView } from '../model/repo-view.ts'
import { identityOf, isResultOf, treeChanged } from './identity.ts'

const config = (layers: Config['layers']): Config => ({ version: 1, layers }) as Config

test('results are what layers declare, below their directory', () => {
  const isResult = isResultOf(
    config({
      a: { run: 'x', verdict: 'out/v.json', progress: 'log.txt', cwd: 'web' },
      b: { run: 'x', report: 'junit:reports/**/*.xml' },
      c: { run: 'x', report: 'tap:stdout' },
      d: { run: 'x', verdict: '../outside.json' },
      e: { run: 'x', verdict: 'odd[1].json' },
    }),
  )
  const paths = ['web/out/v.json', 'web/log.txt', 'reports/a.xml', 'reports/b/c.xml', 'odd[1].json']
  expect(paths.filter(isResult)).toEqual(paths)
  expect(
    ['out/v.json', 'log.txt', 'stdout', 'web/reports/a.xml', 'reports/a.txt', 'outside.json'].filter(isResult),
  ).toEqual([])
  expect(isResultOf(config({ a: { run: 'x' } }))('a')).toBe(false)
})

const content = (entries: Record<string, string>): TreeContent => ({
  tree: JSON.stringify(entries),
  entries: new Map(Object.entries(entries)),
})

const digestOf = async (text: string, request: GateRequest, baselines = '', control = 'c1'): Promise<string> => {
  const identity: TreeIdentity = {
    content: async () => ({ ok: true, value: content({}) }),
    committedIds: async () => baselines,
    commitOf: async () => control,
    digest: (words) => words,
  }
  const view = plainView(['triverdict.yaml'], {
    has: (name) => name === 'triverdict.yaml',
    read: () => text,
    oid: () => undefined,
    mode: () => undefined,
  })
  const found = await identityOf(view, identity, request)
  if (!found.ok) throw new Error(found.trouble.message)
  return found.value.digest
}

test('a digest is of the settings, the baselines and what was asked for, not of how many run at once', async () => {
  const text = 'layers: { a: { run: x }, b: { run: x } }\nbaseline: baselines/\n'
  const all: GateRequest = { layers: [], jobs: null, control: null, tree: null }
  const usual = await digestOf(text, all)
  expect(await digestOf(text, { ...all, jobs: 4 })).toBe(usual)
  expect(await digestOf(text, { ...all, layers: ['b', 'a', 'a'] })).toBe(
    await digestOf(text, { ...all, layers: ['a', 'b'] }),
  )
  const others = [
    await digestOf(`${text}# \n`, all),
    await digestOf(text, { ...all, layers: ['a'] }),
    await digestOf(text, { ...all, control: 'main' }),
    await digestOf(text, { ...all, control: 'main' }, '', 'c2'),
    await digestOf(text, all, '100644 blob 1\tbaselines/1.json\n'),
  ]
  expect(new Set([usual, ...others]).size).toBe(6)
})

test('what changed is said, by name only where every layer may be seen', () => {
  const before = content({ a: '1', b: '1' })
  expect(treeChanged(before, content({ a: '1', b: '1' }), true)).toBe(null)
  const one = treeChanged(before, content({ a: '1', b: '2' }), true)
  expect([one?.path, one?.severity, one?.blocking]).toEqual(['b', 'medium', false])
  const two = treeChanged(before, content({ a: '1', c: '1' }), true)
  expect([two?.path, two?.detail]).toEqual([
    null,
    expect.stringContaining('2 files of the tree changed while the gate ran: b, c.'),
  ])
  expect(treeChanged(before, content({ a: '9', b: '1' }), false)).toMatchObject({
    path: null,
    detail: 'a file of the tree changed while the gate ran. The verdict is of neither state',
  })
})
