import type { RepoView } from '../../model/repo-view.ts'

/** Normalised name of a requirement (`Foo_Bar[x]>=1; marker` → `foo-bar`); empty when it has none (an option, a path, a URL). Rule: PEP 503. */
export const requirementName = (requirement: string): string => {
  const name = /^\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?=$|[\s[<>=!~;@(])/.exec(requirement)?.[1] ?? ''
  return normalName(name)
}

export const normalName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-')

const NAMES = 'dev|develop|development|test|tests|testing|ci|lint|linting|type|types|typing|mypy|check|checks|quality'
const ROOT_FILE = new RegExp(`^(?:requirements(?:[-_.](?:${NAMES}))?|(?:${NAMES})[-_.]requirements)\\.(?:txt|in)$`)
const FOLDER_FILE = new RegExp(
  `^(?:requirements|reqs)/(?:requirements[-_.])?(?:base|main|prod|production|common|default|requirements|${NAMES})\\.(?:txt|in)$`,
)

/** Requirement files that a developer or CI would install, sorted; a `.in` beside its compiled `.txt` is left out. */
export const requirementFiles = (project: RepoView): readonly string[] =>
  project.paths
    .filter((path) => ROOT_FILE.test(path) || FOLDER_FILE.test(path))
    .filter((path) => !path.endsWith('.in') || !project.has(path.replace(/\.in$/, '.txt')))

/** The requirements of a requirements file with their 1-based lines; options and comments are left out. */
export const requirementLines = (text: string): readonly { readonly text: string; readonly line: number }[] =>
  text
    .split('\n')
    .map((line, index) => ({
      text: line
        .replace(/(?:^|\s)#.*$/, '')
        .replace(/\\$/, '')
        .trim(),
      line: index + 1,
    }))
    .filter(({ text: requirement }) => requirementName(requirement) !== '')
