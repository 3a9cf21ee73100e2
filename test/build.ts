import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** The end-to-end tests run the built command: built anew before each run, so that a stale one is never judged. */
export const setup = (): void => {
  execFileSync(process.execPath, ['scripts/build.mjs', '--fast'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
  })
}
