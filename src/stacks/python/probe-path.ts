import type { RepoView } from '../../model/repo-view.ts'

/** A free path beside a test file, named after its pattern: `test_x.py` → `test_triverdict_probe.py`, `x_test.py` → `triverdict_probe_test.py`. */
export const probePath = (project: RepoView, sample: string): string | undefined => {
  const directory = sample.slice(0, sample.lastIndexOf('/') + 1)
  const name = sample.slice(directory.length)
  const [, before = '', after = ''] = /^(test_?|tests_|check_)?.*?(_tests?|_spec)?\.py$/.exec(name) ?? []
  const [start, end] = (before === '' && after === '') || /^tests?\.py$/.test(name) ? ['test_', ''] : [before, after]
  for (let number = 1; number < 100; number += 1) {
    const path = `${directory}${start}triverdict_probe${number === 1 ? '' : `_${number}`}${end}.py`
    if (!project.has(path)) return path
  }
  return undefined
}
