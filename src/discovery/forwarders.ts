const DEFINITION =
  /^\s*(?:function\s+([A-Za-z_]\w*)\s*(?:\(\s*\))?|([A-Za-z_]\w*)\s*\(\s*\))\s*\{([^{}]*)\}[ \t]*(?:;|(?=\n|$))/
/** What only shows what is about to run. */
const SHOWS = /^(?:(?:echo|printf)\b(?!.*(?:\$\(|`))|set [-+]x$|:$)/

/** True for a body that shows something and runs its words as a command at its end: `echo "+ $*"; "$@"`. */
const forwards = (body: string): boolean => {
  const lines = body
    .split(/[;\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  return lines.at(-1) === '"$@"' && lines.slice(0, -1).every((line) => SHOWS.test(line))
}

/**
 * A text that starts with functions that only run their words, as if the words stood alone: `run() { "$@"; }; run npm test`. Lines stay where they
 * are. Undefined where no function starts the text, one of them does something else, or here-documents could be taken for commands.
 */
export const withoutForwarders = (text: string): string | undefined => {
  if (text.includes('<<')) return undefined
  const found = DEFINITION.exec(text)
  if (found === null || !forwards(found[3] ?? '')) return undefined
  const name = found[1] ?? found[2] ?? ''
  const emptyLines = '\n'.repeat(found[0].split('\n').length - 1)
  // Only where a command starts.
  const call = new RegExp(
    `(^[ \\t]*|[\\n;&|(][ \\t]*|\\b(?:then|do|else|time)[ \\t]+|![ \\t]+)${name}[ \\t]+(?=\\S)`,
    'g',
  )
  const rest = `${emptyLines}${text.slice(found[0].length)}`.replaceAll(call, '$1')
  return new RegExp(`(?:^|[\\s;&|(])${name}[ \\t]*\\(\\s*\\)`).test(rest)
    ? undefined
    : (withoutForwarders(rest) ?? rest)
}
