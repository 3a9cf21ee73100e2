// Bundles the doors into dist/. One folder of ES modules with shared chunks, so that `--help` loads almost nothing.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

// A fast build leaves old chunks, so that a command that runs meanwhile still finds its own.
if (!process.argv.includes('--fast')) rmSync('dist', { recursive: true, force: true })
/** zod brings its messages in some forty languages, a fifth of all that a command loads before it starts. Only the English ones are said here. */
const oneLanguage = {
  name: 'one-language',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
      loader: 'js',
    })),
}
await build({
  entryPoints: { triverdict: 'src/doors/cli/main.ts', index: 'src/index.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  keepNames: false,
  chunkNames: 'chunks/[name]-[hash]',
  // Native and optional.
  external: ['better-sqlite3', 'node:sqlite'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require=__createRequire(import.meta.url);",
  },
  define: { TRIVERDICT_VERSION: JSON.stringify(JSON.parse(readFileSync('package.json', 'utf8')).version) },
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [oneLanguage],
})
chmodSync('dist/triverdict.js', 0o755)
if (!process.argv.includes('--fast') && existsSync('node_modules/typescript')) {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
}
