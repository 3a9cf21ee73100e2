import type { RepoView } from '../../model/repo-view.ts'
import type { Probe } from '../../model/stack.ts'
import { firstParty } from './first-party.ts'
import { probePath } from './probe-path.ts'
import { loadLine, logicalLines, type PythonImport, pythonLoads } from './python-loads.ts'
import { type TestCaseBase, testCaseBase, wrongCalls } from './test-case.ts'

/** A probe for pytest: functions with plain assertions, or a TestCase where the file has nothing else. */
export const pytestProbe = (project: RepoView, sample: string): Probe | undefined => {
  const text = project.read(sample)
  if (text === undefined || !sample.endsWith('.py')) return undefined
  const lines = logicalLines(text)
  const base = testCaseBase(lines, pythonLoads(text))
  if (base !== undefined && !lines.some((line) => /^(?:async\s+)?def\s+test/.test(line)))
    return inClass(project, sample, text, base)
  return lines.some((line) => /^\s*(?:async\s+)?def\s+\w+\s*\(/.test(line))
    ? inFunctions(project, sample, text)
    : undefined
}

/** A probe for unittest: a TestCase on the same base as those of the file. */
export const unittestProbe = (project: RepoView, sample: string): Probe | undefined => {
  const text = project.read(sample)
  if (text === undefined || !sample.endsWith('.py')) return undefined
  const base = testCaseBase(logicalLines(text), pythonLoads(text))
  return base === undefined ? undefined : inClass(project, sample, text, base)
}

const inFunctions = (project: RepoView, sample: string, text: string): Probe | undefined => {
  const { head, later } = loadsOf(project, text)
  return probe(project, sample, 'test_triverdict_probe_must_pass', 'test_triverdict_probe_must_fail', [
    ...head,
    '',
    '',
    'def test_triverdict_probe_must_pass():',
    '    assert [1] == [1]',
    '',
    '',
    'def test_triverdict_probe_must_fail():',
    ...later.map((line) => `    ${line}`),
    '    assert [1] == [2]',
  ])
}

const inClass = (project: RepoView, sample: string, text: string, base: TestCaseBase): Probe | undefined => {
  const { head, later } = loadsOf(project, text)
  const wrongs = wrongCalls(text)
  return probe(project, sample, 'TriverdictProbe > test_must_pass', 'TriverdictProbe > test_must_fail', [
    ...new Set([...head, base.load]),
    '',
    '',
    `class TriverdictProbe(${base.name}):`,
    '    def test_must_pass(self):',
    '        self.assertEqual(1, 1)',
    '',
    '    def test_must_fail(self):',
    ...[...later, ...(wrongs.length === 0 ? [] : eachFails(wrongs)), 'self.assertEqual(1, 2)'].map(
      (line) => `        ${line}`,
    ),
  ])
}

const probe = (
  project: RepoView,
  sample: string,
  mustPass: string,
  mustFail: string,
  lines: readonly string[],
): Probe | undefined => {
  const path = probePath(project, sample)
  return path === undefined ? undefined : { path, text: `${lines.join('\n').trimStart()}\n`, mustPass, mustFail }
}

/** Ends the test, green, at the first assertion that says nothing to what is wrong. */
const eachFails = (wrongs: readonly string[]): readonly string[] => [
  'for wrong in (',
  ...wrongs.map((wrong) => `    lambda: ${wrong},`),
  '):',
  '    try:',
  '        wrong()',
  '    except Exception:',
  '        continue',
  '    return',
]

/** Loads of the project's own modules: those at the top, and those that the tests make later, which may fail. */
const loadsOf = (
  project: RepoView,
  text: string,
): { readonly head: readonly string[]; readonly later: readonly string[] } => {
  const own = pythonLoads(text).filter((load) => isOwn(project, load))
  const lines = (topLevel: boolean): readonly string[] => [
    ...new Set(own.filter((load) => load.topLevel === topLevel).map(loadLine)),
  ]
  return {
    head: [...pathLines(text), ...lines(true)],
    later: lines(false).flatMap((line) => ['try:', `    ${line}`, 'except Exception:', '    pass']),
  }
}

const isOwn = (project: RepoView, { module }: PythonImport): boolean => {
  if (module.startsWith('.')) return true
  const [name = ''] = module.split('.')
  if (firstParty(project).includes(name)) return true
  const file = `${name}.py`
  const below = `${name}/`
  return project.paths.some(
    (path) =>
      path === file ||
      path.endsWith(`/${file}`) ||
      path.startsWith(below) ||
      (path.endsWith('.py') && path.includes(`/${below}`)),
  )
}

/** `sys.path.insert(0, …)` of files that find the product that way, with the modules it may need. */
const pathLines = (text: string): readonly string[] => {
  const found = logicalLines(text).filter(
    (line) =>
      /^sys\.path\.(?:insert|append)\(.*\)\s*$/.test(line) &&
      (line.replace(/'[^']*'|"[^"]*"/g, '').match(/(?<![.\w])[A-Za-z_]\w*/g) ?? []).every((word) =>
        ['sys', 'os', 'pathlib', 'Path', 'str', '__file__'].includes(word),
      ),
  )
  return found.length === 0 ? [] : ['import os', 'import pathlib', 'import sys', 'from pathlib import Path', ...found]
}
