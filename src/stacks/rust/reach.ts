import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import { listAt, readToml } from './manifest.ts'

/** Tiny and without dependencies. */
const SMALL = ['cfg-if', 'itoa', 'ryu', 'bitflags', 'memchr', 'scopeguard', 'once_cell', 'lazy_static']

// A CARGO_HOME of its own: nothing that was fetched before answers.
const FETCH =
  'mkdir -p "$0/src" && cd "$0" && : >src/lib.rs && ' +
  'printf "[package]\\nname = \\"reach\\"\\nversion = \\"0.0.0\\"\\n[workspace]\\n[dependencies]\\n%s = \\"%s\\"\\n" "$1" "$2" >Cargo.toml && ' +
  'CARGO_NET_OFFLINE=false CARGO_HOME="$0/home" cargo fetch'

/** An argv that fetches one package that the project's lockfile names, past every cache. */
export const reach = (project: RepoView): Some<string> => {
  const locked = listAt(readToml(project, 'Cargo.lock'), 'package').flatMap((each) => {
    const { name, version, source } = each as Record<string, unknown>
    return typeof name === 'string' && typeof version === 'string' && String(source).startsWith('registry+')
      ? [{ name, version: `=${version}` }]
      : []
  })
  const small = SMALL.flatMap((name) => locked.filter((one) => one.name === name))[0]
  const one = small ?? locked[0] ?? { name: 'cfg-if', version: '1' }
  return ['sh', '-c', FETCH, '{stage}/temp/reach', one.name, one.version]
}
