import { expect, test } from 'vitest'
import { withoutProcessorCounts } from './processor-counts.ts'

test.each([
  ['make -j$(nproc)', 'make -j2'],
  ['cmake --build build --parallel $(nproc --all)', 'cmake --build build --parallel 2'],
  ['make -j `nproc`', 'make -j 2'],
  ['ctest -j $(getconf _NPROCESSORS_ONLN)', 'ctest -j 2'],
  ['make -j$(cat jobs)', undefined],
])('%s', (text, plain) => {
  expect(withoutProcessorCounts(text)).toBe(plain)
})
