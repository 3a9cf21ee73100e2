import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import { packages } from './members.ts'

const LOOKED_AT = 400
const COMMENT = /^\s*(?:\/\/[/!]|\*(?!\/))? ?/
const FENCE = /^\s*(`{3,}|~{3,})\s*([^`]*)$/
/** Words behind a fence with which rustdoc still makes a test of the block (rustdoc book, documentation tests). */
const RUN = /^(?:rust|no_run|should_panic|compile_fail|edition\d+|test_harness|standalone(?:_crate)?|E\d{4})$/
const INCLUDED = /#!?\[(?:cfg_attr\([^\]]*?,\s*)?doc\s*=\s*include_str!\("([^"]+)"\)/g

/** Index of the first line that opens a block that is run; undefined without one. Lines are those of documentation. */
const firstBlock = (lines: readonly (string | null)[]): number | undefined => {
  let open: string | null = null
  for (const [at, line] of lines.entries()) {
    if (line === null) open = null
    const [, fence = '', info = ''] = FENCE.exec(line ?? '') ?? []
    if (fence === '') continue
    if (open !== null) {
      if (fence.startsWith(open) && info.trim() === '') open = null
      continue
    }
    if (info.split(/[\s,]+/).every((word) => word === '' || RUN.test(word))) return at
    open = fence
  }
  return undefined
}

/** Lines of documentation, without what makes a comment of them; null for a line of code. */
const documentation = (text: string): readonly (string | null)[] => {
  let block = false
  return text.split('\n').map((line) => {
    if (/^\s*\/\*[*!]/.test(line)) block = true
    const isDocumentation = block || /^\s*\/\/[/!]/.test(line)
    if (line.includes('*/')) block = false
    return isDocumentation ? line.replace(COMMENT, '') : null
  })
}

const beside = (file: string, path: string): string => {
  const parts = file.split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** The first documentation test of a library of the project, in its comments or in a text that it includes; one that rustdoc only compiles is one. */
export const doctestEvidence = (project: RepoView): Evidence | undefined => {
  if (!packages(project).some(({ library }) => library !== null)) return undefined
  const sources = project.paths.filter(
    (path) => path.endsWith('.rs') && !/(?:^|\/)(?:target|vendor|tests|benches|examples)\//.test(path),
  )
  for (const file of sources.slice(0, LOOKED_AT)) {
    const text = project.read(file) ?? ''
    const at = firstBlock(documentation(text))
    if (at !== undefined) return { tier: 'default', file, line: at + 1, text: text.split('\n')[at]?.trim() ?? '' }
    for (const [, path = ''] of text.matchAll(INCLUDED)) {
      const included = beside(file, path)
      const line = firstBlock((project.read(included) ?? '').split('\n'))
      if (line !== undefined) return { tier: 'default', file: included, line: line + 1, text: included }
    }
  }
  return undefined
}
