import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { maskFiles } from './mask.ts'

test('files follow the one rule of what is masked, and keep every other byte', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'mask-'))
  try {
    await mkdir(path.join(directory, 'deep'))
    const file = path.join(directory, 'deep', 'log')
    await writeFile(file, Buffer.concat([Buffer.from('é1 hunter22 hunter naïve-key '), Buffer.from([0xff, 0xfe])]))
    // "é1" is two characters and three bytes: too short in characters, which is what counts.
    await maskFiles(directory, ['é1', 'hunter', 'hunter22', 'naïve-key'])
    expect(await readFile(file)).toEqual(Buffer.concat([Buffer.from('é1 *** *** *** '), Buffer.from([0xff, 0xfe])]))
  } finally {
    await rm(directory, { recursive: true })
  }
})
