import { expect, test } from 'vitest'
import { withoutSqueezedVersions } from './squeezed-versions.ts'

test.each([
  ["tox -e ci-py$(echo 3.11 | tr -d '.') -- -v", 'tox -e ci-py311 -- -v'],
  ['tox -e py$(echo "3.9" | tr -d .)', 'tox -e py39'],
  ['tox -e py$(echo $V | tr -d .)', undefined],
])('%s', (text, plain) => {
  expect(withoutSqueezedVersions(text)).toBe(plain)
})
