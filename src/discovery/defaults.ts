import picomatch from 'picomatch'
import type { CheckKind, Evidence } from '../model/check.ts'
import type { Tool } from '../model/stack.ts'
import type { FoundCheck } from './expansion.ts'
import type { Project } from './projects.ts'
import { rebase } from './recognise.ts'

/** A test runner that is there without being configured, and how its test files are known. */
const FALLBACKS: Readonly<Record<string, { readonly tool: string; readonly imports: RegExp }>> = {
  python: { tool: 'unittest', imports: /^\s*(import unittest|from unittest\b|from django\.test\b)/m },
  node: { tool: 'node-test', imports: /["']node:test["']/ },
}
const READ_LIMIT = 200

/** A tool by its convention: `pytest`, `ruff check .`, where the locked ref adopts it. */
export interface Adopted {
  readonly tool: Tool
  readonly check: FoundCheck
  /** What shows that it is adopted. */
  readonly because: Evidence
}

const conventional = (project: Project, tool: Tool, because: Evidence): Adopted => ({
  tool,
  because,
  check: {
    kind: tool.kind,
    project,
    tool,
    command: { form: 'argv', argv: tool.defaultArgv(project.view), cwd: project.directory, env: {} },
    before: [],
    after: [],
    evidence: { tier: 'default', file: because.file, line: because.line, text: because.text },
    notes: [],
  },
})

/** Tools of a kind that the locked ref of a project adopts, in the order of the stack. */
export const adoptedTools = (project: Project, kind: CheckKind): readonly Adopted[] =>
  project.stack.tools
    .filter((tool) => tool.kind === kind)
    .flatMap((tool) => {
      const because = tool.adopted(project.view)
      return because === undefined ? [] : [conventional(project, tool, rebase(because, project.directory))]
    })

/** The runner that needs no configuration, when test files of the project say that they are its. */
export const fallbackTests = (project: Project): Adopted | undefined => {
  const fallback = FALLBACKS[project.stack.id]
  const tool = project.stack.tools.find((candidate) => candidate.kind === 'tests' && candidate.id === fallback?.tool)
  if (fallback === undefined || tool === undefined) return undefined
  const isTest = picomatch([...project.stack.locked.tests])
  const files = project.view.paths.filter((path) => isTest(path)).slice(0, READ_LIMIT)
  const file = files.find((path) => fallback.imports.test(project.view.read(path) ?? ''))
  if (file === undefined) return undefined
  const lines = (project.view.read(file) ?? '').split('\n')
  const line = lines.findIndex((candidate) => fallback.imports.test(candidate))
  const because: Evidence = { tier: 'default', file, line: line < 0 ? null : line + 1, text: lines[line]?.trim() ?? '' }
  return conventional(project, tool, rebase(because, project.directory))
}
