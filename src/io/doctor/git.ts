import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { GitFacts, GitSetting } from '../../model/machine-facts.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Repository } from '../git/repository.ts'
import { ask } from './ask.ts'

/** The text of a file; empty where there is none. */
const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('#'))

/** `-z --show-scope`: scope NUL key LF value NUL. A key without a value is true. */
const settingsOf = (listed: string): readonly GitSetting[] => {
  const parts = listed.split('\0')
  const settings: GitSetting[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [key = '', ...value] = (parts[at + 1] ?? '').split('\n')
    settings.push({ scope: parts[at] ?? '', key, value: value.length === 0 ? 'true' : value.join('\n') })
  }
  return settings
}

const filtersOf = (files: readonly (readonly [name: string, text: string])[]): GitFacts['filters'] => {
  const found = new Map<string, GitFacts['filters'][number]>()
  for (const [name, text] of files)
    for (const [at, each] of text.split('\n').entries()) {
      const filter = each.startsWith('#') ? undefined : /\sfilter=([^\s]+)/.exec(each)?.[1]
      if (filter !== undefined && !found.has(filter)) found.set(filter, { name: filter, path: name, line: at + 1 })
    }
  return [...found.values()]
}

const alternatesOf = (objects: string): GitFacts['alternates'] =>
  linesOf(textOf(path.join(objects, 'info', 'alternates'))).map((written) => {
    const directory = path.resolve(objects, written)
    return { path: directory, exists: existsSync(directory) }
  })

/** What git does here for this user: with the user's own configuration, as a command of a layer would call it. Nothing is written. */
export const probeGit = async (
  where: string,
  repository: Repository | null,
  view: RepoView | null,
  source: Readonly<Record<string, string | undefined>>,
): Promise<GitFacts> => {
  // Without what an outer git left, and otherwise as it is: configuration by environment counts.
  const outer = Object.entries(source).filter(([name]) => !/^GIT_(?!CONFIG)/.test(name))
  const env = { ...Object.fromEntries(outer), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' }
  const called = (...argv: readonly string[]) => ask(['git', '--no-pager', ...argv], { cwd: where, env })
  const common = repository?.commonDirectory ?? null
  // Dates and refs are had where git refuses the directory too; `log` would ask for signatures where a setting says so.
  const anyway = (...argv: readonly string[]) =>
    repository === null ? null : called('-c', 'safe.directory=*', '-c', 'core.commitGraph=false', ...argv)
  const dates = '--format=%(committerdate:unix)'
  const [version, top, listed, replaced, newest, head] = await Promise.all([
    called('--version'),
    repository === null ? null : called('rev-parse', '--git-dir'),
    called('config', '--list', '-z', '--show-scope'),
    anyway('for-each-ref', '--format=%(refname)', 'refs/replace/'),
    anyway('for-each-ref', '--sort=-committerdate', '--count=1', dates, 'refs/heads', 'refs/remotes'),
    anyway('rev-list', '-1', '--timestamp', 'HEAD'),
  ])
  const seconds = [newest, head].flatMap((answer) => {
    const date = answer?.code === 0 ? /^\d+/.exec(answer.stdout)?.[0] : undefined
    return date === undefined ? [] : [Number(date)]
  })
  const settings = listed.code === 0 ? settingsOf(listed.stdout) : []
  const outside = settings.findLast(({ key }) => key === 'core.attributesfile')?.value
  const attributes = (view?.paths ?? []).filter((name) => name === '.gitattributes' || name.endsWith('/.gitattributes'))
  return {
    version: version.code === 0 ? (/\d+\.\d+(?:\.\d+)*/.exec(version.stdout)?.[0] ?? null) : null,
    refused: top === null || top.code === 0 ? null : (linesOf(top.stderr)[0] ?? 'git does not say why'),
    settings,
    replaceRefs: replaced === null ? 0 : linesOf(replaced.stdout).length,
    grafts: common === null ? 0 : linesOf(textOf(path.join(common, 'info', 'grafts'))).length,
    shallow: repository?.shallow != null,
    alternates: repository === null ? [] : alternatesOf(repository.objects),
    filters: filtersOf([
      ...attributes.map((name) => [name, view?.read(name) ?? ''] as const),
      ...(common === null ? [] : [['info/attributes', textOf(path.join(common, 'info', 'attributes'))] as const]),
      ...(outside === undefined || !path.isAbsolute(outside)
        ? []
        : [['core.attributesFile', textOf(outside)] as const]),
    ]),
    newestCommit_s: seconds.length === 0 ? null : Math.max(...seconds),
  }
}
