import type { RepoView } from '../../model/repo-view.ts'
import type { Probe } from '../../model/stack.ts'
import { packageOf, tableAt } from './manifest.ts'

const MOST = 9

/** A probe: an integration test of the package of the sample, linked with its library, so that what the library does on start is there. */
export const rustProbe = (project: RepoView, sample: string): Probe | undefined => {
  const own = packageOf(project, sample)
  if (own === undefined || tableAt(own.manifest, 'package').autotests === false) return undefined
  const folder = own.directory === '.' ? 'tests' : `${own.directory}/tests`
  const names = Array.from({ length: MOST }, (_, at) => `triverdict_probe${at === 0 ? '' : `_${at + 1}`}`)
  const path = names.map((name) => `${folder}/${name}.rs`).find((each) => !project.has(each))
  if (path === undefined) return undefined
  const lines = [
    '#![allow(warnings, clippy::all)]',
    ...(own.library === null ? [] : [`extern crate ${own.library} as _;`]),
    '',
    '#[test]',
    'fn triverdict_probe_must_pass() {',
    '    assert_eq!([1], [1]);',
    '}',
    '',
    '#[test]',
    'fn triverdict_probe_must_fail() {',
    '    assert_eq!([1], [2]);',
    '}',
  ]
  return {
    path,
    text: `${lines.join('\n')}\n`,
    mustPass: 'triverdict_probe_must_pass',
    mustFail: 'triverdict_probe_must_fail',
  }
}
