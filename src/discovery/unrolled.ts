const LOOP = /^for\s+([A-Za-z_]\w*)\s+in\s+([^;\n()`$]+?)\s*[;\n]\s*do\b([\s\S]*?)[;\n]?\s*\bdone$/
/** What ends a round early, or is a loop of its own: the text of a round is then not what runs. */
const STEERS = /\b(?:for|while|until|case|break|continue|done|read)\b/
const LIMIT = 50

/**
 * A loop over words that are written out, `for d in a b; do (cd "$d" && go test ./...); done`, as the rounds that it makes; undefined for any other
 * text. The exit code of a round but the last is lost in a shell without `-e`: here it counts, as everywhere.
 */
export const unrolled = (text: string): string | undefined => {
  const [, name = '', list = '', body = ''] = LOOP.exec(text.replaceAll('\\\n', ' ').trim()) ?? []
  const words = list.trim().split(/\s+/)
  const literal = words.every((word) => /^[\w@%+=:,./-]+$/.test(word))
  if (name === '' || !literal || words.length > LIMIT || STEERS.test(body)) return undefined
  const uses = new RegExp(`\\$(?:${name}(?!\\w)|\\{${name}\\})`, 'g')
  // `${d%/}` and what stands in single quotes is for the shell.
  const others = new RegExp(`\\$\\{#?${name}[^\\w}]|'[^']*\\$\\{?${name}\\b[^']*'|\\b${name}=`)
  if (others.test(body)) return undefined
  return words.map((word) => body.replace(uses, () => word).trim()).join('\n')
}
