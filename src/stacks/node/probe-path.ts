import type { RepoView } from '../../model/repo-view.ts'

const PARTS = /^((?:test|spec)[-_])?(.+?)((?:[-_.](?:tests?|specs?)|Tests?|Specs?)?(?:\.[\w-]+)+)$/

/** A free path beside a test file, with the parts of its name by which runners know it: `a.test.ts` → `triverdict-probe.test.ts`. */
export const probePath = (project: RepoView, sample: string): string | undefined => {
  const directory = sample.slice(0, sample.lastIndexOf('/') + 1)
  const [, prefix = '', stem = '', suffix] = PARTS.exec(sample.slice(directory.length)) ?? []
  if (suffix === undefined) return undefined
  // A file that is called `test.js` is known by its whole name.
  const known = prefix === '' && /^(?:tests?|specs?)$/.test(stem) ? `.${stem}${suffix}` : suffix
  for (let number = 1; number < 100; number += 1) {
    const path = `${directory}${prefix}triverdict-probe${number === 1 ? '' : `-${number}`}${known}`
    if (!project.has(path)) return path
  }
  return undefined
}
