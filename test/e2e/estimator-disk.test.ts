import { execFileSync } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { expectError, openEstimator } from './estimator.ts'

// A whole gate with a browser, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 })

/** A file system of our own that is full can be had by root alone, and where the kernel lets it. */
const mayMount = ((): boolean => {
  try {
    execFileSync('sh', ['-c', 'exec unshare -m mount -t tmpfs -o size=16k full /mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** The shell line that puts a file system on a directory, on which nothing can be written any more but names of empty files. */
const full = (directory: string, kilobytes = 16, left = 0): string =>
  [
    `mkdir -p ${directory}`,
    `mount -t tmpfs -o size=${kilobytes}k full ${directory}`,
    `head -c ${kilobytes - left}k /dev/zero >${directory}/filler`,
  ].join(' && ')

test.skipIf(!mayMount).each<[string, string, RegExp, string[]]>([
  [
    'build',
    'out',
    /^it exited with code 2, which says neither pass nor fail$/,
    ['build', 'types', 'unit', 'smoke', 'api', 'eval'],
  ],
  ['smoke', 'out/smoke', /^no verdict was written$|^the verdict is empty$/, ['build', 'smoke']],
  ['api', 'out/suite', /report/, ['build', 'api']],
])('%s: the disk that %s lies on is full', async (layer, directory, reason, asked) => {
  await using estimator = await openEstimator()
  // One check is enough to have something to write.
  const checks = "export const checks = [{ name: 'it opens', run: async () => undefined }]\n"
  await estimator.rig.write({ 'smoke/checks.mjs': checks })
  expectError(await estimator.gate(asked, { mounting: full(directory) }), layer, reason, asked)
})

test.skipIf(!mayMount)('eval: the disk is full, and an agent is told what to do about it', async () => {
  await using estimator = await openEstimator()
  const said = await estimator.gate(['eval'], { mounting: full('out/eval') })
  expectError(said, 'eval', /^what it says is not shown/, ['eval'])
  expect((await estimator.whole(said)).blocking[0]).toMatch(/^eval: no verdict was written|^eval: the verdict is empty/)
})

test.skipIf(!mayMount)('unit: the disk that logs and reports lie on fills up while it runs', async () => {
  await using estimator = await openEstimator()
  // The history, which takes more than a log, is out of the way.
  const mounting = `${full(estimator.rig.state, 256, 64)} && mkdir ${estimator.rig.state}/history.sqlite`
  const said = await estimator.gate(['unit'], { mounting })
  expectError(said, 'unit', /^its log could not be written: /, ['unit'])
})
