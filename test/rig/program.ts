import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'

/**
 * Makes a program of TypeScript text whose imports are seen from `resolveDir`, for tests that need our code in a process of its own.
 * Gives the absolute path of a module that the oldest supported Node runs; the same program has the same path.
 */
export const makeProgram = async (text: string, resolveDir: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    write: false,
    logLevel: 'silent',
  })
  const program = outputFiles[0]?.text ?? ''
  const directory = path.join(tmpdir(), 'triverdict-rig-programs')
  const file = path.join(directory, `${createHash('sha256').update(program).digest('hex')}.mjs`)
  await mkdir(directory, { recursive: true })
  const temporary = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(temporary, program)
  await rename(temporary, file)
  return file
}
