import type { RepoView } from '../../model/repo-view.ts'

export const PRE_COMMIT = '.pre-commit-config.yaml'

/** Repositories of hooks whose tags are versions of the package. */
const HOOKS: Readonly<Record<string, RegExp>> = {
  ruff: /\/(?:ruff-pre-commit|charliermarsh\/ruff-pre-commit)(?:\.git)?$/,
  mypy: /\/mirrors-mypy(?:\.git)?$/,
  pyright: /\/pyright-python(?:\.git)?$/,
  basedpyright: /\/basedpyright(?:-pre-commit-mirror|-prek-mirror)?(?:\.git)?$/,
}

/** The version of a tool that the hooks of pre-commit pin. Another version has other rules: it would find what the project never saw. */
export const hookedVersion = (project: RepoView, tool: string): string | undefined => {
  let repository = ''
  for (const line of (project.read(PRE_COMMIT) ?? '').split('\n')) {
    repository = /^\s*-?\s*repo:\s*["']?([^\s"'#]+)/.exec(line)?.[1] ?? repository
    // A frozen hook says its tag in a comment: `rev: 5efc…  # frozen: v0.12.1`.
    const revision = /^\s*-?\s*rev:.*?\bv?(\d+(?:\.\d+)+)\b/.exec(line)?.[1]
    if (revision !== undefined && HOOKS[tool]?.test(repository)) return revision
  }
  return undefined
}
