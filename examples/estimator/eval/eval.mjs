// Reads every labelled sheet with the built reader, and writes what came of it as a verdict. It measures and does not judge: what may drop
// by how much is written below `gates:` in triverdict.yaml. A sheet that the reader refuses is counted as not evaluated.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { measure } from './measure.mjs'
import { sheets } from './sheets.mjs'

process.exitCode = 2
const root = join(import.meta.dirname, '..')
const file = process.env.TRIVERDICT_VERDICT_FILE ?? join(root, 'out/eval/verdict.json')

try {
  const { CLASSES, overlap, parse, recognise } = await import('../out/reader/index.mjs')
  const all = sheets()
  const read = []
  for (const { name, text, truth } of all) {
    try {
      read.push({ found: recognise(parse(text)), truth })
    } catch (error) {
      console.error(`${name}: ${error.message}`)
    }
  }
  const id = process.env.TRIVERDICT_RUN_ID
  const verdict = {
    status: 'pass',
    blocking: [],
    ...measure(read, CLASSES, overlap),
    evaluated: read.length,
    total: all.length,
    ...(id === undefined ? {} : { run: { id } }),
  }
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(`${file}.new`, `${JSON.stringify(verdict, null, 2)}\n`)
    await rename(`${file}.new`, file)
  } finally {
    await rm(`${file}.new`, { force: true })
  }
  console.log(`${read.length} of ${all.length} sheets read`)
  process.exitCode = 0
} catch (error) {
  console.error(`the eval could not run: ${error.message}`)
}
