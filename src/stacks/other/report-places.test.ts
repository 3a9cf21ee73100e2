import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { memoryView } from '../../locked/memory-view.ts'
import { listenEverywhere, REPORT_PLACES } from './report-places.ts'

const { channels, env } = listenEverywhere({
  reportDirectory: '/reports',
  reporters: '/reporters',
  tree: '/stage/tree',
  project: memoryView({}),
  directory: '.',
})

const formatOf = (path: string): string | undefined =>
  channels.find((channel) => channel.several && picomatch(channel.path, { dot: true })(path))?.format

test.each([
  ['target/surefire-reports/TEST-a.BTest.xml', 'junit'],
  ['core/target/failsafe-reports/TEST-a.BIT.xml', 'junit'],
  ['target/test-reports/TEST-a.xml', 'junit'],
  ['build/test-results/test/TEST-a.xml', 'junit'],
  ['app/build/test-results/testDebugUnitTest/TEST-a.xml', 'junit'],
  ['_build/test/lib/shop/test-junit-report.xml', 'junit'],
  ['junit.xml', 'junit'],
  ['out/junit.xml', 'junit'],
  ['test-results/cart.xml', 'junit'],
  ['test-results/unit/cart.xml', 'junit'],
  ['reports/junit/a.xml', 'junit'],
  ['ctrf/ctrf-report.json', 'ctrf'],
  ['cart.ctrf.json', 'ctrf'],
  ['out.tap', 'tap'],
  ['reports/unit/a.tap', 'tap'],
  ['target/surefire-reports/a.BTest.txt', undefined],
  ['coverage.xml', undefined],
  ['pom.xml', undefined],
  ['package.json', undefined],
])('%s is taken for %s', (path, format) => expect(formatOf(`/stage/tree/${path}`)).toBe(format))

test('what Perl’s harness keeps is read beside the tree, each file under its own name', () => {
  expect(env).toMatchObject({ PERL_TEST_HARNESS_DUMP_TAP: '/reports/dumped-tap' })
  expect(channels).toContainEqual(
    expect.objectContaining({ path: '/reports/dumped-tap/**', scoped: true, format: 'tap', required: false }),
  )
})

test('GoogleTest programs are told to write beside the tree, a file each', () => {
  expect(env).toMatchObject({ GTEST_OUTPUT: 'xml:/reports/googletest/' })
  expect(channels).toContainEqual(expect.objectContaining({ path: '/reports/googletest/*.xml', format: 'junit' }))
})

test('standard output is heard last', () =>
  expect(channels.filter(({ fallback }) => fallback)).toEqual([channels.at(-1)]))

test('no place is listed twice', () =>
  expect(new Set(REPORT_PLACES.map(({ glob }) => glob)).size).toBe(REPORT_PLACES.length))
