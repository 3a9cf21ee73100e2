import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freshReports, sweepReports } from './fresh-reports.ts'
import { blobId } from './git/dirty.ts'
import type { WrittenEntry } from './git/write-tree.ts'

const GLOB = '**/out/*.xml'
const EMPTY = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'

/** A tree that came with two reports. */
const tree = async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'fresh-'))
  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), text)
  }
  const brought = new Map<string, WrittenEntry>()
  for (const name of ['out/old.xml', 'out/other.xml']) {
    await write(name, 'yesterday')
    brought.set(name, { path: name, mode: '100644', oid: blobId(Buffer.from('yesterday'), EMPTY) } as WrittenEntry)
  }
  return { root, write, brought, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
}

test('what the tree came with is never fresh until the run writes over it', async () => {
  await using at = await tree()
  expect(await freshReports(at.root, GLOB, at.brought)).toEqual([])
  await at.write('out/new.xml', 'today')
  await at.write('out/old.xml', 'today')
  expect(await freshReports(at.root, GLOB, at.brought)).toEqual(['out/new.xml', 'out/old.xml'])
})

test('sweeping leaves what is as it came, and nothing else', async () => {
  await using at = await tree()
  await at.write('out/new.xml', 'an earlier run')
  await at.write('out/other.xml', 'an earlier run')
  await at.write('out/new.txt', 'no report')
  await sweepReports(at.root, [GLOB], at.brought)
  expect(await readdir(path.join(at.root, 'out'))).toEqual(['new.txt', 'old.xml'])
  expect(await freshReports(at.root, GLOB, at.brought)).toEqual([])
  await at.write('out/other.xml', 'yesterday again')
  expect(await freshReports(at.root, GLOB, at.brought)).toEqual(['out/other.xml'])
})
