import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import { splitWords } from './arguments.ts'
import { iniSection, iniValue, lineOf, readToml, tableAt } from './pyproject.ts'

/** The configuration that pytest takes: the first file that has its section. */
interface PytestConfiguration {
  readonly evidence: Evidence
  /** Text of `addopts`; empty when there is none. */
  readonly addopts: string
  /** The same as arguments. */
  readonly options: readonly string[]
}

/** Order and sections as pytest documents them ("Initialization: determining rootdir and configfile"). */
export const pytestConfiguration = (project: RepoView): PytestConfiguration | undefined => {
  for (const file of ['pytest.toml', '.pytest.toml']) {
    if (project.has(file))
      return { evidence: found(file, 1, file), ...given(tableAt(readToml(project, file), 'pytest').addopts) }
  }
  for (const file of ['pytest.ini', '.pytest.ini']) {
    const text = project.read(file)
    if (text !== undefined) return ofIni(file, text, 'pytest') ?? { evidence: found(file, 1, file), ...given('') }
  }
  return (
    ofPyproject(project) ??
    ofIni('tox.ini', project.read('tox.ini'), 'pytest') ??
    ofIni('setup.cfg', project.read('setup.cfg'), 'tool:pytest')
  )
}

const ofPyproject = (project: RepoView): PytestConfiguration | undefined => {
  const text = project.read('pyproject.toml') ?? ''
  const line = lineOf(text, /^\s*\[tool\.pytest(?:\.ini_options)?\]/)
  if (line === null) return undefined
  const tool = tableAt(readToml(project, 'pyproject.toml'), 'tool', 'pytest')
  return {
    evidence: found('pyproject.toml', line, (text.split('\n')[line - 1] as string).trim()),
    ...given(tableAt(tool, 'ini_options').addopts ?? tool.addopts),
  }
}

const ofIni = (file: string, text: string | undefined, name: string): PytestConfiguration | undefined => {
  const section = text === undefined ? undefined : iniSection(text, name)
  if (text === undefined || section === undefined) return undefined
  const line = text.split('\n').findIndex((candidate) => candidate.trim() === `[${name}]`) + 1
  return {
    evidence: found(file, line, `[${name}]`),
    ...given((iniValue(section, 'addopts') ?? '').replaceAll('\n', ' ')),
  }
}

const given = (value: unknown): Pick<PytestConfiguration, 'addopts' | 'options'> => {
  if (Array.isArray(value))
    return { addopts: value.join(' '), options: value.filter((each) => typeof each === 'string') }
  const addopts = typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : ''
  return { addopts, options: splitWords(addopts) }
}

const found = (file: string, line: number | null, text: string): Evidence => ({ tier: 'default', file, line, text })
