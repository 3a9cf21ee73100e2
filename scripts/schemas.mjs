// Writes schema/<name>.schema.json from the definitions in src/model. `--check` writes nothing and exits 1 when a file differs.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The TypeScript source as it is now, bundled in memory. */
const loadSchemas = async () => {
  const bundle = await build({
    absWorkingDir: root,
    entryPoints: ['src/verdict/schemas.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  })
  const code = Buffer.from(bundle.outputFiles[0].contents).toString('base64')
  return (await import(`data:text/javascript;base64,${code}`)).schemas
}

const check = process.argv.includes('--check')
await mkdir(`${root}/schema`, { recursive: true })
for (const [name, schema] of Object.entries(await loadSchemas())) {
  const file = `${root}/schema/${name}.schema.json`
  const text = `${JSON.stringify(schema, null, 2)}\n`
  if (!check) {
    await writeFile(file, text)
    continue
  }
  if ((await readFile(file, 'utf8').catch(() => null)) === text) continue
  console.error(`schema/${name}.schema.json differs from src/model: run \`npm run schemas\``)
  process.exitCode = 1
}
