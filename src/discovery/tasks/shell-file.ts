import { hasBelow, type RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import { join, parent } from '../paths.ts'
import { quoted, type TaskCall } from './task.ts'

/** The root of the repository, in words that the shell parser resolves at the place where they stand. */
const ROOT = ['$', '{GITHUB_WORKSPACE}'].join('')
const SHELLS = new Set(['bash', 'sh', 'dash'])
/** `$(dirname "$0")` and what says the same: the directory of the script. */
const OWN_DIRECTORY =
  /\$\(\s*dirname\s+(?:--\s+)?"?\$\{?(?:0|BASH_SOURCE(?:\[0\])?)\}?"?\s*\)|\$\{(?:0|BASH_SOURCE(?:\[0\])?)%\/\*\}/g
/** `$(cd DIRECTORY && pwd)`, once the directory is known. */
const SETTLED =
  /\$\(\s*cd\s+(?:-P\s+)?(?:--\s+)?"?(\$\{GITHUB_WORKSPACE\}[\w./-]*)"?\s*(?:>\s*\/dev\/null(?:\s+2>&1)?\s*)?&&\s*pwd(?:\s+-P)?\s*\)/g
const TOP = /\$\(\s*git\s+rev-parse\s+--show-toplevel\s*\)/g

/** `if [ -d 'venv' ]; then …; fi`, with nothing else in it to decide. */
const ASKS_FOR_PATH =
  /^[ \t]*if \[ -[def] (["']?)([\w.-][\w./-]*)\1 \][ \t]*;?\s*then\b((?:(?!\b(?:if|else|elif|fi|case|for|while)\b)[\s\S])*)\bfi[ \t]*$/gm

/** `if [ -z "$GITHUB_ACTIONS" ]; then …; fi`: what only happens outside of a CI. */
const ASKS_FOR_CI =
  /^[ \t]*if \[ -z "?\$\{?(?:CI|GITHUB_ACTIONS)\}?"? \][ \t]*;?\s*then\b(?:(?!\b(?:if|else|elif|fi|case|for|while)\b)[\s\S])*\bfi[ \t]*$/gm
const emptyLines = (text: string): string => '\n'.repeat(text.split('\n').length - 1)

/** The text with such questions answered by what the repository holds; lines stay where they are. */
const answered = (text: string, view: RepoView, cwd: string): string =>
  text.replaceAll(ASKS_FOR_CI, emptyLines).replaceAll(ASKS_FOR_PATH, (whole, _, name: string, body: string) => {
    const path = join(cwd, name)
    const there = path !== null && (view.has(path) || hasBelow(view, path))
    return there ? `${body.trimEnd()}${emptyLines(whole).slice(emptyLines(body.trimEnd()).length)}` : emptyLines(whole)
  })

/** What a file of the repository holds that a POSIX shell is given: `bash scripts/test.sh`, `./run-tests`. Undefined for anything else. */
export const shellFile = (view: RepoView, argv: Some<string>, cwd: string): TaskCall | undefined => {
  const [program, ...words] = argv
  const named = SHELLS.has(program)
  const at = named ? words.findIndex((word) => !/^[-+][a-z]+$/.test(word)) : -1
  const flags = named ? words.slice(0, Math.max(0, at)) : []
  if (flags.some((flag) => /[cs]/.test(flag))) return undefined
  const script = named ? words[at] : program.includes('/') ? program : undefined
  const given = named ? words.slice(at + 1) : words
  const path = script === undefined || (named && at < 0) ? null : join(cwd, script)
  const text = path === null ? undefined : view.read(path)
  if (path === null || text === undefined) return undefined
  const shebang = /^#!\s*(?:\/usr\/bin\/env\s+(?:-S\s+)?|(?:\/\w+)*\/)(\w+)(.*)/.exec(text)
  const interpreter = named ? program : (shebang?.[1] ?? '')
  if (!SHELLS.has(interpreter)) return undefined
  const options = named ? flags : (shebang?.[2] ?? '').trim().split(/\s+/).filter(Boolean)
  const home = parent(path)
  const own = home === '.' ? ROOT : `${ROOT}/${home}`
  const words_ = given.map(quoted).join(' ')
  const known = answered(text, view, cwd)
    .replaceAll(OWN_DIRECTORY, own)
    .replaceAll(TOP, ROOT)
    .replaceAll(SETTLED, '$1')
    .replaceAll(/"\$\{?@\}?"|\$\{?[@*]\}?/g, words_)
  return {
    name: `file:${path}`,
    lines: [
      { text: known, file: path, line: (index) => index + 1, cwd, env: {}, shell: [interpreter, ...options, '-c'] },
    ],
  }
}
