import { describe, expect, it } from 'vitest'
import { left, stream } from './fixtures/left-behind.ts'
import { reconcile } from './reconcile.ts'

const notComplete = (...incomplete: unknown[]) => ({ complete: false, incomplete, contradictions: [] })
const clean = { complete: true, incomplete: [], contradictions: [], anomalies: [] }

describe('modules', () => {
  const roots = { tree: '/stage/tree', allowed: ['/stage/env'], names: ['pkg'] }
  const withModules = (modules: Record<string, string>, more = {}) =>
    reconcile(left(0, [stream('a', { modules })], { firstPartyRoots: { ...roots, ...more } }))
  it('of the project must come from the tree, or an allowed place', () => {
    expect(
      withModules({ pkg: '/stage/tree/src/pkg/__init__.py', 'pkg.sub': '/stage/env/lib/pkg/sub.py' }),
    ).toMatchObject(clean)
    expect(withModules({ 'pkg.sub': '/usr/lib/pkg/sub.py' })).toMatchObject({
      ...notComplete('the module pkg.sub was loaded from /usr/lib/pkg/sub.py, outside the tree that is tested'),
      anomalies: [{ kind: 'wrong-module', severity: 'high' }],
    })
  })
  it('a path that only begins alike, or climbs out, is outside', () => {
    expect(withModules({ pkg: '/stage/tree2/pkg.py' })).toMatchObject({ complete: false })
    expect(withModules({ pkg: '/stage/tree/../other/pkg.py' })).toMatchObject({ complete: false })
    expect(withModules({ pkg: '/stage/tree/./a//../pkg.py' })).toMatchObject(clean)
    expect(withModules({ pkg: '/other/stage/tree/pkg.py' })).toMatchObject({ complete: false })
  })
  it('from elsewhere are shown as such, with what to do', () => {
    expect(withModules({ pkg: '/x/pkg.py' }).anomalies).toMatchObject([
      { kind: 'wrong-module', severity: 'high', remedy: 'Install the project from the tree that is tested.' },
    ])
  })
  it('any of the names is one of the project, and each is named in order', () => {
    const names = { names: ['pkg', 'other'] }
    expect(
      withModules({ pkg: '/x/pkg.py', 'other.b': '/x/b.py', 'other.a': '/x/a.py', o: '/x/o.py' }, names).incomplete,
    ).toEqual([
      'the module other.a was loaded from /x/a.py, outside the tree that is tested',
      'the module other.b was loaded from /x/b.py, outside the tree that is tested',
      'the module pkg was loaded from /x/pkg.py, outside the tree that is tested',
    ])
    expect(withModules({ pkg: '/stage/./tree//pkg.py' }, { tree: '/stage/tree/' })).toMatchObject(clean)
    expect(withModules({ pkg: '/../stage/tree/pkg.py' })).toMatchObject(clean)
  })
  it('of others, or without a file, say nothing', () => {
    expect(withModules({ pkgx: '/usr/lib/pkgx.py', pkg: '' })).toMatchObject(clean)
    expect(withModules({ any: '/usr/lib/any.py' }, { names: [] })).toMatchObject({ complete: false })
    expect(reconcile(left(0, [stream('a', { modules: { pkg: '/usr/x.py' } })]))).toMatchObject(clean)
    expect(reconcile(left(0, [stream('a')], { firstPartyRoots: roots }))).toMatchObject(clean)
  })
})
