import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportFiles } from './report-files.ts'

let tree = ''
beforeAll(async () => {
  tree = await mkdtemp(path.join(tmpdir(), 'report-files-'))
  for (const file of [
    'a/target/r/TEST-1.xml',
    'a/target/r/TEST-2.xml',
    'b/target/r/TEST-3.xml',
    'a/target/r/x.txt',
    'node_modules/target/r/TEST-4.xml',
  ]) {
    await mkdir(path.dirname(path.join(tree, file)), { recursive: true })
    await writeFile(path.join(tree, file), '')
  }
  await symlink(path.join(tree, 'a'), path.join(tree, 'c'))
})
afterAll(() => rm(tree, { recursive: true }))

test.each<[string, readonly string[]]>([
  ['a/target/r/*.xml', ['a/target/r/TEST-1.xml', 'a/target/r/TEST-2.xml']],
  ['**/target/r/TEST-*.xml', ['a/target/r/TEST-1.xml', 'a/target/r/TEST-2.xml', 'b/target/r/TEST-3.xml']],
  ['gone/*.xml', []],
])('%s', async (glob, expected) => expect(await reportFiles(tree, glob)).toEqual(expected))
