import { expect, test } from 'vitest'
import { viewOfFiles } from '../node/fixtures/view.ts'
import { directoryOf, ownDirectory, readBuild, readConfiguration } from './cmake-call.ts'
import { ctest } from './ctest.ts'
import { unwrap } from './unwrap.ts'

const words = (text: string) => text.split(' ') as [string, ...string[]]

test.each([
  ['cmake -B build -S .', 'build'],
  ['cmake -S . -Bout -DX=ON', 'out'],
  ['cmake ..', '.'],
  ['cmake -G Ninja -DCMAKE_BUILD_TYPE=Debug ..', '.'],
  ['cmake --build build', undefined],
  ['cmake -P script.cmake', undefined],
  ['cmake -E make_directory build', undefined],
  ['cmake --install build', undefined],
  ['make', undefined],
])('%s configures %s', (text, directory) => {
  expect(readConfiguration(words(text))?.directory).toBe(directory)
})

test.each([
  ['cmake --build build', 'build'],
  ['cmake --build . --config Release -j 4', '.'],
  ['cmake --build build --target all', 'build'],
  ['cmake --build build --target install', undefined],
  ['cmake --build build -t test', undefined],
  ['cmake -B build', undefined],
])('%s builds %s', (text, directory) => {
  expect(readBuild(words(text))?.directory).toBe(directory)
})

const view = viewOfFiles({
  'CMakePresets.json': JSON.stringify({
    configurePresets: [
      { name: 'base', hidden: true, binaryDir: `$\{sourceDir}/out/$\{presetName}` },
      { name: 'ci', inherits: ['base'] },
    ],
    buildPresets: [{ name: 'ci-build', configurePreset: 'ci' }],
    testPresets: [{ name: 'ci-test', configurePreset: 'ci' }],
  }),
  'cmake-out/kept.txt': '',
})

test('presets say where they build', () => {
  expect(directoryOf({ directory: null, preset: 'ci' }, view, 'configure')).toBe('out/ci')
  expect(directoryOf({ directory: null, preset: 'ci-build' }, view, 'build')).toBe('out/ci')
  expect(directoryOf({ directory: null, preset: 'unknown' }, view, 'test')).toBe('.')
})

test('the own directory is one that the lock does not have', () => {
  expect(ownDirectory(view)).toBe('cmake-out-2')
})

test.each([
  ['ctest --test-dir build -j 4', true],
  ['ctest -R cart', true],
  ['ctest -N', false],
  ['ctest -D Experimental', false],
  ['ctest --version', false],
])('%s runs tests: %s', (text, runs) => {
  expect(ctest.recognises(words(text))).toBe(runs)
})

test('retries and early stops are left out, filters stay', () => {
  const place = { reportDirectory: '/r', reporters: '/s', tree: '/t', project: view, directory: '.' }
  const { argv } = ctest.instrument(words('ctest --test-dir b --repeat until-pass:3 --stop-on-failure -R x -j4'), place)
  expect(argv).toEqual([
    'sh',
    '/s/triverdict_cmake.sh',
    'test',
    'b',
    'given',
    '/r',
    'ctest',
    ...words('--test-dir b -R x -j4'),
  ])
})

const made = () => true
test.each([
  ['cmake --build build --target test', 'ctest --test-dir build --output-on-failure'],
  ['make -j4', 'cmake --build .'],
  ['make test', 'ctest --output-on-failure'],
  ['ninja -C out', 'cmake --build out'],
  ['ninja -C out test', 'ctest --test-dir out --output-on-failure'],
  ['make docs', undefined],
])('in a directory that a build makes, %s is %s', (text, inner) => {
  expect(unwrap(words(text), made)?.join(' ')).toBe(inner)
})

test('ninja below a project of Meson alone', () => {
  const meson = viewOfFiles({ 'meson.build': "project('a', 'c')\n" })
  const both = viewOfFiles({ 'meson.build': '', 'CMakeLists.txt': '' })
  expect(unwrap(words('ninja -C out -j4'), made, meson)).toEqual(['meson', 'compile', '-C', 'out'])
  expect(unwrap(words('ninja test'), made, meson)).toEqual(['meson', 'test'])
  expect(unwrap(words('ninja docs'), made, meson)).toBeUndefined()
  expect(unwrap(words('ninja -C out'), made, both)).toEqual(['cmake', '--build', 'out'])
})

test('make in a directory of the repository is its own', () => {
  expect(unwrap(words('make test'), () => false)).toBeUndefined()
})
