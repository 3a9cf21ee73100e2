import { expect, test } from 'vitest'
import { readSettings } from '../discovery/settings.ts'
import { layersOf } from './layers.ts'

const read = (text: string, asked: readonly string[] = []): readonly string[] | string => {
  const settings = readSettings('triverdict.yaml', text)
  if (!settings.ok) return `${settings.trouble.message} | ${settings.trouble.remedy}`
  const layers = layersOf(settings.value, asked)
  return layers.ok
    ? layers.value.map(({ id, line }) => `${id}:${line}`)
    : `${layers.trouble.message} | ${layers.trouble.remedy}`
}

test('layers stand behind what they need, otherwise as they are written', () => {
  const text = 'layers:\n  c: { run: x, needs: [a] }\n  b: { run: x }\n  a: { run: x }\n'
  expect(read(text)).toEqual(['a:4', 'c:2', 'b:3'])
  expect(read(text, ['c'])).toEqual(['a:4', 'c:2'])
})

test.each([
  [
    'layers:\n  a: { run: x, needs: [bild] }\n  build: { run: x }\n',
    'triverdict.yaml:2: layers.a needs `bild`, which is no layer (the nearest is `build`) | Layers are a, build.',
  ],
  [
    'layers:\n  a: { run: x, needs: [b] }\n  b: { run: x, needs: [a] }\n',
    'triverdict.yaml:2: layers need each other in a circle: a → b → a |',
  ],
  ['layers:\n  a: { run: x, needs: [a] }\n', 'triverdict.yaml:2: layers need each other in a circle: a → a |'],
  [
    'layers:\n  a: { run: x, verdict: v, report: "junit:x" }\n',
    'triverdict.yaml:2: layers.a: a layer answers by its verdict file or by its report',
  ],
  [
    'layers:\n  a: { run: x, exit: { pass: [0], fail: [0] } }\n',
    'triverdict.yaml:2: layers.a: the exit code 0 cannot mean pass and fail',
  ],
  [
    'layers:\n  a: { run: x, verdict: v, exit: { pass: [0] } }\n',
    'triverdict.yaml:2: layers.a: exit codes are judged only',
  ],
  ['layers:\n  a: { run: x, judge: true }\n', 'triverdict.yaml:2: layers.a: a judge answers by a verdict file'],
  [
    'layers:\n  a: { run: x, min_confidence: 0.5 }\n',
    'triverdict.yaml:2: layers.a: only a verdict file has a confidence',
  ],
  ['layers:\n  a: { run: x, max_error_rate: 0.5 }\n', 'triverdict.yaml:2: layers.a: only a verdict file says'],
  ['layers:\n  a: { run: x, verdict: v, min_tests: 5 }\n', 'triverdict.yaml:2: layers.a: a verdict file counts'],
  ['layers:\n  a: { run: x, report: none, min_tests: 5 }\n', 'triverdict.yaml:2: layers.a: an exit code does not say'],
  ['layers:\n  a: { run: x, kid: tests }\n', 'triverdict.yaml:2: unknown key `layers.a.kid` | Did you mean `kind`?'],
  ['layers:\n  a: { run: x }\n  a b: { run: x }\n', 'triverdict.yaml:3: `layers.a b`: a layer is named by letters'],
  ['layers:\n  a: { kind: tests }\n', 'triverdict.yaml:2: `layers.a.run`:'],
  ['layers:\n  a: { run: x, timeout: 10 }\n', 'triverdict.yaml:2: `layers.a.timeout`:'],
  [
    'layers:\n  a: { run: x, report: xml }\n',
    'triverdict.yaml:2: `layers.a.report`: must be auto, none, or format:path',
  ],
  [
    'gates:\n  a.b: { max_dorp: 1 }\n',
    'triverdict.yaml:2: unknown key `gates.a.b.max_dorp` | Did you mean `max_drop`?',
  ],
  ['version: 1\nlayers: {}\n', 'triverdict.yaml:2: `layers` is empty | '],
  ['layer:\n  a: { run: x }\n', 'triverdict.yaml:1: unknown key `layer` | Did you mean `layers`?'],
])('%j', (text, expected) => expect(String(read(text)).startsWith(expected), String(read(text))).toBe(true))

test('a layer that is asked for must be there', () => {
  expect(read('layers:\n  unit: { run: x }\n', ['unti'])).toBe(
    'there is no layer `unti` (the nearest is `unit`) | Layers are unit.',
  )
})
