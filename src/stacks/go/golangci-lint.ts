import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { OFFLINE, TOO_OLD, throughScript } from './script-call.ts'
import { readTool, type ToolCall } from './tool-call.ts'

const CONFIGURATIONS = ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'] as const
/** Repairs, limits to what is new, output, and exit codes of the project's own. */
const DROPPED =
  /^--(?:fix|new|new-from-.*|whole-files|out-format|output\..*|print-.*|issues-exit-code|color|show-stats|verbose|max-issues-per-linter|max-same-issues|uniq-by-line|.*-profile-path|trace-path|path-prefix)(?:=|$)|^-[vn]$/
/** Those of them whose value may be the next word. */
const VALUED =
  /^--(?:new-from-[^=]*|out-format|output\.[^=]*|issues-exit-code|color|max-issues-per-linter|max-same-issues|[^=]*-profile-path|trace-path|path-prefix)$/

const read = (argv: readonly string[]): ToolCall | undefined => {
  const call = readTool(argv, ['golangci-lint'])
  return call !== undefined && call.args.find((word) => !word.startsWith('-')) === 'run' ? call : undefined
}

/** golangci-lint 1.50 and later, and 2. */
export const golangciLint: Tool = {
  id: 'golangci-lint',
  stack: 'go',
  kind: 'lint',
  recognises: (argv) => read(argv) !== undefined,
  adoption: '`.golangci.yml`, `.yaml`, `.toml` or `.json`, or golangci-lint-action in a workflow of GitHub',
  adopted(project) {
    const file = CONFIGURATIONS.find((path) => project.has(path))
    return file === undefined ? fromAction(project) : { tier: 'default', file, line: null, text: file }
  },
  defaultArgv: () => ['golangci-lint', 'run'],
  instrument,
  exits: [
    ...exitTable('pkg/exitcodes of golangci-lint 2.15.0, the same in 1.64', [
      [0, 'green', 'success'],
      [1, 'red', 'issues were found'],
      [2, 'not-complete', 'warning in a test'],
      [3, 'not-complete', 'failure: configuration, or a package that does not load'],
      [4, 'not-complete', 'timeout'],
      [5, 'not-complete', 'no Go files'],
      [6, 'not-complete', 'no configuration'],
      [7, 'not-complete', 'an error was logged'],
      [127, 'not-started', 'golangci-lint is not installed here'],
    ]),
    TOO_OLD,
  ],
  firstFailure: (log) => log.split('\n').find((line) => /^\S+\.go:\d+(?::\d+)?: /.test(line)),
}

const FLAG = /^(?:--new(?:-from-[a-z-]+)?(?:=|$)|-n$)/
const SETTING = /^[^#\n]*\bnew(?:-from-(?:rev|patch|merge-base))?["']?\s*[:=]\s*(?!["']{2}|false\b|["']?\s*$)\S/m

/** True where the project lets only new issues count: in its call, its configuration, or the action of its CI. */
const onlyNew = (args: readonly string[], project: RepoView): boolean => {
  const at = args.findIndex((word) => /^(?:-c|--config)(?:=|$)/.test(word))
  const word = args[at] ?? ''
  const named = at < 0 ? undefined : word.includes('=') ? word.split('=')[1] : args[at + 1]
  const files = named === undefined ? CONFIGURATIONS : [named]
  if (args.some((each) => FLAG.test(each)) || files.some((file) => SETTING.test(project.read(file) ?? ''))) return true
  const action = fromAction(project)?.file
  return action != null && /^\s*only-new-issues:\s*["']?true\b/m.test(project.read(action) ?? '')
}

/** The action that CI calls it by counts as a call. */
const fromAction = (project: RepoView): Evidence | undefined => {
  for (const file of project.paths.filter((path) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path))) {
    const lines = (project.read(file) ?? '').split('\n')
    const at = lines.findIndex((line) => /^\s*(?:-\s*)?uses:\s*["']?golangci\/golangci-lint-action@/.test(line))
    if (at >= 0) return { tier: 'ci', file, line: at + 1, text: (lines[at] as string).trim() }
  }
  return undefined
}

function instrument(argv: Some<string>, place: Place): Instrumented {
  const { program, args } = read(argv) ?? { program: argv, args: ['run'] }
  const report = `${place.reportDirectory}/golangci.json`
  const kept = args.filter((word, at) => {
    const before = args[at - 1] ?? ''
    return !DROPPED.test(word) && !(VALUED.test(before) && !word.startsWith('-'))
  })
  return {
    argv: throughScript(place, ['golangci', report], [...program, ...kept]),
    env: { ...OFFLINE, GOLANGCI_LINT_CACHE: `${place.reportDirectory}/golangci` },
    channels: [
      {
        path: report,
        format: onlyNew(args, place.project) ? 'golangci-new-json' : 'golangci-json',
        role: 'findings',
        required: true,
      },
    ],
  }
}
