/**
 * What a go.mod or go.work installs: module path → version, and what stands for it where it is replaced. Lines of blocks are spelled
 * out; comments are left out. Requirements of dependencies (`// indirect`) are not the project's own. Rule: Go modules reference, go.mod files.
 */
export const goModRows = (text: string): readonly (readonly [string, string])[] => {
  let block = ''
  return text.split(/\r?\n/).flatMap((raw): readonly (readonly [string, string])[] => {
    const line = raw.replace(/\/\/.*$/, '').trim()
    const opened = /^(\w+)\s*\($/.exec(line)
    if (opened !== null || line === ')') {
      block = opened?.[1] ?? ''
      return []
    }
    const [verb, ...words] = (block === '' ? line : `${block} ${line}`)
      .split(/\s+/)
      .map((word) => word.replace(/^["`](.*)["`]$/, '$1'))
    const [path, version] = words
    if (path === undefined) return []
    if (verb === 'require') return /\/\/\s*indirect\b/.test(raw) ? [] : [[path, version ?? '']]
    return verb === 'replace' ? [[path, `replaced: ${words.slice(1).join(' ')}`]] : []
  })
}
