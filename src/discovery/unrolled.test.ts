// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of a shell look like that
import { expect, test } from 'vitest'
import { unrolled } from './unrolled.ts'

test.each<[string, string | undefined]>([
  ['for d in a b/c; do (cd $d && go test ./...); done', '(cd a && go test ./...)\n(cd b/c && go test ./...)'],
  [
    'for d in a \\\n  b; do \\\n  go test "./${d}/..." || exit 1; \\\ndone',
    'go test "./a/..." || exit 1\ngo test "./b/..." || exit 1',
  ],
  ['for v in 1 2\ndo\n  x $v $vv\ndone', 'x 1 $vv\nx 2 $vv'],
  ['for d in $(ls); do x $d; done', undefined],
  ['for d in */; do x $d; done', undefined],
  ['for d in "$@"; do x $d; done', undefined],
  ['for d in a; do x ${d%/}; done', undefined],
  ["for d in a; do x '$d'; done", undefined],
  ['for d in a; do if y; then break; fi; done', undefined],
  ['for d in a; do for e in b; do x; done; done', undefined],
  ['for d in a; do x; done | tee log', undefined],
  ['x', undefined],
])('%s', (text, expected) => expect(unrolled(text)).toBe(expected))
