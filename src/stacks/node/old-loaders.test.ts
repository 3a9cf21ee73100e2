import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Resolves names as the loader `esm` does, which replaces Node's resolution and is older than the `node:` prefix. */
const OLD_LOADER = `
const Module = require('module')
const { builtinModules } = Module
const resolve = Module._resolveFilename
Module._resolveFilename = function (name, ...rest) {
  if (name.startsWith('node:')) throw new Error("Cannot find module '" + name + "'")
  return builtinModules.includes(name) ? name : resolve.call(this, name, ...rest)
}`

test.each(['mocha.cjs', 'jest.cjs'])(
  '%s loads below a loader that does not know the prefix of built-in modules',
  (name) => {
    const directory = mkdtempSync(join(tmpdir(), 'triverdict-loader-'))
    try {
      const loader = join(directory, 'loader.cjs')
      writeFileSync(loader, OLD_LOADER)
      const reporter = join(import.meta.dirname, '../../../reporters', name)
      const out = execFileSync(process.execPath, ['-r', loader, '-p', `typeof require(${JSON.stringify(reporter)})`], {
        encoding: 'utf8',
      })
      expect(out.trim()).toBe('function')
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  },
)
