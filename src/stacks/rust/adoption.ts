import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import { readManifest, readToml, stringsAt, tableAt } from './manifest.ts'
import { packages } from './members.ts'

const at = (file: string, text: string, line: number | null = null): Evidence => ({ tier: 'default', file, line, text })

const component = (project: RepoView, name: string): Evidence | undefined =>
  ['rust-toolchain.toml', 'rust-toolchain']
    .filter((file) => stringsAt(tableAt(readToml(project, file), 'toolchain'), 'components').includes(name))
    .map((file) => at(file, `components: ${name}`))[0]

const configured = (project: RepoView, files: readonly string[]): Evidence | undefined =>
  files.filter((file) => project.has(file)).map((file) => at(file, file))[0]

const hooked = (project: RepoView, pattern: RegExp): Evidence | undefined => {
  const lines = (project.read('.pre-commit-config.yaml') ?? '').split('\n')
  const line = lines.findIndex((each) => pattern.test(each))
  return line < 0 ? undefined : at('.pre-commit-config.yaml', (lines[line] as string).trim(), line + 1)
}

/** Lints of clippy in a manifest, or attributes for them in the root of a crate. */
const clippyLints = (project: RepoView): Evidence | undefined => {
  const workspace = tableAt(readManifest(project), 'workspace', 'lints', 'clippy')
  if (Object.keys(workspace).length > 0) return at('Cargo.toml', '[workspace.lints.clippy]')
  for (const one of packages(project)) {
    const file = one.directory === '.' ? 'Cargo.toml' : `${one.directory}/Cargo.toml`
    if (Object.keys(tableAt(one.manifest, 'lints', 'clippy')).length > 0) return at(file, '[lints.clippy]')
    const root = one.librarySource ?? file.replace(/Cargo\.toml$/, 'src/main.rs')
    const lines = (project.read(root) ?? '').split('\n')
    const line = lines.findIndex((each) => /^#!\[.*\b(?:warn|deny|forbid)\(.*clippy::/.test(each))
    if (line >= 0) return at(root, (lines[line] as string).trim(), line + 1)
  }
  return undefined
}

/** What shows that the project adopts clippy; having Rust alone does not: its lints change with every toolchain. */
export const clippyEvidence = (project: RepoView): Evidence | undefined =>
  configured(project, ['clippy.toml', '.clippy.toml']) ??
  clippyLints(project) ??
  component(project, 'clippy') ??
  hooked(project, /^\s*-?\s*id:\s*(?:cargo-)?clippy\b/)

/** What shows that the project adopts rustfmt. */
export const rustfmtEvidence = (project: RepoView): Evidence | undefined =>
  configured(project, ['rustfmt.toml', '.rustfmt.toml']) ??
  component(project, 'rustfmt') ??
  hooked(project, /^\s*-?\s*id:\s*(?:(?:cargo-)?fmt|rustfmt)\b/)
