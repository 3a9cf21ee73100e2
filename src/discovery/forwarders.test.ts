import { expect, test } from 'vitest'
import { withoutForwarders } from './forwarders.ts'

test.each([
  ['run() { "$@"; }; run npm test', ' npm test'],
  [
    'run() {\n  echo "+ $*"\n  "$@"\n}\nrun npm ci\nrun npm test && run npm run lint',
    '\n\n\n\nnpm ci\nnpm test && npm run lint',
  ],
  ['function try { "$@"; }\nif true; then try make; fi', '\nif true; then make; fi'],
  ['a() { "$@"; }\nb() { set -x; "$@"; }\na make\nb make check', '\n\nmake\nmake check'],
])('%j is read', (text, expected) => expect(withoutForwarders(text)).toBe(expected))

test.each([
  'npm test',
  'run() { echo "$@"; }\nrun npm test',
  'run() { "$@" || true; }\nrun npm test',
  'run() { cd sub; "$@"; }\nrun npm test',
  'run() { echo $(rm a); "$@"; }\nrun npm test',
  'run() { "$@"; }\nrun cat <<EOF\nrun npm test\nEOF',
  'run() { "$@"; }\nrun make\nrun() { :; }\nrun npm test',
])('%j stays', (text) => expect(withoutForwarders(text)).toBeUndefined())
