import { parseShell } from '../discovery/shell.ts'

/** What GNU make prints of a recipe that failed: `make[1]: *** [Makefile:3: test] Error 1`. */
const FAILED = /^\S*make(?:\[(\d+)\])?: \*\*\* \[.*\] Error (\d+)(?: \(ignored\))?$/
const WAITING = /^\S*make(?:\[\d+\])?: \*\*\* Waiting for unfinished jobs/
const ANY = /^\S*make(?:\[\d+\])?: \*\*\* /

/**
 * The exit code of what make ran, where make itself answers 2 for whatever did not go well: 1 where every recipe that failed ended with 1,
 * by the words that it prints. Null where the command is not one call of make, and where something else went wrong.
 */
export const exitBehindMake = (line: string, exitCode: number | null, tail: string): number | null => {
  if (exitCode !== 2) return null
  const items = parseShell(line, { cwd: '.', env: {}, errexit: true, pipefail: true })
  const [only] = items
  if (items.length !== 1 || only?.form !== 'simple' || !/(?:^|\/)g?make$/.test(only.argv[0])) return null
  const said = tail
    .split(/\r?\n/)
    .filter((each) => ANY.test(each) && !WAITING.test(each) && !each.endsWith('(ignored)'))
  const failed = said.map((each) => FAILED.exec(each))
  if (failed.length === 0 || failed.some((match) => match === null)) return null
  const codes = failed.map((match) => ({ depth: Number(match?.[1] ?? 0), code: Number(match?.[2]) }))
  // A make below another is answered with 2 by itself, and the recipe that called it ends so too.
  const own = codes.filter(({ depth, code }) => code !== 2 || !codes.some((inner) => inner.depth > depth))
  return own.every(({ code }) => code === 1) ? 1 : null
}
