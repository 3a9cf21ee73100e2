import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { Check } from '../model/check.ts'
import type { Filter } from '../model/stack.ts'
import { join } from './paths.ts'
import type { Project } from './projects.ts'

const wordsOf = ({ option, value }: Filter): string =>
  value === null ? option : `${option}${option.startsWith('--') ? '=' : ' '}${/\s/.test(value) ? `'${value}'` : value}`

/** Tests that the project's own command, or the configuration that it reads, leaves out by name or path: an edge of the verdict, no fault. */
export const filteredTests = (project: Project, checks: readonly Check[]): readonly Anomaly[] =>
  checks.flatMap((check) => {
    const { command } = check
    const tool = project.stack.tools.find(({ id }) => id === check.tool)
    if (check.kind !== 'tests' || command.form !== 'argv' || tool?.filters === undefined) return []
    return tool.filters(command.argv, project.view, command.env).map((filter) => {
      const file = filter.evidence?.file ?? null
      const what = filter.whole ? 'runs no test of this part' : 'runs only a part of its tests'
      return anomaly('tests-filtered', filter.whole ? 'high' : 'low', `${check.id} ${what}: \`${wordsOf(filter)}\``, {
        path: file === null ? check.evidence.file : join(project.directory, file),
        line: filter.evidence === null ? check.evidence.line : filter.evidence.line,
        evidence: filter.evidence?.text ?? check.evidence.text,
        remedy: 'Nothing, where it is meant: what is left out is not verified.',
      })
    })
  })
