import type { RepoView } from '../../model/repo-view.ts'
import type { Stack } from '../../model/stack.ts'

const endings = '{js,mjs,cjs,jsx,ts,mts,cts,tsx}'

const VITE_CONFIG = `**/vite.config.${endings}`

/** Path classes of JavaScript projects. Globs are relative to the project. */
export const locked: Stack['locked'] = {
  tests: [
    `**/*.{test,spec}.${endings}`,
    `**/*{-,_}{test,spec}.${endings}`,
    `**/test-*.${endings}`,
    `**/{test,spec}.${endings}`,
    `**/*.{test-d,spec-d}.${endings}`,
    '**/__tests__/**',
    '**/__fixtures__/**',
    '**/__snapshots__/**',
    '**/*.snap',
    '**/{test,tests}/**',
    `**/spec/**/*.${endings}`,
  ],
  judge: [
    `**/vitest.{config,workspace,setup,projects}.${endings}`,
    '**/vitest.workspace.json',
    `**/vitest.*.config.${endings}`,
    `**/jest.{config,setup,preset,polyfills}.${endings}`,
    '**/jest.config.json',
    '**/jest-preset.json',
    `**/jest.*.config.${endings}`,
    `**/setup{Tests,-tests,Jest,-jest,-vitest}.${endings}`,
    '**/.mocharc{,.js,.cjs,.mjs,.json,.jsonc,.yml,.yaml}',
    '**/mocha.opts',
    '**/.c8rc{,.json}',
    '**/.nycrc{,.json,.yml,.yaml}',
    `**/nyc.config.${endings}`,
    `**/eslint.config.${endings}`,
    '**/.eslintrc{,.js,.cjs,.json,.yml,.yaml}',
    '**/.eslintignore',
    '**/biome.{json,jsonc}',
    '**/.biome.{json,jsonc}',
    '**/.prettierrc{,.js,.cjs,.mjs,.ts,.json,.json5,.yml,.yaml,.toml}',
    `**/prettier.config.${endings}`,
    '**/.prettierignore',
    '**/.editorconfig',
    '**/tsconfig*.json',
    '**/jsconfig*.json',
    '**/.npmrc',
    '**/.nvmrc',
    '**/.node-version',
    '**/.yarnrc',
    '**/.yarnrc.yml',
    '**/bunfig.toml',
    '**/.env.test{,.local}',
    `**/{playwright,cypress,ava,stryker}.{config,conf}.${endings}`,
    `scripts/*test*.${endings}`,
    // Vitest reads it where it has no configuration of its own: `lockedIn` moves it to `build` where it has one.
    VITE_CONFIG,
  ],
  build: [
    `**/{webpack,rollup,rspack,rsbuild,tsup,tsdown,esbuild,next,nuxt,svelte,astro,metro,postcss,tailwind}.config.${endings}`,
    `**/babel.config.${endings}`,
    '**/babel.config.json',
    '**/.babelrc{,.js,.cjs,.mjs,.json}',
    '**/.swcrc',
    '**/{turbo,nx,lerna,project}.json',
  ],
  manifests: [
    '**/package.json',
    '**/package-lock.json',
    '**/npm-shrinkwrap.json',
    '**/pnpm-lock.yaml',
    '**/pnpm-workspace.yaml',
    '**/yarn.lock',
    '**/bun.lock',
    '**/bun.lockb',
    'patches/**',
    '.yarn/patches/**',
  ],
  activating: [
    '__mocks__/**',
    '**/__mocks__/**',
    '**/.npmrc',
    '**/.yarnrc',
    '**/.yarnrc.yml',
    '.yarn/releases/**',
    '.yarn/plugins/**',
    '.pnpmfile.{cjs,mjs}',
    '**/bunfig.toml',
    '**/.mocharc{,.js,.cjs,.mjs,.json,.jsonc,.yml,.yaml}',
    '**/mocha.opts',
    `**/setupTests.${endings}`,
    `**/vitest.{config,workspace}.${endings}`,
    '**/vitest.workspace.json',
    `**/jest.config.${endings}`,
    '**/jest.config.json',
    `**/ava.config.${endings}`,
    '**/.c8rc{,.json}',
    '**/.nycrc{,.json,.yml,.yaml}',
    '**/.env.test{,.local}',
    `**/eslint.config.${endings}`,
    '**/.eslintrc{,.js,.cjs,.json,.yml,.yaml}',
    '**/.eslintignore',
    '**/biome.{json,jsonc}',
    '**/.prettierrc{,.js,.cjs,.mjs,.ts,.json,.json5,.yml,.yaml,.toml}',
    `**/prettier.config.${endings}`,
    '**/.prettierignore',
    '**/node_modules/**',
    '**/*.tsbuildinfo',
    '**/.eslintcache',
  ],
}

/** The path classes of one project: the bundler's configuration builds where the test runner has a configuration of its own. */
export const lockedIn = (project: RepoView): Stack['locked'] => {
  const own = project.paths.some((path) => /(?:^|\/)vitest\.config\.[cm]?[jt]s$/.test(path))
  if (!own) return locked
  return {
    ...locked,
    judge: locked.judge.filter((glob) => glob !== VITE_CONFIG),
    build: [VITE_CONFIG, ...locked.build],
  }
}
