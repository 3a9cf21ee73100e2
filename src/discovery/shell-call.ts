import type { Some } from '../model/result.ts'
import type { Frame } from './check-parts.ts'
import type { Source } from './expansion.ts'
import type { SimpleCommand } from './shell-items.ts'
import { quoted } from './tasks/task.ts'

/** The text with `$1` and `$@` as the words that are handed to it. */
const withWords = (text: string, [, ...words]: readonly string[]): string =>
  text
    .replaceAll(/"\$\{?@\}?"|\$\{?[@*]\}?/g, () => words.map(quoted).join(' '))
    .replaceAll(/"\$\{?([1-9])\}?"|\$\{?([1-9])\}?/g, (whole, inQuotes?: string, plain?: string) => {
      const word = words[Number(inQuotes ?? plain) - 1]
      return word === undefined ? whole : quoted(word)
    })

/** What `bash -ec 'TEXT' NAME WORDS` runs, as a source of its own; undefined for any other call. */
export const shellText = (frame: Frame, item: SimpleCommand, argv: Some<string>): Source | undefined => {
  const [program, ...words] = argv
  const shell = /^(?:\/(?:usr\/)?bin\/)?(?:ba|da)?sh$/.test(program)
  const at = shell ? words.findIndex((word) => /^-[a-z]*c$/.test(word)) : -1
  const flags = words.slice(0, at + 1)
  const text = words[at + 1]
  if (at < 0 || text === undefined) return undefined
  const plain = flags.every(
    (flag, index) => /^[-+][a-z]+$/.test(flag) || (flag === 'pipefail' && /^-[a-z]*o$/.test(flags[index - 1] ?? '')),
  )
  if (!plain) return undefined
  const evidence = (_: number, within: string) => frame.source.evidence(item.line, within)
  const known = withWords(text, words.slice(at + 2))
  return { text: known, cwd: item.cwd, env: item.env, shell: [program, ...flags], evidence }
}
