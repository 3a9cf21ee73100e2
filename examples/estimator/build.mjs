// Builds what is shipped: the page (out/web), the API server and the reader (out/api, out/reader).
// Exit codes: 0 built, 1 the sources do not build, 2 nothing is known (esbuild is missing, the disk is full, …).
import { cp, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

process.exitCode = 2
const root = import.meta.dirname

/** Written whole or not at all. */
const put = async (file, contents) => {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, contents)
  await rename(`${file}.new`, file)
}

try {
  const { build } = await import('esbuild')
  const shared = { bundle: true, write: false, logLevel: 'silent', absWorkingDir: root, outdir: 'out', target: 'es2022' }
  let files
  try {
    const made = await Promise.all([
      build({ ...shared, entryPoints: { 'web/app': 'web/app.ts' }, platform: 'browser', format: 'esm' }),
      build({
        ...shared,
        entryPoints: { 'api/server': 'api/server.ts', 'reader/index': 'src/index.ts' },
        platform: 'node',
        format: 'esm',
        outExtension: { '.js': '.mjs' },
      }),
    ])
    files = made.flatMap(({ outputFiles }) => outputFiles)
  } catch (error) {
    // Only esbuild's own findings are about the sources.
    if (!Array.isArray(error.errors) || error.errors.length === 0) throw error
    for (const { text, location } of error.errors)
      console.error(location === null ? text : `${location.file}:${location.line}:${location.column}: ${text}`)
    process.exitCode = 1
  }
  if (files !== undefined) {
    for (const { path, contents } of files) await put(path, contents)
    await cp(join(root, 'web/static'), join(root, 'out/web'), { recursive: true })
    console.log(`built ${files.length} bundles`)
    process.exitCode = 0
  }
} catch (error) {
  console.error(`could not build: ${error.message}`)
}
