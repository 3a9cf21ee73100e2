import type { RepoView } from '../../model/repo-view.ts'
import type { Probe } from '../../model/stack.ts'
import { probePath } from './probe-path.ts'
import { type Runner, readSample, type Sample } from './sample.ts'

const TYPESCRIPT = /\.[cm]?tsx?$/
const MUST_PASS = 'triverdict probe must pass'
const MUST_FAIL = 'triverdict probe must fail'

/** A probe for vitest. Vitest may check the types of test files instead of running them, so there is a wrong type as well. */
export const vitestProbe = (project: RepoView, sample: string): Probe | undefined =>
  probeOf(project, sample, { modules: ['vitest'], tests: ['test', 'it'], globals: true, expect: true }, [
    ...(TYPESCRIPT.test(sample) ? ["const typed: number = 'not a number'", 'void typed'] : []),
  ])

/** A probe for jest. */
export const jestProbe = (project: RepoView, sample: string): Probe | undefined =>
  probeOf(project, sample, { modules: ['@jest/globals'], tests: ['test', 'it'], globals: true, expect: true })

/** A probe for mocha, in each of its interfaces that have tests as functions. */
export const mochaProbe = (project: RepoView, sample: string): Probe | undefined =>
  probeOf(project, sample, { modules: ['mocha'], tests: ['it', 'specify', 'test'], globals: true, expect: false })

/** A probe for node:test. */
export const nodeTestProbe = (project: RepoView, sample: string): Probe | undefined =>
  probeOf(project, sample, { modules: ['node:test'], tests: ['test', 'it'], globals: false, expect: false })

const probeOf = (project: RepoView, path: string, runner: Runner, first: readonly string[] = []): Probe | undefined => {
  // Tests inside of a product module: nothing beside it would be taken for a test.
  if (/\bimport\.meta\.vitest\b/.test(project.read(path) ?? '')) return undefined
  const sample = readSample(project, path, runner)
  const free = probePath(project, path)
  return sample === undefined || free === undefined
    ? undefined
    : { path: free, text: textOf(sample, first), mustPass: MUST_PASS, mustFail: MUST_FAIL }
}

const textOf = ({ head, later, test, pairs }: Sample, first: readonly string[]): string => {
  const [{ wrong, right }] = pairs
  return [
    ...head,
    '',
    `${test}('${MUST_PASS}', () => {`,
    `  ${right}`,
    '})',
    '',
    `${test}('${MUST_FAIL}', ${later.length > 0 ? 'async ' : ''}() => {`,
    ...[...later, ...first, ...(pairs.length > 1 ? eachFails(pairs.map((pair) => pair.wrong)) : []), wrong].map(
      (line) => `  ${line}`,
    ),
    '})',
    '',
  ].join('\n')
}

/** Ends the test, green, at the first assertion that says nothing to what is wrong. */
const eachFails = (wrongs: readonly string[]): readonly string[] => [
  'const wrongs = [',
  ...wrongs.map((wrong) => `  () => ${wrong},`),
  ']',
  'for (const wrong of wrongs) {',
  '  let told = false',
  '  try {',
  '    wrong()',
  '  } catch {',
  '    told = true',
  '  }',
  '  if (!told) return',
  '}',
]
