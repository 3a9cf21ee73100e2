import type { ReadContext } from '../model/reader.ts'

// Colour and cursor sequences; a reader of XML may have turned their first character into U+FFFD or `#x1B` already.
const COLOURS = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))|(?:\ufffd|#x1B)\[[0-9;]*m/g
const ADDRESS = /\bat 0x[0-9a-fA-F]+|\b0x[0-9a-fA-F]{9,16}\b/g
const TEMPORARY = /(?:\/private)?\/(?:var\/folders\/[^/\s]+\/[^/\s]+\/T|var\/tmp|tmp)\/[^\s'"`)\]}>,;:]+/g

/** The text without terminal colours and other escape sequences. */
export const withoutColours = (text: string): string =>
  /[\u001b\ufffd]|#x1B/.test(text) ? text.replace(COLOURS, '') : text

/** `a/./b/../c` → `a/c`. A path that climbs above its start keeps the leading `..`. */
export const normalPath = (path: string): string => {
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (part !== '..' || !path.startsWith('/')) kept.push(part)
  }
  const joined = kept.join('/')
  return path.startsWith('/') ? `/${joined}` : joined || '.'
}

const fromUrl = (file: string): string => {
  if (!file.startsWith('file://')) return file
  try {
    return decodeURIComponent(file.slice('file://'.length))
  } catch {
    return file.slice('file://'.length)
  }
}

/**
 * A path as a report writes it (absolute, a `file:` URL, or relative to the directory the tool ran in), relative to the tree's
 * root. A file outside the tree keeps its absolute path.
 */
export const treePath = (file: string, context: ReadContext): string => {
  const plain = fromUrl(file)
  const root = normalPath(context.root)
  const path = normalPath(plain.startsWith('/') ? plain : `${root}/${context.cwd}/${plain}`)
  if (path === root) return '.'
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
}

/**
 * A name that is the same in every run: no colours, object addresses as `0x…`, the tree's root taken away, temporary paths as
 * `<temp>`. Short hexadecimal numbers are left alone, since they are values (`test_mask[0xff]`).
 */
export const steadyName = (name: string, context: ReadContext): string => {
  let steady = withoutColours(name)
  if (steady.includes('0x')) {
    steady = steady.replace(ADDRESS, (found) => (found.startsWith('at') ? 'at 0x…' : '0x…'))
  }
  if (!steady.includes('/')) return steady
  const root = normalPath(context.root)
  if (root !== '/') {
    const stage = root.slice(0, root.lastIndexOf('/'))
    steady = steady.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '').replaceAll(root, '.')
    if (stage !== '')
      steady = steady.replaceAll(new RegExp(`${escaped(stage)}/temp/[^\\s'"\`)\\]}>,;:]+`, 'g'), '<temp>')
  }
  return steady.replace(TEMPORARY, '<temp>')
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** `file::name`, or the name alone where the format names no file. */
export const testId = (scope: string | null, name: string): string =>
  scope === null || scope === '' ? name : `${scope}::${name}`
