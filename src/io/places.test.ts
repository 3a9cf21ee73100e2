import { existsSync } from 'node:fs'
import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Rig } from '../../test/rig/rig.ts'
import { homeOf } from './home.ts'
import { findPlaces, forbiddenComponent, makePlaces } from './places.ts'

const ID = 'abc123'

test.each([
  ['/home/a/.local/x', '.local'],
  ['/home/a/node_modules/x', 'node_modules'],
  ['/srv/build', 'build'],
  ['/tmp/x', 'tmp'],
  ['/a/dist/b', 'dist'],
  ['/home/a/builds/tmpfs/my.dir', null],
])('%s may hold trees unless %s', (directory, part) => {
  expect(forbiddenComponent(directory)).toBe(part)
})

test('by default the state is below .local, where trees may not run: they get a folder of the home directory', () => {
  expect(findPlaces({}, '/home/a', ID)).toEqual({
    ok: true,
    value: {
      state: '/home/a/.local/state/triverdict/abc123',
      cache: '/home/a/.cache/triverdict',
      trees: '/home/a/triverdict-trees/abc123',
    },
  })
})

test('what a person says wins; relative XDG values are ignored', () => {
  const env = { TRIVERDICT_HOME: '/srv/tv', XDG_CACHE_HOME: '/srv/cache', XDG_STATE_HOME: 'x' }
  expect(findPlaces(env, '/home/a', ID)).toMatchObject({
    ok: true,
    value: { state: '/srv/tv', cache: '/srv/cache/triverdict', trees: '/srv/tv/trees' },
  })
  expect(
    findPlaces({ XDG_STATE_HOME: '/srv/s', XDG_CACHE_HOME: 'c', TRIVERDICT_TREES: '/srv/t/' }, '/home/a', ID),
  ).toMatchObject({
    ok: true,
    value: { state: '/srv/s/triverdict/abc123', cache: '/home/a/.cache/triverdict', trees: '/srv/t/' },
  })
})

test('a place that breaks the rule is refused, with the rule', () => {
  expect(findPlaces({ TRIVERDICT_TREES: '/tmp/t' }, '/home/a', ID)).toMatchObject({
    ok: false,
    trouble: { kind: 'bad-place', message: expect.stringContaining('below tmp') },
  })
  expect(findPlaces({ TRIVERDICT_TREES: 'rel' }, '/home/a', ID)).toMatchObject({ ok: false })
  expect(findPlaces({}, '/home/.hidden', ID)).toMatchObject({
    ok: false,
    trouble: { remedy: expect.stringContaining('TRIVERDICT_TREES') },
  })
})

test('the folder in the home directory is removed again when it is empty', async () => {
  await using rig = await Rig.make()
  const found = findPlaces({}, rig.home, ID)
  if (!found.ok) throw new Error(found.trouble.message)
  const made = await makePlaces(found.value, ['trees'])
  if (!made.ok) throw new Error(made.trouble.message)
  const trees = made.value
  await mkdir(path.join(found.value.trees, '1'))
  await trees.tidy()
  expect(existsSync(found.value.trees)).toBe(true)
  await rmdir(path.join(found.value.trees, '1'))
  await trees.tidy()
  expect(existsSync(path.join(rig.home, 'triverdict-trees'))).toBe(false)
})

test('a place that cannot be made is named with its variable, in a moment, and nothing that was made is left', async () => {
  await using rig = await Rig.make()
  const at = (name: string) => path.join(rig.scratch, name)
  await writeFile(at('file'), '')
  const places = { state: at('a/state'), cache: at('b/cache'), trees: at('c/trees') }
  const refused = async (where: Partial<typeof places>) => {
    const made = await makePlaces({ ...places, ...where }, ['state', 'cache', 'trees'])
    if (made.ok) throw new Error('it was made')
    expect(await readdir(rig.scratch)).toEqual(['file'])
    return `${made.trouble.kind}: ${made.trouble.message} ${made.trouble.remedy}`
  }
  expect(await refused({ trees: at('file/x') })).toMatch(
    /^place-unusable: .*file\/x.*not a directory.* TRIVERDICT_TREES/,
  )
  // The system's own recursive call turns in circles here for ever.
  if (process.platform === 'linux')
    expect(await refused({ cache: '/proc/x/y' })).toMatch(
      /^place-unusable: the cache directory \/proc\/x\/y .*cannot be made there.* XDG_CACHE_HOME/,
    )
  const made = await makePlaces(places, ['state', 'cache'])
  expect(made.ok && (await readdir(rig.scratch)).sort()).toEqual(['a', 'b', 'file'])
  expect(await readdir(places.state)).toEqual([])
})

test('without a home directory the places must be named', () => {
  expect(findPlaces({}, null, ID)).toMatchObject({ ok: false, trouble: { kind: 'no-home' } })
  expect(findPlaces({ TRIVERDICT_HOME: '/srv/s', XDG_CACHE_HOME: '/srv/c' }, null, ID)).toMatchObject({
    ok: true,
    value: { state: '/srv/s', cache: '/srv/c/triverdict', trees: '/srv/s/trees' },
  })
  expect(homeOf({ HOME: '/srv/me' })).toBe('/srv/me')
  expect(homeOf({ HOME: 'me' })).not.toBe('me')
  expect(homeOf({ HOME: '' })).not.toBe('')
})
